/** What a stage says of its deal. */
export const STAGE_KINDS = ['open', 'won', 'lost'] as const;

export type StageKind = (typeof STAGE_KINDS)[number];

/** The workspace flag that says the kind of stages by their names: `{ "On ice": "lost" }`; other stages go by their words. */
export const STAGE_KINDS_FLAG = 'stage_kinds';

/** Words in the name of a stage whose deals are lost, in the languages pipelines are named in; checked first. */
const LOST_WORDS =
  'lost|dead|disqualified|unqualified|rejected|declined|abandoned|cancell?ed|withdrawn|churned|verloren|abgelehnt|abgesagt|storniert|disqualifiziert|perdue?s?|perdid[oa]s?|pers[oa]';

/** Words in the name of a stage whose deals are won. A stage that is only closed, where others are lost, is won. */
const WON_WORDS = 'won|gewonnen|gagnée?s?|ganad[oa]s?|vint[oa]|gewonnene?r?|closed';

const within = (words: string) => `'(^|[^[:alpha:]])(closed[^[:alpha:]]*)?(${words})([^[:alpha:]]|$)'`;

/** SQL of the function `stage_kind(stage, kinds)`: the kind of a stage by the workspace's own word, else by its words. */
export const STAGE_KIND = `CREATE FUNCTION stage_kind(stage text, kinds jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT COALESCE(
    (SELECT own.value FROM jsonb_each_text(CASE WHEN jsonb_typeof(kinds) = 'object' THEN kinds ELSE '{}' END) own
     WHERE regexp_replace(lower(own.key), '[[:space:]_-]', '', 'g') = regexp_replace(lower(stage), '[[:space:]_-]', '', 'g')
       AND own.value IN ('open', 'won', 'lost') ORDER BY own.key LIMIT 1),
    CASE WHEN stage ~* ${within(LOST_WORDS)} OR stage ~* '(no|not|non|nicht)[[:space:]]+(won|gewonnen|decision|interest(ed)?|deal)([^[:alpha:]]|$)' THEN 'lost'
         WHEN stage ~* ${within(WON_WORDS)} THEN 'won'
         ELSE 'open' END)
$$`;
