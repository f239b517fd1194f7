import { Secret } from '../../parts/secret.tsx';
import { VerifyHint } from './verify-hint.tsx';

/** An endpoint's signing secret, shown once, with code that checks signatures. */
export const SigningSecret = ({ secret }: { secret: string }) => (
  <Secret secret={secret} what="the secret" stored="It is stored encrypted and cannot be shown again.">
    <VerifyHint />
  </Secret>
);
