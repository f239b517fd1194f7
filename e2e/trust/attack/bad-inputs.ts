import fc from 'fast-check';
import { registry } from '../../../routers/index.ts';
import { anyInput } from '../../harness/any-input.ts';
import { Records } from '../../harness/records.ts';
import { envelopeProblems, outputProblems } from '../../harness/schemas.ts';
import { callTool } from '../../harness/transports.ts';
import { type Attack, eachOf } from './attack.ts';

const TOTAL = { quick: 2_000, full: 100_000 };

/** Generated inputs of every tool over REST and MCP: a result of its schema or the envelope, and never a 5xx. */
export const badInputs: Attack = {
  name: 'generated bad inputs',
  async run({ app, quick }) {
    const tools = [...registry.values()];
    const each = Math.ceil((quick ? TOTAL.quick : TOTAL.full) / tools.length);
    const problems: string[] = [];
    let calls = 0;
    let taken = 0;
    const seed = Date.now() % 2 ** 31;
    for (const tool of tools) {
      // A workspace for each tool: what one makes does not fill the answers of the next.
      const who = await app.newTenant();
      const example = await new Records(app, who).exampleOf(tool);
      const inputs = fc.sample(anyInput(tool, example), { numRuns: each, seed });
      await eachOf(inputs, 8, async (input, index) => {
        const transport = index % 2 === 0 ? 'rest' : 'mcp';
        const answer = await callTool(transport, tool.name, input, { baseUrl: app.baseUrl, key: who.key });
        calls += 1;
        if (answer.result !== undefined) taken += 1;
        const wrong = answer.result === undefined ? refusalProblems(answer) : outputProblems(tool, answer.result);
        if (answer.status >= 500) wrong.push(`status ${answer.status}`);
        const shown = () => `${tool.name} over ${transport}, seed ${seed}, ${JSON.stringify(input)?.slice(0, 300)}`;
        problems.push(...wrong.map((what) => `${what}: ${shown()}`));
      });
    }
    if (taken === 0) problems.push('no generated input was taken: the generator is no use');
    return { figures: { calls, taken, refused: calls - taken }, problems };
  },
};

const refusalProblems = ({ error, text }: { error?: unknown; text: string }): string[] =>
  error === undefined ? [`neither a result nor an error: ${text.slice(0, 200)}`] : envelopeProblems({ error });
