import { Box, Stack, Text, Title } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty.module.css';
import { callSnippets } from './examples.ts';
import { Snippets } from './snippet.tsx';

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
          <Snippets ways={callSnippets(call.tool, call.input)} />
        </Box>
      )}
    </Stack>
  );
}
