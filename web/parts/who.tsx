import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session.ts';
import { panel } from '../trpc.ts';

type Author = { key_id: string | null; user_id?: string | null; provider?: string | null };

/** Names the source of a change: a person in the panel, a key or an enrichment provider. */
export function useWho(): (author: Author) => string {
  const session = useSession();
  const { data, isPending } = useQuery({ ...panel.keys.names.queryOptions(), staleTime: 60_000 });
  const names = new Map(data?.items.map(({ key_id, name }) => [key_id, name]));
  return ({ key_id, user_id, provider }) => {
    if (provider != null) return provider;
    // An id in place of the name to come would take a line more.
    if (key_id !== null) return names.get(key_id) ?? (isPending ? 'a key' : key_id);
    if (user_id != null && user_id === session?.user.id) return 'you, in the panel';
    return user_id == null ? 'the service' : 'a person, in the panel';
  };
}
