/** A fenced block of a Markdown page. */
export type Snippet = {
  page: string;
  language: string;
  /** The words after the language. */
  caption: string;
  code: string;
};

const FENCE = /^```(\S*) ?(.*)\n([\s\S]*?)^```$/gm;

export const snippetsOf = (page: string, markdown: string): Snippet[] =>
  Array.from(markdown.matchAll(FENCE), ([, language, caption, code]) => ({
    page,
    language: language!,
    caption: caption!,
    code: code!,
  }));
