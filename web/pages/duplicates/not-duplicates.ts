import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refocus } from '../../parts/focus.ts';
import { sayProblem, saySo } from '../../parts/problem.tsx';
import { ask, panel } from '../../trpc.ts';

/** Says so, and reads again whatever shows duplicates. */
function useSaid(title: string, message?: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    saySo(title, message);
    await queryClient.invalidateQueries({ queryKey: panel.duplicates.pathKey() });
    await queryClient.invalidateQueries({ queryKey: panel.amendments.pathKey() });
    // The button that was pressed is gone with its set.
    refocus();
  };
}

const NOT_DUPLICATES = ['Not duplicates', 'They are not shown as such again.'] as const;

/** Says of records that they are not the same. */
export const useNotDuplicates = () =>
  useMutation(
    panel.duplicates.not_duplicates.mutationOptions({ onError: sayProblem, onSuccess: useSaid(...NOT_DUPLICATES) }),
  );

/** The same of records that an agent proposed to merge, with the reason that it reads if there is one. */
export function useRefuseMerge(records: readonly { id: string }[]) {
  const said = useSaid(...NOT_DUPLICATES);
  return async (reason: { note?: string }) => {
    await ask.duplicates.not_duplicates.mutate({ record_ids: records.map(({ id }) => id), ...reason });
    await said();
  };
}

/** Declines a proposed merge, with the reason that an agent reads if it proposes it again. */
export function useDeclineMerge() {
  const said = useSaid('Merge declined');
  return async (proposal_id: string, reason: { note?: string }) => {
    await ask.amendments.decline_merge.mutate({ proposal_id, ...reason });
    await said();
  };
}
