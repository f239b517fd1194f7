import { HAS_SECOND_FACTOR } from '../second-factors.ts';
import { iso, narrowed, statement } from '../statement.ts';

// All of these run as the operator's role, which sees people, plans and keys, and no sales data.

const term = (of: string) =>
  `${iso(`${of}.starts_at`)} AS starts_at, ${iso(`${of}.ends_at`)} AS ends_at,
   ${of}.starts_at <= now() AND (${of}.ends_at IS NULL OR ${of}.ends_at > now())`;

const array = (rows: string) => `COALESCE((SELECT json_agg(x) FROM (${rows}) x), '[]')`;

/** What a person has bought, the seats they hold, and what there is. `$1`: user. */
export type Plan = {
  entitlements: {
    entitlement_id: string;
    kind: 'plugin' | 'bundle' | 'suite' | 'membership';
    slug: string;
    name: string;
    plugins: string[];
    starts_at: string;
    ends_at: string | null;
    revoked_at: string | null;
    active: boolean;
  }[];
  seats: {
    team_id: string;
    team_name: string;
    owner_name: string;
    joined_at: string;
    packs: { plugin: string; starts_at: string; ends_at: string | null; active: boolean; covered: boolean }[];
  }[];
  catalogue: { kind: 'plugin' | 'bundle' | 'suite' | 'membership'; slug: string; name: string; plugins: string[] }[];
};

export type OwnedTeam = {
  id: string;
  name: string;
  created_at: string;
  require_second_factor: boolean;
  members: { user_id: string; name: string; email: string; joined_at: string; second_factor: boolean; seat: number }[];
  packs: {
    seat_pack_id: string;
    plugin: string;
    seats: number;
    used: number;
    starts_at: string;
    ends_at: string | null;
    active: boolean;
  }[];
  keys: {
    key_id: string;
    name: string;
    prefix: string;
    user_id: string;
    user_name: string;
    of_team: boolean;
    rate_limit: number | null;
    expires_at: string | null;
    created_at: string;
  }[];
};

export const findPlan = statement(
  'panel_find_plan',
  `SELECT json_build_object(
     'entitlements', ${array(`SELECT e.id AS entitlement_id, e.kind, e.slug, c.name, c.plugins, ${iso('e.revoked_at')} AS revoked_at,
        ${term('e')} AND e.revoked_at IS NULL AS active
        FROM entitlements e JOIN catalogue c USING (kind, slug) WHERE e.user_id = $1 ORDER BY e.id DESC LIMIT 200`)},
     'seats', ${array(`SELECT t.id AS team_id, t.name AS team_name, u.name AS owner_name, ${iso('m.joined_at')} AS joined_at,
        ${array(`SELECT p.plugin, ${term('p')} AS active,
           p.seats > (SELECT count(*) FROM team_members o WHERE o.team_id = m.team_id AND (o.joined_at, o.user_id) < (m.joined_at, m.user_id)) AS covered
           FROM seat_packs p WHERE p.team_id = t.id ORDER BY p.id`)} AS packs
        FROM team_members m JOIN teams t ON t.id = m.team_id JOIN users u ON u.id = t.owner_user_id
        WHERE m.user_id = $1 ORDER BY m.joined_at, t.id LIMIT 100`)},
     'catalogue', ${array(`SELECT kind, slug, name, plugins FROM catalogue
        ORDER BY array_position(ARRAY['plugin', 'bundle', 'suite', 'membership'], kind), name`)}
   ) AS plan`,
  { row: narrowed<{ plan: Plan }>() },
);

/** A team of an owner with its members in the order of their seats, its packs, and the keys its owner sets limits of. `$1`: owner, `$2`: team. */
export const findOwnTeam = statement(
  'panel_find_own_team',
  `SELECT t.id, t.name, t.require_second_factor, ${iso('t.created_at')} AS created_at,
     ${array(`SELECT u.id AS user_id, u.name, u.email, ${iso('m.joined_at')} AS joined_at,
        ${HAS_SECOND_FACTOR} AS second_factor,
        row_number() OVER (ORDER BY m.joined_at, m.user_id)::int AS seat
        FROM team_members m JOIN users u ON u.id = m.user_id WHERE m.team_id = t.id ORDER BY m.joined_at, m.user_id LIMIT 1000`)} AS members,
     ${array(`SELECT p.id AS seat_pack_id, p.plugin, p.seats, ${term('p')} AS active,
        least(p.seats, (SELECT count(*) FROM team_members m WHERE m.team_id = t.id))::int AS used
        FROM seat_packs p WHERE p.team_id = t.id ORDER BY p.id DESC LIMIT 200`)} AS packs,
     ${array(`SELECT k.id AS key_id, k.name, k.prefix, k.user_id, u.name AS user_name, k.team_id IS NOT NULL AS of_team, k.rate_limit,
        ${iso('k.expires_at')} AS expires_at, ${iso('k.created_at')} AS created_at
        FROM (SELECT * FROM api_keys WHERE team_id = t.id
              UNION ALL SELECT o.* FROM team_members m JOIN api_keys o USING (user_id) WHERE m.team_id = t.id AND o.team_id IS NULL) k
          JOIN users u ON u.id = k.user_id
        WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
        ORDER BY k.team_id IS NULL, u.name, k.id DESC LIMIT 1000`)} AS keys
   FROM teams t WHERE t.owner_user_id = $1 AND t.id = $2`,
  { row: narrowed<{ packs: OwnedTeam['packs'] }>() },
);
