import { Secret } from '../../parts/secret.tsx';
import { VerifyHint } from './verify-hint.tsx';

/** An endpoint's secret, this once, with what to check by it. */
export const SigningSecret = ({ secret }: { secret: string }) => (
  <Secret secret={secret} what="the secret">
    <VerifyHint />
  </Secret>
);
