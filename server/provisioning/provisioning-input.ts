import { STAGE_KINDS, type StageKind } from '../../db/stage-kinds.ts';
import { invalidField } from '../errors.ts';
import { isObject } from '../json-value.ts';

/**
 * The term of a grant. One without a beginning begins by the database's clock, which also evaluates it.
 * @throws Fault invalid_input when it ends before it begins
 */
export function termOf({ starts_at, ends_at }: { starts_at?: Date | undefined; ends_at?: Date | undefined }) {
  if (ends_at !== undefined && ends_at <= (starts_at ?? new Date())) {
    throw invalidField('ends_at', starts_at === undefined ? 'must be in the future' : 'must be later than starts_at');
  }
  return { ...(starts_at === undefined ? {} : { startsAt: starts_at }), endsAt: ends_at ?? null };
}

/** @throws Fault invalid_input unless a value says a kind for each stage it names */
export function checkStageKinds(value: unknown): void {
  const wrong = isObject(value)
    ? Object.entries(value).find(([, kind]) => !STAGE_KINDS.includes(kind as StageKind))
    : ['', ''];
  if (wrong === undefined) return;
  const path = wrong[0] === '' ? 'value' : `value.${wrong[0]}`;
  throw invalidField(path, `expected a stage and its kind (${STAGE_KINDS.join(', ')}), such as { "On ice": "lost" }`);
}
