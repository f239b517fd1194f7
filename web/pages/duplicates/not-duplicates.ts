import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refocus } from '../../parts/focus.ts';
import { sayProblem, saySo } from '../../parts/problem.tsx';
import { panel } from '../../trpc.ts';

/** Says of records that they are not the same. */
export function useNotDuplicates() {
  const queryClient = useQueryClient();
  return useMutation(
    panel.duplicates.not_duplicates.mutationOptions({
      onError: sayProblem,
      async onSuccess() {
        saySo('Not duplicates', 'They are not shown as such again.');
        await queryClient.invalidateQueries({ queryKey: panel.duplicates.pathKey() });
        await queryClient.invalidateQueries({ queryKey: panel.amendments.pathKey() });
        // The button that was pressed is gone with its set.
        refocus();
      },
    }),
  );
}
