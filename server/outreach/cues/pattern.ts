/** Any of the parts, each from the beginning of a word, in either case. */
export const any = (...parts: string[]) => new RegExp(`\\b(?:${parts.join('|')})`, 'i');

/** A pattern whose names must have their capitals; parts in `(?i:…)` need not. */
export const cased = (...parts: string[]) => new RegExp(`(?:${parts.join('|')})`, 'u');
