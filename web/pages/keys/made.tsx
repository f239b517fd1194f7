import { Stack, Text } from '@mantine/core';
import { curlCall, mcpConfig, trpcCall } from '../../parts/examples.ts';
import { Secret } from '../../parts/secret.tsx';
import { Snippets } from '../../parts/snippet.tsx';

/** A new key, shown once, with ready-made calls. */
export function MadeKey({ secret }: { secret: string }) {
  return (
    <Secret secret={secret} what="the key" stored="Only a hash of it is stored, so it cannot be shown again.">
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
