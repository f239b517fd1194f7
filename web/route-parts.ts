import { redirect } from '@tanstack/react-router';
import { fetchSession } from './session.ts';

/** The named parameters of an address's query; others are dropped. */
export const params =
  <const Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { [name in Name]?: string } => {
    const kept: { [name in Name]?: string } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string' && value !== '') kept[name] = value;
      else if (typeof value === 'number' || typeof value === 'boolean') kept[name] = String(value);
    }
    return kept;
  };

/** Redirects to sign-in without a session, and back afterwards; and to the second factor whoever must set one up. */
export async function requireSession({ location: { href } }: { location: { href: string } }): Promise<void> {
  const session = await fetchSession();
  if (session === undefined) throw redirect({ to: '/sign-in', search: href === '/' ? {} : { next: href } });
  if (session.second_factor.owed && !/^\/sessions\b/.test(href)) throw redirect({ to: '/sessions' });
}
