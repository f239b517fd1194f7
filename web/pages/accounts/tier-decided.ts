import { useQueryClient } from '@tanstack/react-query';
import { refocus } from '../../parts/focus.ts';
import { saySo } from '../../parts/problem.tsx';
import { panel } from '../../trpc.ts';

/** What follows a decision about a tier: it is said, and what shows tiers is read again. */
export function useDecided(onDone: () => void) {
  const queryClient = useQueryClient();
  return async ({ moved, to_tier }: { moved: boolean; to_tier: string }) => {
    saySo(moved ? `Tier changed to ${to_tier}` : `Tier stays ${to_tier}`);
    void queryClient.invalidateQueries({ queryKey: panel.session.pathKey() });
    await queryClient.invalidateQueries({ queryKey: panel.accounts.pathKey() });
    onDone();
    // The button that was pressed is gone with the proposal.
    refocus();
  };
}
