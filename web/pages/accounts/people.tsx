import { Anchor, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { Outside } from '../../parts/link.tsx';
import { Section } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import type { Account } from './account-data.ts';
import { RecordNotes } from './record-notes.ts';
import { useMoreOf } from './more-of.tsx';

const mailTo = (email: string) =>
  /^[^\s@<>"]+@[^\s@<>"]+$/.test(email) ? `mailto:${encodeURIComponent(email)}` : undefined;

/** The people at the company. */
export function People({ account }: { account: Account }) {
  const { items, foot } = useMoreOf(account, 'contacts');
  return (
    <Section title="People" flush>
      <Table
        label="People"
        items={items}
        rowKey={({ id }) => id}
        empty={
          <Empty
            icon={IconUsers}
            title="No contacts yet"
            call={{
              tool: 'gtm_crm_write',
              input: {
                entity: 'contact',
                facts: { account_id: account.account.id, name: 'Dana Reyes', title: 'CFO', email: 'dana@acme.example' },
              },
            }}
          >
            Agents add contacts, and gtm_enrich fills in missing details.
          </Empty>
        }
        columns={[
          {
            name: 'Person',
            cell: ({ name, id, title, external_ref }) => (
              <Stack gap={0}>
                <Text size="sm" fw={500} className="words">
                  {name ?? id}
                </Text>
                <Text size="xs" c="dimmed" className="words">
                  {[title, external_ref].filter(Boolean).join(' · ')}
                </Text>
                <Suspense>
                  <RecordNotes id={id} ids={items.map((each) => each.id)} />
                </Suspense>
              </Stack>
            ),
          },
          {
            name: 'E-mail',
            cell: ({ email }) => {
              const address = email === null ? undefined : mailTo(email);
              return address === undefined ? (
                <span className="words">{email ?? ''}</span>
              ) : (
                <Anchor href={address} size="sm" className="words">
                  {email}
                </Anchor>
              );
            },
          },
          { name: 'Phone', cell: ({ phone }) => <span className="words num">{phone ?? ''}</span> },
          { name: 'LinkedIn', cell: ({ linkedin }) => linkedin !== null && <Outside href={linkedin}>Profile</Outside> },
          { name: 'Updated', align: 'end', cell: ({ updated_at }) => <When at={updated_at} /> },
        ]}
      />
      {foot}
    </Section>
  );
}
