import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconSend } from '@tabler/icons-react';
import { Snippet } from '../../parts/snippet.tsx';
import { Status, Tag } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { counted, duration, stateWord } from '../../parts/words.ts';
import type { Answers } from '../../trpc.ts';
import classes from './webhook.module.css';

type Delivery = Answers['webhooks']['deliveries']['items'][number];

function Attempts({ delivery: { attempts } }: { delivery: Delivery }) {
  if (attempts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No attempt yet.
      </Text>
    );
  }
  return (
    <ol className={classes['attempts']}>
      {/* Newest first: the last one cannot have been sent before. */}
      {attempts.map((attempt, index) => (
        <li key={attempt.at}>
          <Group gap="xs">
            <Status state={attempt.status !== null && attempt.status >= 200 && attempt.status < 300 ? 'ok' : 'error'}>
              {attempt.status === null ? (attempt.error ?? 'no response') : `HTTP ${attempt.status}`}
            </Status>
            <Text size="xs" c="dimmed" className="num">
              {duration(attempt.duration_ms)}
            </Text>
            <Text size="xs" c="dimmed" component="span">
              <When at={attempt.at} />
            </Text>
            {attempt.replay && index < attempts.length - 1 && <Tag>Sent again</Tag>}
          </Group>
          {attempt.status !== null && attempt.error !== null && attempt.error !== 'status' && (
            <Text size="xs" c="dimmed">
              {attempt.error}
            </Text>
          )}
          {attempt.response !== null && attempt.response !== '' && (
            <Code block className={classes['response']!} tabIndex={0} aria-label="Response of the receiver">
              {attempt.response}
            </Code>
          )}
        </li>
      ))}
    </ol>
  );
}

/** An event sent to an endpoint; opened, its body and every attempt. */
export function DeliveryRow({ delivery, onReplay, busy }: { delivery: Delivery; onReplay: () => void; busy: boolean }) {
  return (
    <details className={classes['delivery']}>
      <summary>
        <span className={classes['type']}>
          <span className="mono">{delivery.type}</span>
          <Text size="xs" c="dimmed" className="mono" span>
            {delivery.event_id}
          </Text>
        </span>
        <Status state={delivery.state}>
          {delivery.state === 'pending' && delivery.attempts.length > 0 ? 'Will be retried' : stateWord(delivery.state)}
        </Status>
        <Text size="xs" c="dimmed" span className="num">
          {counted(delivery.attempts.length, 'attempt')}
        </Text>
        <Text size="xs" c="dimmed" span>
          <When at={delivery.created_at} />
        </Text>
        <IconChevronDown size={16} aria-hidden />
      </summary>
      <Stack gap="sm" p="md" pt={0}>
        {delivery.next_attempt_at !== null && delivery.state === 'pending' && (
          <Text size="xs" c="dimmed">
            Next attempt <When at={delivery.next_attempt_at} />
          </Text>
        )}
        <Snippet text={JSON.stringify(JSON.parse(delivery.body), null, 2)} label="the body" />
        <Attempts delivery={delivery} />
        <Group>
          <Button size="xs" variant="default" leftSection={<IconSend size={14} />} loading={busy} onClick={onReplay}>
            Send again
          </Button>
        </Group>
      </Stack>
    </details>
  );
}
