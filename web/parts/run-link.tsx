import { VisuallyHidden } from '@mantine/core';
import { To } from './link.tsx';

/** How much of an id's end is shown; its beginning is a timestamp that many share. */
const SHOWN = 8;

/** A link to a run by its run_ref. */
export const RunLink = ({ runRef }: { runRef: string }) => (
  <To to="/runs/$runRef" params={{ runRef }} size="xs" className="mono" title={runRef} style={{ whiteSpace: 'nowrap' }}>
    <VisuallyHidden>Run </VisuallyHidden>
    {runRef.length > SHOWN ? `…${runRef.slice(-SHOWN)}` : runRef}
  </To>
);

/** A table column with the run that recorded a row. */
export const runColumn = {
  name: 'Run',
  cell: ({ run_ref }: { run_ref: string | null }) => run_ref !== null && <RunLink runRef={run_ref} />,
};
