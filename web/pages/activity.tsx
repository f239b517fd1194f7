import { Select, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Empty } from '../parts/empty.tsx';
import { withoutEmpty } from '../parts/filters.ts';
import { To } from '../parts/link.tsx';
import { itemsOf, nextPage } from '../parts/list.ts';
import { Log } from '../parts/log.tsx';
import classes from '../parts/log.module.css';
import { When } from '../parts/when.tsx';
import { spaced } from '../parts/words.ts';
import { useSession } from '../session.ts';
import { type Answers, type Asks, panel } from '../trpc.ts';

const route = getRouteApi('/inside/activity');

type Filters = ReturnType<typeof route.useSearch>;
type Act = Answers['activity']['list']['items'][number];
type ActName = NonNullable<Exclude<Asks['activity']['list'], void | undefined>['act']>;

const WORDS: Record<ActName, string> = {
  'session.started': 'Signed in',
  'session.ended': 'Session ended',
  'session.refused': 'Sign-in failed',
  'sessions.ended': 'Signed out everywhere',
  'password.set': 'Password set',
  'second_factor.set': 'Second factor set up',
  'second_factor.removed': 'Second factor removed',
  'second_factor.required': 'Second factor of a team set',
  'backup_codes.made': 'New backup codes made',
  'backup_code.used': 'Backup code used',
  'password.reset': 'Password reset',
  'person.disabled': 'Person disabled',
  'person.enabled': 'Person enabled',
  'workspace.exported': 'All data exported',
  'workspace.restore_begun': 'Restoring data begun',
  'workspace.restored': 'Data restored',
  'workspace.restore_failed': 'Restoring data stopped',
  'subject.exported': 'Person’s data exported',
  'subject.erased': 'Person erased',
  'password.changed': 'Password changed',
  'draft.edited': 'Draft edited',
  'draft.approved': 'Draft approved',
  'draft.scheduled': 'Draft scheduled',
  'draft.held': 'Draft held',
  'draft.rejected': 'Draft rejected',
  'draft.sent': 'Draft marked as sent',
  'tier.accepted': 'Tier accepted',
  'tier.overridden': 'Tier overridden',
  'accounts.imported': 'Accounts imported',
  'import.started': 'Import started',
  'import.cancelled': 'Import cancelled',
  'import.resumed': 'Import resumed',
  'import.done': 'Import done',
  'import.failed': 'Import stopped',
  'record.created': 'Record added',
  'record.archived': 'Record archived',
  'records.archived': 'Records archived',
  'records.restored': 'Records restored',
  'view.saved': 'View of a list saved',
  'view.deleted': 'View of a list deleted',
  'record.withdrawn': 'Record withdrawn',
  'writes.undone': 'Writes undone',
  'writes.brought_back': 'Undo taken back',
  'record.restored': 'Record restored',
  'values.set': 'Values set',
  'values.accepted': 'Proposed values accepted',
  'values.declined': 'Proposed values declined',
  'protection.set': 'Protection of values set',
  'proposals.taken': 'Proposed writes taken',
  'proposals.declined': 'Proposed writes declined',
  'merge.applied': 'Records merged',
  'merge.declined': 'Merge declined',
  'records.merged': 'Records merged',
  'records.unmerged': 'Records unmerged',
  'records.not_duplicates': 'Said not to be duplicates',
  'key.created': 'API key created',
  'key.rotated': 'API key rotated',
  'key.revoked': 'API key revoked',
  'key.renamed': 'API key renamed',
  'key.scopes_set': 'API key’s scopes changed',
  'key.limit_set': 'API key’s limit changed',
  'key.approval_set': 'API key’s right to approve drafts changed',
  'key.mode_set': 'Whether an API key’s writes wait changed',
  'key.addresses_set': 'API key’s addresses changed',
  'key.expiry_set': 'API key’s expiry changed',
  'app.allowed': 'App allowed',
  'app.denied': 'App denied',
  'app.revoked': 'App disconnected',
  'webhook.created': 'Webhook added',
  'webhook.changed': 'Webhook changed',
  'webhook.rotated': 'Webhook’s secret rotated',
  'webhook.deleted': 'Webhook deleted',
  'webhook.enabled': 'Webhook switched on',
  'webhook.disabled': 'Webhook switched off',
  'webhook.tested': 'Test event sent',
  'webhook.replayed': 'Events replayed',
  'integration.connected': 'Channel connected',
  'integration.disconnected': 'Channel disconnected',
  'brain.brought_back': 'Brain version restored',
  'job.retried': 'Failed job retried',
  'audit.exported': 'Audit log exported',
  'activity.exported': 'Activity exported',
  'records.exported': 'Records exported',
  'user.created': 'Person added',
  'token.revoked': 'App’s token revoked',
  'entitlement.granted': 'Entitlement granted',
  'entitlement.revoked': 'Entitlement ended',
  'team.created': 'Team created',
  'team.member_added': 'Team member added',
  'team.member_removed': 'Team member removed',
  'seats.added': 'Seats added',
  'seats.revoked': 'Seats ended',
  'flag.set': 'Workspace flag set',
  'quota.set': 'Quota set',
};

const OPTIONS = Object.entries(WORDS).map(([value, label]) => ({ value, label }));

const wordsOf = (act: string) => (WORDS as Record<string, string | undefined>)[act] ?? spaced(act.replace('.', ' '));

/** What an act was done to, by the type its id names: its kind, and its page where it has one. */
const SUBJECTS: Record<string, { kind: string; page?: (id: string) => string }> = {
  key: { kind: 'API key', page: (id) => `/keys/${id}` },
  dra: { kind: 'Draft', page: (id) => `/drafts/${id}` },
  acc: { kind: 'Account', page: (id) => `/accounts/${id}` },
  opp: { kind: 'Deal', page: (id) => `/records/${id}` },
  con: { kind: 'Contact', page: (id) => `/records/${id}` },
  pro: { kind: 'Prospect', page: (id) => `/records/${id}` },
  tgt: { kind: 'Target company', page: (id) => `/records/${id}` },
  cap: { kind: 'Note' },
  mtg: { kind: 'Meeting' },
  pen: { kind: 'Plan entry' },
  sig: { kind: 'Signal' },
  imp: { kind: 'Import', page: (id) => `/imports/${id}` },
  view: { kind: 'View' },
  call: { kind: 'Call', page: (id) => `/audit/${id}` },
  chg: { kind: 'Proposed writes', page: (id) => `/proposed/${id}` },
  whk: { kind: 'Webhook', page: (id) => `/webhooks/${id}` },
  ses: { kind: 'Session' },
  ent: { kind: 'Entitlement' },
  usr: { kind: 'Person' },
  run: { kind: 'Run', page: (id) => `/runs/${id}` },
  team: { kind: 'Team' },
  tip: { kind: 'Tier proposal' },
  int: { kind: 'Integration' },
  ws: { kind: 'Workspace' },
  cli: { kind: 'App' },
};

function Subject({ act, names }: { act: Act; names: ReadonlyMap<string, string> }) {
  const { subject_id: id, subject_name: title, subject_gone: isGone } = act;
  if (id === null) return null;
  const { kind, page } = SUBJECTS[id.slice(0, id.indexOf('_'))] ?? {};
  const name = title ?? names.get(id) ?? kind ?? 'Other';
  return page === undefined || isGone ? (
    <Text size="sm" c="dimmed" className="words" title={id}>
      {name}
    </Text>
  ) : (
    <To to={page(id)} size="sm" className="words" title={id}>
      {name}
    </To>
  );
}

/** Names of keys and webhooks by their ids. */
function useSubjectNames(): ReadonlyMap<string, string> {
  const keys = useQuery({ ...panel.keys.names.queryOptions(), staleTime: 60_000 });
  const webhooks = useQuery({ ...panel.webhooks.list.queryOptions(), staleTime: 60_000 });
  return new Map([
    ...(keys.data?.items.map(({ key_id, name }) => [key_id, name] as const) ?? []),
    ...(webhooks.data?.items.map(({ webhook_id, url }) => [webhook_id, new URL(url).host] as const) ?? []),
  ]);
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') || 'none' : value === null ? 'none' : String(value);

const ID = /^[a-z]{2,4}_[0-9a-z]{26}$/;

/** Ids say nothing to a reader; they are in the export. */
const isOfIds = (value: unknown) => (Array.isArray(value) ? value : [value]).some((each) => ID.test(String(each)));

const detailOf = ({ detail }: Act) =>
  Object.entries(detail)
    .filter(([, value]) => !isOfIds(value))
    .map(([name, value]) => `${spaced(name)}: ${textOf(value)}`)
    .join(' · ');

/** What people did in the workspace: reviews, changes and sign-ins. */
export function Activity() {
  const filters = route.useSearch();
  const navigate = useNavigate();
  const session = useSession();
  const names = useSubjectNames();
  const acts = useInfiniteQuery({
    ...panel.activity.list.infiniteQueryOptions(filters as NonNullable<Asks['activity']['list']>, nextPage),
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : 10_000),
  });
  const items = itemsOf(acts.data);
  const filter = (change: Filters) =>
    void navigate({ to: '/activity', search: withoutEmpty({ ...filters, ...change }), replace: true });
  const whoOf = ({ user_id, act }: Act) => {
    if (act === 'session.refused') return 'Unknown';
    if (user_id === null) return 'The operator';
    return user_id === session?.user.id ? 'You' : 'Your team’s owner';
  };
  return (
    <Log
      title="Activity"
      about="What people and the operator did in this workspace."
      of="Events"
      csv="/app/activity.csv"
      filters={filters}
      onFilter={filter}
      onClear={() => void navigate({ to: '/activity', search: {} })}
      query={acts}
      items={items}
      rowKey={({ act_id }) => act_id}
      none={
        <Empty icon={IconHistory} title="No events yet">
          Sign-ins, draft reviews and changes to keys and webhooks appear here.
        </Empty>
      }
      noneMatch={
        <Empty icon={IconHistory} title="No events match these filters">
          Choose a longer period, or clear a filter.
        </Empty>
      }
      columns={[
        {
          name: 'What',
          cell: (item) => (
            <>
              <Text size="sm" fw={500}>
                {wordsOf(item.act)}
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {detailOf(item)}
              </Text>
            </>
          ),
        },
        { name: 'On', cell: (act) => <Subject act={act} names={names} /> },
        { name: 'Who', cell: whoOf },
        {
          name: 'From',
          wideOnly: true,
          cell: ({ address, session_id: from }) =>
            address === null ? (
              from !== null && (
                <Text size="xs" c="dimmed" title={from}>
                  {from === session?.session.session_id ? 'This session' : 'Another session'}
                </Text>
              )
            ) : (
              <Text size="xs" c="dimmed" className={`mono ${classes['short']}`} title={address}>
                {address}
              </Text>
            ),
        },
        { name: 'When', align: 'end', cell: ({ at }) => <When at={at} /> },
      ]}
    >
      <Select
        label="What"
        placeholder="Anything"
        clearable
        searchable
        data={OPTIONS}
        value={filters.act ?? null}
        onChange={(act) => filter({ act: act ?? '' })}
      />
    </Log>
  );
}
