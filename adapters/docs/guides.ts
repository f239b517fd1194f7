import { readFileSync } from 'node:fs';
import type { Page, Section } from './page.ts';

type Guide = { name: string; section: Section; description: string };

/** The guides: a file each in `docs/`, whose first heading is the title. */
export const GUIDES: readonly Guide[] = [
  {
    name: 'quickstart',
    section: 'start',
    description: 'From a key to the first call over each transport, in five minutes.',
  },
  {
    name: 'authentication',
    section: 'start',
    description: 'Keys, scopes and entitlement: what a call needs, and what is refused without it.',
  },
  {
    name: 'mcp',
    section: 'start',
    description:
      'Working configuration for Claude, Cursor, VS Code and other MCP clients, and what the endpoint speaks.',
  },
  {
    name: 'oauth',
    section: 'start',
    description: 'Applications that people let in themselves: no key to copy, a consent page, a token they can revoke.',
  },
  {
    name: 'typescript',
    section: 'start',
    description: 'The typed client: batches reads, makes writes safe to repeat, waits when asked to.',
  },
  {
    name: 'runs',
    section: 'guides',
    description: 'A scheduled agent’s run from start to finish: declare it, tie calls to it, settle it.',
  },
  {
    name: 'working-unattended',
    section: 'guides',
    description: 'Agents that run unattended: key and run, writing once, finding, correcting, refusals.',
  },
  {
    name: 'drafts',
    section: 'guides',
    description: 'Nothing is sent in a person’s name: how drafts are staged, reviewed and published.',
  },
  {
    name: 'webhooks',
    section: 'guides',
    description: 'Events posted to your address: what they hold, how they are signed and retried, verifiers to copy.',
  },
  {
    name: 'retries',
    section: 'guides',
    description: 'Which calls can be repeated, and how an Idempotency-Key makes the rest safe.',
  },
  {
    name: 'limits',
    section: 'guides',
    description: 'How many calls, how large, and what the headers of every answer say about it.',
  },
  {
    name: 'versioning',
    section: 'guides',
    description: 'What may change within v1, what may not, and how a deprecation is announced.',
  },
  { name: 'errors', section: 'errors', description: 'The one envelope, every code in it, and how to act on them.' },
];

const FOLDER = new URL('../../docs/', import.meta.url);

/**
 * The guides as pages. `{{name}}` in their text is replaced by the value with that name.
 * @throws Error when a guide uses an unknown name, or has no title
 */
export function guidePages(values: Record<string, string>): Page[] {
  return GUIDES.map(({ name, section, description }) => {
    const markdown = readFileSync(new URL(`${name}.md`, FOLDER), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
      if (values[key] === undefined) throw new Error(`docs/${name}.md asks for {{${key}}}, which there is not.`);
      return values[key];
    });
    const title = /^# (.+)$/m.exec(markdown)?.[1];
    if (title === undefined) throw new Error(`docs/${name}.md has no title.`);
    return { path: `/docs/${name}`, title, description, section, markdown };
  });
}
