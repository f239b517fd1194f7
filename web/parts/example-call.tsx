import { callSnippets } from './examples.ts';
import { Snippets } from './snippet.tsx';

/** How a tool is called over each transport. */
export const ExampleCall = ({ tool, input }: { tool: string; input: unknown }) => (
  <Snippets ways={callSnippets(tool, input)} />
);
