import { Box, Stack, Text, Title } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import classes from './empty.module.css';

/** Most lists are not empty, and pages stay small without it. */
const ExampleCall = lazy(async () => ({ default: (await import('./example-call.tsx')).ExampleCall }));

type EmptyProps = {
  icon: TablerIcon;
  title: string;
  children: ReactNode;
  /** The call that would put something here. */
  call?: { tool: string; input: unknown };
  action?: ReactNode;
};

/** An empty state: what would be here, and how it gets here. */
export function Empty({ icon: Icon, title, children, call, action }: EmptyProps) {
  return (
    <Stack className={classes['empty']} align="center" gap="md">
      <span className={classes['mark']} aria-hidden>
        <Icon size={22} stroke={1.6} />
      </span>
      <Stack gap={4} align="center" maw={480}>
        <Title order={3} ta="center">
          {title}
        </Title>
        <Text size="sm" c="dimmed" ta="center" textWrap="balance">
          {children}
        </Text>
      </Stack>
      {action}
      {call !== undefined && (
        <Box w="100%" maw={620}>
          <Suspense fallback={<Box h={280} />}>
            <ExampleCall {...call} />
          </Suspense>
        </Box>
      )}
    </Stack>
  );
}
