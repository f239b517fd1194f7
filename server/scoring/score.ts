import { invalidField } from '../errors.ts';
import type { Score, ScoreInput } from './score-schema.ts';
import { BUILT_IN, ROLE_DEFINITIONS, type SignalWeights } from './weights.ts';

const HALF_LIFE_MS = 14 * 24 * 60 * 60 * 1000;
const UNKNOWN_WEIGHT = 0.02;
const FULL_EVIDENCE = 0.25;
const TOP = 5;

// Sums are taken over whole multiples of 2^-40: exact for far more than 1000 signals, so their order cannot matter.
const ONE = 2 ** 40;
// The error those multiples may have at a half, so that a half still rounds up.
const HALF_UP = 1e-5;

type Key = { weight: number; newest: number; total: number };
type Driver = { key: string; value: number; weight: number; decay: number; points: number };

/**
 * Scores signals for a role (decisions 9). Pure: the same signals in any order give the same bytes.
 *
 * `value` = 100 × Σ weight × decay × value ÷ max(0.25, Σ weight × decay), rounded to one decimal: a weighted mean, kept
 * low while the evidence is worth less than a quarter of the role's weights. `decay` is 0.5 ^ (age ÷ 14 days), the age
 * taken from the newest `at`; a signal without one has decay 1. A key the role does not know weighs 0.02. Readings of
 * one key share its weight in proportion to their decay, so repeating a reading changes nothing. No signals: value 0,
 * the lowest band, evidence 0, no drivers.
 *
 * `overrides` are the workspace's weights; a role they leave out is scored with the built-in ones. Values are taken to
 * be within 0 to 1, as `scoreInput` checks. Throws `invalid_input` for an `at` that is no timestamp.
 */
export function score(input: ScoreInput, overrides?: SignalWeights): Score {
  const { role, signals } = input;
  const { direction, bands } = ROLE_DEFINITIONS[role];
  const override = overrides?.roles[role];
  const weights = override ?? BUILT_IN.roles[role];

  const decays = decaysOf(signals);
  const keys = new Map<string, Key>();
  const keyOf: Key[] = [];
  const unknown: string[] = [];
  for (let i = 0; i < signals.length; i++) {
    const name = signals[i]!.key;
    const decay = decays[i]!;
    let key = keys.get(name);
    if (key === undefined) {
      const weight = weights.get(name);
      if (weight === undefined) unknown.push(name);
      key = { weight: weight ?? UNKNOWN_WEIGHT, newest: 0, total: 0 };
      keys.set(name, key);
    }
    key.newest = Math.max(key.newest, decay);
    key.total += decay;
    keyOf.push(key);
  }

  let evidence = 0;
  let points = 0;
  const top: Driver[] = [];
  for (let i = 0; i < signals.length; i++) {
    const { key } = signals[i]!;
    const value = signals[i]!.value + 0;
    const { weight: whole, newest, total } = keyOf[i]!;
    const weight = total === 0 ? whole : whole * (newest / total);
    const decay = decays[i]! / ONE;
    const part = Math.round(weight * decay * ONE);
    const earned = Math.round(part * value);
    evidence += part;
    points += earned;
    if (top.length < TOP || earned >= top[TOP - 1]!.points) {
      place(top, { key, value, weight, decay, points: earned });
    }
  }

  const full = FULL_EVIDENCE * ONE;
  const scale = Math.max(full, evidence);
  const value = round((points / scale) * 100, 10);
  return {
    role,
    value,
    band: bands[Math.min(3, Math.floor(value / 25))]!,
    direction,
    evidence: round(Math.min(1, evidence / full), 100),
    drivers: top.map(({ key, value, weight, decay, points }) => ({
      key,
      value,
      weight: round(weight, 1e6),
      decay: round(decay, 1e6),
      contribution: round((points / scale) * 100, 100),
    })),
    unknown_keys: unknown.sort(),
    known_keys: unknown.length === 0 ? [] : [...weights.keys()],
    weights_version: override === undefined ? BUILT_IN.version : overrides!.version,
  };
}

function decaysOf(signals: ScoreInput['signals']): number[] {
  let newest = -Infinity;
  const numbers: number[] = [];
  for (let i = 0; i < signals.length; i++) {
    const at = signals[i]!.at;
    const time = at === undefined ? Infinity : Date.parse(at);
    if (Number.isNaN(time)) throw invalidField(`signals.${i}.at`, 'Expected an ISO 8601 timestamp with offset.');
    if (at !== undefined && time > newest) newest = time;
    numbers.push(time);
  }
  for (let i = 0; i < numbers.length; i++) {
    const time = numbers[i]!;
    numbers[i] = time >= newest ? ONE : Math.round(2 ** ((time - newest) / HALF_LIFE_MS) * ONE);
  }
  return numbers;
}

function place(top: Driver[], driver: Driver): void {
  if (top.length < TOP) top.push(driver);
  else if (outranks(driver, top[TOP - 1]!)) top[TOP - 1] = driver;
  else return;
  for (let i = top.length - 1; i > 0 && outranks(driver, top[i - 1]!); i--) {
    top[i] = top[i - 1]!;
    top[i - 1] = driver;
  }
}

/** Order of drivers: points, then weight in force, then key, then value; what still ties is the same signal twice. */
function outranks(a: Driver, b: Driver): boolean {
  if (a.points !== b.points) return a.points > b.points;
  const inForce = a.weight * a.decay - b.weight * b.decay;
  if (inForce !== 0) return inForce > 0;
  if (a.key !== b.key) return a.key < b.key;
  return a.value > b.value;
}

function round(value: number, steps: number): number {
  return Math.round(value * steps + HALF_UP) / steps;
}
