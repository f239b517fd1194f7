/** The operator token of every service a test starts. */
export const OPERATOR_TOKEN = 'operator-token-of-the-tests-0123456789';

/** A service's environment for a test: quiet, on a free port, with fixed secrets. */
export function environment(extra: Record<string, string>): Record<string, string> {
  return {
    PORT: '0',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    SEED_DEMO: 'false',
    EMBEDDINGS: 'off',
    // All of it is filled with zeros at each start: 48 MB would be a tenth of the start's processor time.
    EMBEDDED_BUFFERS_MB: '8',
    OPERATOR_TOKEN,
    SESSION_SECRET: 'session-secret-of-the-tests-0123456789',
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    ...(process.env['TEST_REDIS_URL'] === undefined ? {} : { REDIS_URL: process.env['TEST_REDIS_URL'] }),
    ...extra,
  };
}
