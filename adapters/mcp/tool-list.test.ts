import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { registry } from '../../routers/index.ts';
import { toolList } from './tool-list.ts';

/**
 * The budget of the list of all tools in an agent's context, in tokens of the encoding o200k. Raise it only for a new
 * tool: every agent pays this before its first call.
 */
const BUDGET = 9_000;

const tokens = (json: string) => countTokens(json);

test('the list of tools stays within its budget of tokens', () => {
  const list = toolList(registry);
  const costs = (JSON.parse(list) as Record<string, unknown>[])
    .map((tool) => {
      const part = (name: string) => tokens(JSON.stringify(tool[name]));
      return {
        name: String(tool['name']),
        all: tokens(JSON.stringify(tool)),
        input: part('inputSchema'),
        output: part('outputSchema'),
        description: part('description'),
      };
    })
    .sort((a, b) => b.all - a.all);
  const lines = costs.map(
    ({ name, all, input, output, description }) =>
      `  ${String(all).padStart(5)}  ${name} (input ${input}, output ${output}, description ${description})`,
  );
  process.stdout.write(
    `tools/list: ${tokens(list)} tokens (o200k) for ${costs.length} tools, of ${BUDGET}\n${lines.join('\n')}\n`,
  );
  expect(tokens(list)).toBeLessThanOrEqual(BUDGET);
});
