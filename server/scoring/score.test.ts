import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../errors.ts';
import { scoreInput, scoreOutput, type ScoreInput } from './score-schema.ts';
import { score } from './score.ts';
import { BUILT_IN, parseSignalWeights, ROLE_DEFINITIONS, ROLES } from './weights.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-03-15T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW - days * DAY).toISOString();

function inZone(instant: number, offsetMinutes: number): string {
  const sign = offsetMinutes < 0 ? '-' : '+';
  const pad = (n: number) => String(n).padStart(2, '0');
  const local = new Date(instant + offsetMinutes * 60_000).toISOString().slice(0, -1);
  const offset = Math.abs(offsetMinutes);
  return `${local}${sign}${pad(Math.floor(offset / 60))}:${pad(offset % 60)}`;
}

const knownKeys = ROLES.flatMap((role) => Object.keys(ROLE_DEFINITIONS[role].signals));
const instants = fc.integer({ min: NOW - 2000 * DAY, max: NOW });
const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 });
const values = fc.double({ min: -0, max: 1, noNaN: true });
const keys = fc.oneof(
  fc.constantFrom(...knownKeys),
  fc.constantFrom('__proto__', 'constructor', 'ünï'),
  fc.string({ minLength: 1, maxLength: 100 }),
);
const signals = fc.array(
  fc.record(
    { key: keys, value: values, at: fc.tuple(instants, offsets).map(([t, o]) => inZone(t, o)) },
    { requiredKeys: ['key', 'value'] },
  ),
  { maxLength: 60 },
);
const inputs: fc.Arbitrary<ScoreInput> = fc.record({ role: fc.constantFrom(...ROLES), signals });
const shuffled = inputs.chain((input) =>
  fc
    .shuffledSubarray(input.signals, { minLength: input.signals.length })
    .map((signals) => [input, { ...input, signals }] as const),
);

describe('golden cases', () => {
  it('is the weighted mean once the evidence is worth a quarter of the weights', () => {
    const result = score({
      role: 'deal-risk',
      signals: [
        { key: 'no_next_step', value: 0.5 },
        { key: 'no_champion', value: 1 },
      ],
    });
    expect(result).toEqual({
      role: 'deal-risk',
      value: 76.9,
      band: 'critical',
      direction: 'higher_is_worse',
      evidence: 1,
      drivers: [
        { key: 'no_champion', value: 1, weight: 0.14, decay: 1, contribution: 53.85 },
        { key: 'no_next_step', value: 0.5, weight: 0.12, decay: 1, contribution: 23.08 },
      ],
      unknown_keys: [],
      known_keys: [],
      weights_version: BUILT_IN.version,
    });
  });

  it('keeps thin evidence low and lets age weaken it', () => {
    const result = score({
      role: 'health',
      signals: [
        { key: 'product_usage', value: 1, at: daysAgo(0) },
        { key: 'nps', value: 1, at: daysAgo(14) },
        { key: 'usage_trend', value: 0, at: daysAgo(28) },
      ],
    });
    expect(result).toMatchObject({ value: 84, band: 'thriving', evidence: 0.98 });
    expect(result.drivers).toEqual([
      { key: 'product_usage', value: 1, weight: 0.18, decay: 1, contribution: 72 },
      { key: 'nps', value: 1, weight: 0.06, decay: 0.5, contribution: 12 },
      { key: 'usage_trend', value: 0, weight: 0.14, decay: 0.25, contribution: 0 },
    ]);
  });

  it('rounds a half up, in whatever order it was summed', () => {
    const signals = [
      { key: 'decision_process_unknown', value: 0.4 },
      { key: 'no_next_step', value: 0.25 },
      { key: 'close_date_pushed', value: 0.3 },
      { key: 'paper_process_unknown', value: 0.3 },
      { key: 'pain_unclear', value: 0.7 },
    ];
    expect(score({ role: 'deal-risk', signals }).value).toBe(37.8);
    expect(score({ role: 'deal-risk', signals: [...signals].reverse() }).value).toBe(37.8);
  });

  it('counts an unknown key a little, lists it, and says which keys the role knows', () => {
    const result = score({ role: 'awareness', signals: [{ key: 'zodiac', value: 1 }] });
    expect(result).toMatchObject({ value: 8, band: 'cold', evidence: 0.08, unknown_keys: ['zodiac'] });
    expect(result.known_keys).toEqual(Object.keys(ROLE_DEFINITIONS.awareness.signals).sort());
  });

  it.each(ROLES)('%s without signals is 0, the lowest band, no evidence, no drivers', (role) => {
    const result = score({ role, signals: [] });
    expect(result).toMatchObject({ value: 0, band: ROLE_DEFINITIONS[role].bands[0], evidence: 0, drivers: [] });
  });

  it.each(ROLES)('%s with every known signal at 1 is 100 in the highest band', (role) => {
    const signals = Object.keys(ROLE_DEFINITIONS[role].signals).map((key) => ({ key, value: 1 }));
    expect(score({ role, signals })).toMatchObject({ value: 100, band: ROLE_DEFINITIONS[role].bands[3] });
  });

  it.each([
    [0.2499, 25, 'guarded'],
    [0.249, 24.9, 'low'],
    [0.5, 50, 'high'],
    [0.75, 75, 'critical'],
  ])('a mean of %d is %d, %s: the band follows the rounded value', (mean, value, band) => {
    const signals = Object.keys(ROLE_DEFINITIONS['technical-risk'].signals).map((key) => ({ key, value: mean }));
    expect(score({ role: 'technical-risk', signals })).toMatchObject({ value, band });
  });
});

describe('decay', () => {
  it('halves the weight at exactly 14 days, of a known and of an unknown key', () => {
    for (const key of ['nps', 'made_up']) {
      const at = (days: number) => ({ key, value: 1, at: daysAgo(days) });
      const { drivers } = score({ role: 'health', signals: [at(14), at(0), at(28)] });
      expect(drivers.map(({ decay }) => decay)).toEqual([1, 0.5, 0.25]);
      expect(new Set(drivers.map(({ weight }) => weight)).size).toBe(1);
    }
  });

  it('is measured from the newest signal, wherever in time that is', () => {
    const at = (shift: number): ScoreInput => ({
      role: 'efficiency',
      signals: [
        { key: 'win_rate', value: 0.8, at: new Date(NOW + shift).toISOString() },
        { key: 'response_time', value: 0.3, at: new Date(NOW + shift - 5 * DAY).toISOString() },
      ],
    });
    expect(score(at(-4000 * DAY))).toEqual(score(at(4000 * DAY)));
  });

  it('takes a signal without a time as the newest', () => {
    const { drivers } = score({
      role: 'health',
      signals: [
        { key: 'nps', value: 1 },
        { key: 'product_usage', value: 1, at: daysAgo(100) },
      ],
    });
    expect(drivers.map(({ decay }) => decay)).toEqual([1, 1]);
  });

  it('leaves nothing of a signal decades old, and no NaN', () => {
    const result = score({
      role: 'health',
      signals: [
        { key: 'nps', value: 1, at: daysAgo(0) },
        { key: 'product_usage', value: 1, at: '1970-01-01T00:00:00Z' },
      ],
    });
    expect(result.drivers[1]).toEqual({ key: 'product_usage', value: 1, weight: 0.18, decay: 0, contribution: 0 });
  });

  it('refuses a time that is none, naming it', () => {
    const input: ScoreInput = {
      role: 'health',
      signals: [
        { key: 'nps', value: 1 },
        { key: 'nps', value: 1, at: 'yesterday' },
      ],
    };
    expect(() => score(input)).toThrow(Fault);
    expect(() => score(input)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: 'signals.1.at' })] }),
    );
  });
});

describe('drivers', () => {
  it('are the top five; ties go to the heavier weight, then to the key', () => {
    const signals = ['e', 'b', 'f', 'd', 'a', 'c', 'g'].map((key) => ({ key, value: 0.5 }));
    expect(score({ role: 'health', signals }).drivers.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd', 'e']);
    const silent = [
      { key: 'a', value: 0 },
      { key: 'product_usage', value: 0 },
    ];
    expect(score({ role: 'health', signals: silent }).drivers.map(({ key }) => key)).toEqual(['product_usage', 'a']);
  });

  it('of a repeated key share its weight, so a repeated reading adds nothing', () => {
    const once = [
      { key: 'no_champion', value: 0.9 },
      { key: 'stage_stalled', value: 0.2 },
    ];
    const one = score({ role: 'deal-risk', signals: once });
    const nine = score({ role: 'deal-risk', signals: [...once, ...Array.from({ length: 8 }, () => once[0]!)] });
    expect(nine.value).toBe(one.value);
    expect(nine.evidence).toBe(one.evidence);
  });

  it('add up to the value', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { value, drivers } = score({ ...input, signals: input.signals.slice(0, 5) });
        const sum = drivers.reduce((sum, { contribution }) => sum + contribution, 0);
        expect(Math.abs(sum - value)).toBeLessThan(0.1);
      }),
    );
  });
});

describe('whatever the signals', () => {
  it('the value is within 0 to 100 with one decimal, and the result fits its schema', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const result = scoreOutput.strict().parse(score(scoreInput.parse(input)));
        expect(result.value).toBe(Number(result.value.toFixed(1)));
        expect(ROLE_DEFINITIONS[input.role].bands).toContain(result.band);
        expect(result.drivers).toHaveLength(Math.min(5, input.signals.length));
        const numbers = [result.value, result.evidence, ...result.drivers.flatMap((d) => Object.values(d))];
        expect(numbers.some((n) => Object.is(n, -0))).toBe(false);
      }),
    );
  });

  it('the same input gives the same bytes', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        expect(JSON.stringify(score(structuredClone(input)))).toBe(JSON.stringify(score(input)));
      }),
    );
  });

  it('their order does not matter', () => {
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(JSON.stringify(score(other))).toBe(JSON.stringify(score(one)));
      }),
      { numRuns: 500 },
    );
  });

  it('their order does not matter where the value lies on a rounding edge', () => {
    const coarse = (role: (typeof ROLES)[number]) =>
      fc.array(
        fc.record({
          key: fc.constantFrom(...Object.keys(ROLE_DEFINITIONS[role].signals)),
          value: fc.integer({ min: 0, max: 20 }).map((n) => n / 20),
        }),
        { minLength: 5, maxLength: 20 },
      );
    for (const role of ROLES) {
      fc.assert(
        fc.property(coarse(role), (signals) => {
          const reversed = score({ role, signals: [...signals].reverse() });
          expect(JSON.stringify(reversed)).toBe(JSON.stringify(score({ role, signals })));
        }),
        { numRuns: 500 },
      );
    }
  });

  it('the zone a time is written in does not matter', () => {
    const timed = fc.array(fc.tuple(keys, values, instants, offsets, offsets), { maxLength: 20 });
    fc.assert(
      fc.property(fc.constantFrom(...ROLES), timed, (role, rows) => {
        const one = rows.map(([key, value, t, offset]) => ({ key, value, at: inZone(t, offset) }));
        const other = rows.map(([key, value, t, , offset]) => ({ key, value, at: inZone(t, offset) }));
        expect(JSON.stringify(score({ role, signals: one }))).toBe(JSON.stringify(score({ role, signals: other })));
      }),
    );
  });

  it('a higher signal never lowers the value', () => {
    fc.assert(
      fc.property(inputs, fc.nat(), values, (input, at, value) => {
        fc.pre(input.signals.length > 0);
        const i = at % input.signals.length;
        const signals = input.signals.map((signal, j) =>
          i === j ? { ...signal, value: Math.max(signal.value, value) } : signal,
        );
        expect(score({ ...input, signals }).value).toBeGreaterThanOrEqual(score(input).value);
      }),
      { numRuns: 500 },
    );
  });

  it('a thousand signals are scored alike in either direction', () => {
    const signals = Array.from({ length: 1000 }, (_, i) => ({
      key: knownKeys[i % 90] ?? `custom_${i % 11}`,
      value: ((i * 37) % 101) / 100,
      at: daysAgo(i / 3),
    }));
    for (const role of ROLES) {
      expect(score({ role, signals: [...signals].reverse() })).toEqual(score({ role, signals }));
    }
  });
});

describe('a workspace’s own weights', () => {
  const overrides = parseSignalWeights({ version: 'q3', roles: { health: { logins: 0.75, nps: 0.25 } } });
  const signals = [
    { key: 'logins', value: 1 },
    { key: 'nps', value: 0 },
    { key: 'product_usage', value: 0 },
  ];

  it('replace the role’s weights and name themselves', () => {
    const result = score({ role: 'health', signals }, overrides);
    expect(result).toMatchObject({ value: 73.5, unknown_keys: ['product_usage'], known_keys: ['logins', 'nps'] });
    expect(result.weights_version).toBe(overrides.version);
  });

  it('leave other roles as they are', () => {
    expect(score({ role: 'awareness', signals }, overrides)).toEqual(score({ role: 'awareness', signals }));
  });
});

describe('scoreInput', () => {
  const signal = { key: 'nps', value: 1 };
  it.each([
    ['role', { role: 'luck', signals: [] }],
    ['signals', { role: 'health' }],
    ['signals', { role: 'health', signals: Array.from({ length: 1001 }, () => signal) }],
    ['signals.0.key', { role: 'health', signals: [{ ...signal, key: '' }] }],
    ['signals.0.key', { role: 'health', signals: [{ ...signal, key: 'k'.repeat(101) }] }],
    ['signals.0.value', { role: 'health', signals: [{ ...signal, value: 1.01 }] }],
    ['signals.0.value', { role: 'health', signals: [{ ...signal, value: '1' }] }],
    ['signals.0.value', { role: 'health', signals: [{ ...signal, value: Number.NaN }] }],
    ['signals.0.at', { role: 'health', signals: [{ ...signal, at: '2026-03-15T12:00:00' }] }],
    ['signals.0.at', { role: 'health', signals: [{ ...signal, at: '2026-02-30T12:00:00Z' }] }],
    ['signals.0.at', { role: 'health', signals: [{ ...signal, at: 1_700_000_000 }] }],
  ])('refuses a wrong %s', (path, input) => {
    const issues = scoreInput.safeParse(input).error?.issues ?? [];
    expect(issues.map((issue) => issue.path.join('.'))).toContain(path);
  });

  it('describes every field', () => {
    for (const schema of [scoreInput, scoreOutput]) {
      for (const field of Object.values(schema.shape)) expect(field.description).toBeTruthy();
    }
    for (const element of [scoreInput.shape.signals.element, scoreOutput.shape.drivers.element]) {
      for (const field of Object.values(element.shape)) expect(field.description).toBeTruthy();
    }
  });
});
