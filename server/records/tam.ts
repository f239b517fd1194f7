import { newId } from '../../db/ids.ts';
import { countTargets, upsertTargetsBy } from '../../db/statements/scoring.ts';
import { Fault, type Issue } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { MOST_PAYLOAD } from './write-record.ts';

export type TamAccount = {
  domain?: string | null | undefined;
  name?: string | null | undefined;
  industry?: string | null | undefined;
  employeeCount?: number | null | undefined;
  employee_count?: number | null | undefined;
} & Record<string, unknown>;

type Row = { id: string; domain: string | null; name: string | null; payload: Record<string, unknown> };

const MOST_ISSUES = 20;

/** Extra fields of a row; one without a value says nothing. */
function extrasOf(extras: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(extras).filter(([, value]) => value !== null));
}

function rowsOf(accounts: TamAccount[]) {
  const issues: Issue[] = [];
  const by = { domain: new Map<string, number>(), name: new Map<string, number>() };
  const rows = accounts.map((account, index) => {
    const { domain = null, name = null, industry = null, employeeCount, employee_count, ...extras } = account;
    const kind = domain === null ? 'name' : 'domain';
    const key = domain ?? name;
    if (key === null) issues.push({ path: `accounts.${index}`, message: 'needs a domain or a name' });
    else {
      const before = by[kind].get(key);
      if (before === undefined) by[kind].set(key, index);
      else issues.push({ path: `accounts.${index}.${kind}`, message: `is the same as in accounts.${before}` });
    }
    return {
      id: newId('target_account'),
      domain,
      name,
      industry,
      employee_count: employeeCount ?? employee_count ?? null,
      payload: extrasOf(extras),
    };
  });
  if (issues.length > 0) throw new Fault('invalid_input', { issues: issues.slice(0, MOST_ISSUES) });
  return rows;
}

/**
 * `gtm_build_tam`: puts accounts on a list, each found again by its domain, or by its name when it has none; all or
 * nothing. A value left out or null leaves what stands.
 * @throws Fault invalid_input with `accounts.<index>.<field>`, payload_too_large
 */
export async function gtmBuildTam(call: Call, { list_name, accounts }: { list_name: string; accounts: TamAccount[] }) {
  const rows = rowsOf(accounts);
  const ids = new Map<string, string>();
  const upsert = async (kind: 'domain' | 'name', some: Row[]) => {
    if (some.length === 0) return;
    const kept = await call.query(upsertTargetsBy[kind], [call.workspaceId, list_name, JSON.stringify(some)]);
    for (const { id, key, bytes } of kept) {
      if (bytes > MOST_PAYLOAD) {
        throw new Fault('payload_too_large', {
          message: `${JSON.stringify(key)} would hold more than ${MOST_PAYLOAD} bytes of facts. Nothing was stored.`,
        });
      }
      ids.set(`${kind} ${key}`, id);
    }
  };
  await upsert(
    'domain',
    rows.filter(({ domain }) => domain !== null),
  );
  await upsert(
    'name',
    rows.filter(({ domain }) => domain === null),
  );
  const [list] = await call.query(countTargets, [call.workspaceId, list_name]);

  const inOrder = rows.map(({ domain, name }) => ids.get(domain === null ? `name ${name}` : `domain ${domain}`)!);
  const created = rows.filter(({ id }, index) => inOrder[index] === id).length;
  call.recordFact({
    subjectType: 'target_list',
    subjectId: list_name,
    attribute: 'target_accounts',
    value: String(list!.count),
    sentence: `The target account list ${list_name} holds ${list!.count} accounts.`,
    single: true,
  });
  return { list_name, created, updated: rows.length - created, total: list!.count, ids: inOrder };
}
