import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './page.module.css';

type PageProps = {
  title: string;
  /** What the page is for, in a sentence. */
  about?: ReactNode;
  /** Shown above the title, such as a link back. */
  above?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A page's heading and contents. */
export function Page({ title, about, above, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Sales Agent Tools`);
  return (
    <Stack gap="xl" className={classes['page']}>
      <Stack gap={6}>
        {above}
        <Group justify="space-between" align="flex-start" gap="md">
          <Stack gap={2} className={classes['words']}>
            <Title order={1} className="words" textWrap="balance">
              {title}
            </Title>
            {about !== undefined && (
              <Text component="div" size="sm" c="dimmed" maw={680} textWrap="pretty">
                {about}
              </Text>
            )}
          </Stack>
          {actions !== undefined && (
            <Group gap="xs" className={classes['actions']}>
              {actions}
            </Group>
          )}
        </Group>
      </Stack>
      {children}
    </Stack>
  );
}

/** A placeholder for a page's `about`. */
export const AboutToCome = () => <Skeleton height={12} width={260} maw="80%" my={5} />;

type SectionProps = {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Contents that reach the edges, such as a table. */
  flush?: boolean;
  id?: string;
};

/** A titled card. */
export function Section({ title, about, actions, children, flush = false, id }: SectionProps) {
  return (
    <section className={`card ${classes['section']}`} aria-label={title} id={id}>
      <header className={classes['head']}>
        <div>
          <Title order={2}>{title}</Title>
          {about !== undefined && (
            <Text component="div" size="sm" c="dimmed">
              {about}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </header>
      <div className={flush ? classes['flush'] : classes['body']}>{children}</div>
    </section>
  );
}
