import classes from './invisible.module.css';

/**
 * Characters that are not seen and change what is: without width, for the direction of a text, or a second, hidden text of
 * tags. A joiner within an emoji is part of it.
 */
const INVISIBLE =
  /([\u200B\u200C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]|\u200D(?!\p{Extended_Pictographic}))/u;

const ALL = new RegExp(INVISIBLE, 'gu');

/** `[U+202E]`. */
const nameOf = (character: string) => `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;

/** How many of a text's characters are invisible. */
export const invisibleIn = (text: string): number => text.match(ALL)?.length ?? 0;

/** A text with the invisible characters replaced by their names. */
export const named = (text: string): string => text.replaceAll(ALL, nameOf);

/** A text with the names of its invisible characters, highlighted, in their place: what they would do is not done. */
export const Visible = ({ text }: { text: string }) =>
  text.split(INVISIBLE).map((part, index) =>
    // Every second part is what the expression caught.
    index % 2 === 1 ? (
      <mark key={index} className={classes['mark']} title="An invisible character">
        {nameOf(part)}
      </mark>
    ) : (
      part
    ),
  );
