import { Status } from '../../parts/status.tsx';
import type { Answers } from '../../trpc.ts';

export type Webhook = Answers['webhooks']['list']['items'][number];

/** The state of an endpoint, in one word. */
const stateOf = ({ enabled, failures }: Pick<Webhook, 'enabled' | 'failures'>) =>
  enabled ? (failures > 0 ? 'failing' : 'on') : 'off';

export function EndpointState({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook);
  return (
    <Status state={state} tone={state === 'on' ? 'ok' : state === 'failing' ? 'bad' : 'warn'}>
      {state === 'on' ? 'On' : state === 'failing' ? 'Failing' : 'Switched off'}
    </Status>
  );
}
