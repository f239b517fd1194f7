import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault, type Issue } from '../errors.ts';
import { BUILT_IN, parseSignalWeights, ROLE_DEFINITIONS, ROLES } from './weights.ts';

describe.each(ROLES)('the built-in weights of %s', (role) => {
  const weights = Object.values(ROLE_DEFINITIONS[role].signals);
  it('sum to 1 over 8 to 14 keys, each above an unknown one', () => {
    expect(weights.reduce((sum, [weight]) => sum + weight, 0)).toBeCloseTo(1, 9);
    expect(weights.length).toBeGreaterThanOrEqual(8);
    expect(weights.length).toBeLessThanOrEqual(14);
    expect(Math.min(...weights.map(([weight]) => weight))).toBeGreaterThan(0.02);
  });

  it('would pass as a workspace’s own', () => {
    const { roles } = parseSignalWeights({ roles: { [role]: Object.fromEntries(BUILT_IN.roles[role]) } });
    expect([...roles[role]!]).toEqual([...BUILT_IN.roles[role]]);
  });
});

describe('parseSignalWeights', () => {
  function issuesOf(payload: unknown): Issue[] {
    try {
      parseSignalWeights(payload);
    } catch (error) {
      expect(error).toBeInstanceOf(Fault);
      expect((error as Fault).code).toBe('invalid_input');
      return (error as Fault).issues ?? [];
    }
    return [];
  }

  it('keeps the roles given, in key order, and ignores other fields', () => {
    const { roles } = parseSignalWeights({ note: 'ours', roles: { health: { nps: 0.25, logins: 0.75, idle: -0 } } });
    expect(Object.keys(roles)).toEqual(['health']);
    expect([...roles.health!]).toEqual([
      ['idle', 0],
      ['logins', 0.75],
      ['nps', 0.25],
    ]);
  });

  it('names the weights by label and content, not by the order of their keys', () => {
    const one = parseSignalWeights({ version: 'q3', roles: { health: { a: 0.4, b: 0.6 }, efficiency: { c: 1 } } });
    const same = parseSignalWeights({ roles: { efficiency: { c: 1 }, health: { b: 0.6, a: 0.4 } }, version: 'q3' });
    const other = parseSignalWeights({ version: 'q3', roles: { health: { a: 0.5, b: 0.5 }, efficiency: { c: 1 } } });
    expect(one.version).toMatch(/^workspace:q3\+[0-9a-f]{12}$/);
    expect(same.version).toBe(one.version);
    expect(other.version).not.toBe(one.version);
    expect(parseSignalWeights({ roles: { health: { a: 1 } } }).version).toMatch(/^workspace:[0-9a-f]{12}$/);
  });

  it('takes a sum within 1e-6 of 1, and 200 keys', () => {
    expect(issuesOf({ roles: { health: { a: 0.3333333, b: 0.3333333, c: 0.3333333 } } })).toEqual([]);
    expect(
      issuesOf({ roles: { health: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [i, 0.005])) } }),
    ).toEqual([]);
    expect(issuesOf({ roles: {} })).toEqual([]);
  });

  it.each([
    ['payload', null],
    ['payload', [{ roles: {} }]],
    ['payload', 'roles'],
    ['payload.roles', {}],
    ['payload.roles', { roles: [] }],
    ['payload.version', { version: 3, roles: {} }],
    ['payload.version', { version: '', roles: {} }],
    ['payload.version', { version: 'v'.repeat(65), roles: {} }],
    ['payload.roles.luck', { roles: { luck: { a: 1 } } }],
    ['payload.roles.__proto__', JSON.parse('{"roles":{"__proto__":{"a":1}}}')],
    ['payload.roles.health', { roles: { health: 1 } }],
    ['payload.roles.health', { roles: { health: {} } }],
    ['payload.roles.health', { roles: { health: { a: 0.5, b: 0.4 } } }],
    ['payload.roles.health', { roles: { health: { a: 0.5, b: 0.500002 } } }],
    [
      'payload.roles.health',
      { roles: { health: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [i, 1 / 201])) } },
    ],
    ['payload.roles.health.__proto__', JSON.parse('{"roles":{"health":{"__proto__":1}}}')],
    ['payload.roles.health.', { roles: { health: { '': 1 } } }],
    ['payload.roles.health.a', { roles: { health: { a: -0.1, b: 1.1 } } }],
    ['payload.roles.health.a', { roles: { health: { a: '1' } } }],
    ['payload.roles.health.a', { roles: { health: { a: Number.POSITIVE_INFINITY } } }],
    ['payload.roles.health.a', { roles: { health: { a: Number.NaN } } }],
  ])('refuses at %s, saying what is wanted', (path, payload) => {
    const issues = issuesOf(payload);
    expect(issues.map((issue) => issue.path)).toEqual([path]);
    expect(issues[0]!.message).toMatch(/expected|reserved/i);
  });

  it('reports every problem at once, up to 50', () => {
    const health = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`k${i}`, -1]));
    expect(issuesOf({ version: 1, roles: { luck: {}, efficiency: { a: 2 } } })).toHaveLength(3);
    expect(issuesOf({ roles: { health } })).toHaveLength(50);
  });

  it('answers any JSON with weights or a refusal that has issues', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const payload = { roles: { health: json } };
        const issues = issuesOf(payload);
        if (issues.length === 0) expect(parseSignalWeights(payload).roles.health).toBeInstanceOf(Map);
      }),
    );
  });
});
