import { statement } from '../statement.ts';

export type KeyRow = {
  hash: string;
  key_id: string;
  workspace_id: string;
  user_id: string;
  user_name: string;
  user_email: string;
  team_id: string | null;
  team_name: string | null;
  scopes: string[];
  rate_limit: number | null;
  plugins: string[];
  signal_weights_id: string | null;
};

/**
 * Usable keys by hash, each with the plugins licensed to it now. A user key counts the user's own grants and the seats
 * the user holds (a pack of N seats covers a team's first N members); a team key counts the owner's grants and every
 * plugin of the team's packs (decisions 1).
 */
export const findKeys = statement(
  'find_keys',
  `SELECT s.hash, k.id AS key_id, k.workspace_id, k.user_id, u.name AS user_name, u.email AS user_email,
          k.team_id, t.name AS team_name, k.scopes, k.rate_limit,
          ARRAY(
            SELECT DISTINCT plugin FROM (
              SELECT unnest(c.plugins) AS plugin
              FROM entitlements e JOIN catalogue c USING (kind, slug)
              WHERE e.user_id = k.user_id AND e.revoked_at IS NULL
                AND e.starts_at <= now() AND (e.ends_at IS NULL OR e.ends_at > now())
              UNION ALL
              SELECT p.plugin
              FROM seat_packs p
              WHERE p.team_id = k.team_id AND p.starts_at <= now() AND (p.ends_at IS NULL OR p.ends_at > now())
              UNION ALL
              SELECT p.plugin
              FROM team_members m JOIN seat_packs p USING (team_id)
              WHERE k.team_id IS NULL AND m.user_id = k.user_id
                AND p.starts_at <= now() AND (p.ends_at IS NULL OR p.ends_at > now())
                AND p.seats > (SELECT count(*) FROM team_members o
                               WHERE o.team_id = m.team_id AND (o.joined_at, o.user_id) < (m.joined_at, m.user_id))
            ) licensed ORDER BY plugin
          ) AS plugins,
          (SELECT b.id FROM brain_states b WHERE b.workspace_id = k.workspace_id AND b.scope = 'signal-weights'
           ORDER BY b.version DESC LIMIT 1) AS signal_weights_id
   FROM api_key_secrets s
   JOIN api_keys k ON k.id = s.key_id
   JOIN users u ON u.id = k.user_id
   LEFT JOIN teams t ON t.id = k.team_id
   WHERE s.hash = ANY ($1::text[])
     AND k.revoked_at IS NULL
     AND (k.expires_at IS NULL OR k.expires_at > now())
     AND (s.expires_at IS NULL OR s.expires_at > now())`,
);
