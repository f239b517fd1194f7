import { Stack, Text } from '@mantine/core';
import { curlCall, mcpConfig, trpcCall } from '../../parts/examples.ts';
import { Secret } from '../../parts/secret.tsx';
import { Snippets } from '../../parts/snippet.tsx';

/** A new key, this once, with what to do with it at once. */
export function MadeKey({ secret }: { secret: string }) {
  return (
    <Secret secret={secret} what="the key">
      <Stack gap="xs">
        <Text size="sm" fw={500}>
          Try it
        </Text>
        <Snippets
          ways={[
            { name: 'REST', text: curlCall('verify_session', {}, secret) },
            { name: 'MCP client', text: mcpConfig(secret) },
            { name: 'tRPC', text: trpcCall(secret) },
          ]}
        />
      </Stack>
    </Secret>
  );
}
