import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCalendarEvent, IconNotes } from '@tabler/icons-react';
import { Empty } from '../../parts/empty.tsx';
import { Section } from '../../parts/page.tsx';
import { Tag } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import type { Account } from './account-data.ts';
import classes from './entries.module.css';
import { useMoreOf } from './more-of.tsx';

const TONES: Record<string, 'ok' | 'bad' | 'warn'> = { advance: 'ok', lost: 'bad', stall: 'warn' };

/** Meetings, and notes captured from calls and e-mails. */
export function MeetingsAndNotes({ account }: { account: Account }) {
  const meetings = useMoreOf(account, 'meetings');
  const captures = useMoreOf(account, 'captures');
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Section title="Meetings" flush>
        {meetings.items.length === 0 ? (
          <Empty
            icon={IconCalendarEvent}
            title="No meetings yet"
            call={{
              tool: 'mark_meeting_outcome',
              input: { account_id: account.account.id, outcome: 'advance', next_step: 'Send the order form' },
            }}
          >
            Meeting outcomes and next steps, newest first.
          </Empty>
        ) : (
          <ol className={classes['list']}>
            {meetings.items.map((meeting) => (
              <li key={meeting.id}>
                <Group gap="xs" justify="space-between">
                  <Tag tone={TONES[meeting.outcome] ?? 'calm'}>{meeting.outcome}</Tag>
                  <Text size="xs" c="dimmed" component="span">
                    <When at={meeting.occurred_at} />
                  </Text>
                </Group>
                {meeting.notes !== null && (
                  <Text size="sm" className="words" mt={6}>
                    {meeting.notes}
                  </Text>
                )}
                {meeting.next_step !== null && (
                  <Text size="sm" className="words" mt={6}>
                    <Text span c="dimmed" size="xs">
                      Next step:{' '}
                    </Text>
                    {meeting.next_step}
                  </Text>
                )}
              </li>
            ))}
          </ol>
        )}
        {meetings.foot}
      </Section>
      <Section title="Notes" flush>
        {captures.items.length === 0 ? (
          <Empty
            icon={IconNotes}
            title="No notes yet"
            call={{
              tool: 'log_capture',
              input: { account_id: account.account.id, source: 'call', text: 'Budget is approved for Q3; Dana signs.' },
            }}
          >
            Notes from calls and e-mails; they help answer questions about the account.
          </Empty>
        ) : (
          <ol className={classes['list']}>
            {captures.items.map((capture) => (
              <li key={capture.id}>
                <Group gap="xs" justify="space-between">
                  <Group gap={4}>
                    <Tag tone="accent">{capture.source}</Tag>
                    {capture.tags.map((tag) => (
                      <Tag key={tag}>{tag}</Tag>
                    ))}
                  </Group>
                  <Text size="xs" c="dimmed" component="span">
                    <When at={capture.created_at} />
                  </Text>
                </Group>
                <Stack gap={0} mt={6}>
                  <Text size="sm" className="words" lineClamp={12}>
                    {capture.text}
                  </Text>
                </Stack>
              </li>
            ))}
          </ol>
        )}
        {captures.foot}
      </Section>
    </SimpleGrid>
  );
}
