import { useNavigate } from '@tanstack/react-router';
import { createContext, useContext } from 'react';

/** The draft to go on with after one, by the list that is open; undefined at its end. */
export const NextDraft = createContext<(draftId: string) => string | undefined>(() => undefined);

/** Opens the next draft of the list; the last one stays open, and shows what became of it. */
export function useGoOn(draftId: string) {
  const after = useContext(NextDraft);
  const navigate = useNavigate();
  return () => {
    const next = after(draftId);
    if (next !== undefined) {
      void navigate({ to: '/drafts/$draftId', params: { draftId: next }, search: (search) => search });
    }
  };
}
