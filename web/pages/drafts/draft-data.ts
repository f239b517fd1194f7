import { useQueryClient } from '@tanstack/react-query';
import { type Answers, panel } from '../../trpc.ts';

/** A draft with its versions, sends, facts and what stands in its way. */
export type DraftDetails = Answers['drafts']['get'];
export type Draft = DraftDetails['draft'];

/** Fetches drafts and the counts of the navigation again. */
export function useRefreshDrafts() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: panel.drafts.pathKey() });
    await queryClient.invalidateQueries({ queryKey: panel.session.pathKey() });
  };
}
