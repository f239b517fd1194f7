import { SimpleGrid, Stack, Text } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { Empty } from '../../parts/empty.tsx';
import { Section } from '../../parts/page.tsx';
import { When } from '../../parts/when.tsx';
import { counted, spaced } from '../../parts/words.ts';
import type { Account } from './account-data.ts';
import classes from './entries.module.css';
import { useMoreOf } from './more-of.tsx';

/** The account plan, by section. */
export function AccountPlan({ account }: { account: Account }) {
  const { items, foot } = useMoreOf(account, 'plan');
  if (items.length === 0) {
    return (
      <Section title="Account plan">
        <Empty
          icon={IconMap2}
          title="No account plan yet"
          call={{
            tool: 'add_to_plan',
            input: {
              account_id: account.account.id,
              section: 'next_steps',
              content: 'Agree the pilot scope with Dana.',
            },
          }}
        >
          Agents add entries to sections such as next steps, risks and champion notes.
        </Empty>
      </Section>
    );
  }
  const bySection = Map.groupBy(items, ({ section }) => section);
  const totals = new Map(account.plan?.sections.map(({ section, entries }) => [section, entries]));
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {[...bySection].map(([section, entries]) => (
          <Section
            key={section}
            title={spaced(section)}
            about={counted(totals.get(section) ?? entries.length, 'entry', 'entries')}
            flush
          >
            <ol className={classes['list']}>
              {entries.map(({ id, content, created_at }) => (
                <li key={id}>
                  <Text size="sm" className="words">
                    {content}
                  </Text>
                  <Text size="xs" c="dimmed" component="div" mt={4}>
                    <When at={created_at} />
                  </Text>
                </li>
              ))}
            </ol>
          </Section>
        ))}
      </SimpleGrid>
      {foot}
    </Stack>
  );
}
