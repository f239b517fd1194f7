import { Stack, Text } from '@mantine/core';
import { Snippets } from '../../parts/snippet.tsx';

const NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: the bytes as they came; secret: from this page
export function isOurs(rawBody, headers, secret) {
  const at = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false;
  const right = createHmac('sha256', secret).update(at + '.').update(rawBody).digest();
  const given = Buffer.from(headers['webhook-signature'].replace(/^v1=/, ''), 'hex');
  return given.length === right.length && timingSafeEqual(given, right);
}`;

const PYTHON = `import hashlib, hmac, time

def is_ours(raw_body: bytes, headers, secret: str) -> bool:
    at = headers["Webhook-Timestamp"]
    if abs(time.time() - int(at)) > 300:
        return False
    right = hmac.new(secret.encode(), at.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest("v1=" + right, headers["Webhook-Signature"])`;

/** How a receiver verifies the signature of an event. */
export const VerifyHint = () => (
  <Stack gap="xs">
    <Text size="sm" fw={500}>
      Verify incoming events
    </Text>
    <Snippets
      ways={[
        { name: 'Node', text: NODE },
        { name: 'Python', text: PYTHON },
      ]}
    />
  </Stack>
);
