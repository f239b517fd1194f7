import { Outlet } from '@tanstack/react-router';
import { Confirming } from '../parts/confirming.tsx';

/** Every page, and the question who it is over whichever is open. */
export const Root = () => (
  <>
    <Outlet />
    <Confirming />
  </>
);
