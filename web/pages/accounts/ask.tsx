import { Alert, Button, Group, List, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Problem } from '../../parts/problem.tsx';
import { Standing } from '../../parts/standing.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { withLocalTimes } from '../../parts/words.ts';
import { type Answers, panel } from '../../trpc.ts';
import { AskUse } from './ask-use.tsx';
import classes from './ask.module.css';

type Fact = Answers['accounts']['ask']['facts'][number];

const EXAMPLES = ['Who signs?', 'What are their pain points?', 'What is the next step?'];

/** Answers a question about the account from its facts, each with its source. */
export function Ask({ accountId }: { accountId: string }) {
  const [question, setQuestion] = useState('');
  const [asked, setAsked] = useState<string>();
  const relatedId = useId();
  const whoOf = useWho();
  // A key writes under its own name, not under that of the person it belongs to.
  const sourceOf = ({ established_by: source }: Fact) =>
    source.key_id === null && source.user_name !== null ? source.user_name : whoOf(source);
  const answer = useQuery(
    panel.accounts.ask.queryOptions(asked === undefined ? skipToken : { account_id: accountId, question: asked }),
  );
  const put = (words: string) => {
    setQuestion(words);
    setAsked(words);
  };
  return (
    <section className={`card ${classes['ask']}`} aria-label="Ask about this account">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() !== '') setAsked(question.trim());
        }}
      >
        <Group gap="xs" wrap="nowrap">
          <TextInput
            aria-label="Question about this account"
            placeholder="Ask a question about this account"
            leftSection={<IconMessageQuestion size={17} />}
            maxLength={2_000}
            value={question}
            onChange={(event) => setQuestion(event.currentTarget.value)}
            style={{ flex: 1 }}
          />
          <Button type="submit" loading={answer.isFetching} disabled={question.trim() === ''}>
            Ask
          </Button>
        </Group>
      </form>
      {asked === undefined && (
        <Group gap={6} mt="xs">
          {EXAMPLES.map((words) => (
            <Button key={words} size="compact-xs" variant="default" radius="xl" fw={450} onClick={() => put(words)}>
              {words}
            </Button>
          ))}
        </Group>
      )}
      {answer.error !== null && <Problem error={answer.error} />}
      {answer.data !== undefined && (
        <Stack gap="sm" mt="md" aria-live="polite">
          {!answer.data.answered && (
            <Alert
              variant="light"
              color="gray"
              title={
                answer.data.related.length > 0 || answer.data.use !== null
                  ? 'Nothing recorded says it outright.'
                  : answer.data.answer
              }
            >
              {answer.data.use !== null && <AskUse accountId={accountId} use={answer.data.use} />}
              {answer.data.could_record.length > 0 && (
                <List size="sm">
                  {answer.data.could_record.map(({ what, tool, field }) => (
                    <List.Item key={`${tool} ${field} ${what}`}>
                      Record {what} with <span className="mono">{tool}</span> ({field})
                    </List.Item>
                  ))}
                </List>
              )}
            </Alert>
          )}
          {answer.data.contradictions.map(({ statement }) => (
            <Alert key={statement} variant="light" color="yellow" title="Contradicting facts" className="words">
              {statement}
            </Alert>
          ))}
          <ol className={classes['facts']}>
            {answer.data.facts.map((fact) => (
              <li key={fact.fact_id}>
                <Text size="sm" className="words">
                  {withLocalTimes(fact.sentence)}
                </Text>
                <Text size="xs" c="dimmed" component="div" className="words">
                  {sourceOf(fact)} with {fact.established_by.tool}, <When at={fact.at} />
                  {fact.superseded_at !== null && ' (outdated)'}
                </Text>
                <Standing fact={{ ...fact.established_by, evidence: fact.evidence }} />
              </li>
            ))}
          </ol>
          {answer.data.related.length > 0 && (
            <section aria-labelledby={relatedId}>
              <Title order={3} size="h6" id={relatedId} mb="xs">
                {answer.data.answered ? 'Also recorded about this' : 'What is recorded about this'}
              </Title>
              <ol className={classes['facts']}>
                {answer.data.related.map((fact) => (
                  <li key={fact.fact_id}>
                    <Text size="sm" className="words">
                      {withLocalTimes(fact.sentence)}
                    </Text>
                    {fact.at !== undefined && (
                      <Text size="xs" c="dimmed" component="div" className="words">
                        {fact.established_by}, <When at={fact.at} />
                        {typeof fact.superseded_at === 'string' && ' (outdated)'}
                      </Text>
                    )}
                  </li>
                ))}
              </ol>
            </section>
          )}
        </Stack>
      )}
    </section>
  );
}
