/** The parts of the documents, in the order they are listed. */
export const SECTIONS = {
  start: 'Start here',
  guides: 'Guides',
  tools: 'Tools',
  errors: 'Errors',
} as const;

export type Section = keyof typeof SECTIONS;

/** One public page: its address is `path`, its Markdown twin `path` + `.md`. */
export type Page = {
  path: string;
  title: string;
  /** One sentence, for lists of pages and for search engines. */
  description: string;
  section: Section;
  /** A heading inside its section: the family of a tool. */
  group?: string;
  /** Markdown, beginning with the title as `#`; links to other pages of the site start with `/`. */
  markdown: string;
};
