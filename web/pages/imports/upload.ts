/** Characters of a part of an upload. */
const PART = 100_000;

/** Where a part ends: never inside a character of two units. */
function endOf(text: string, from: number): number {
  const end = Math.min(text.length, from + PART);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** A file's text in parts, in order. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at = endOf(text, at)) parts.push(text.slice(at, endOf(text, at)));
  return parts;
}

/** The text as the service counts it: without half characters, in bytes of UTF-8. */
export const sizeOf = (text: string): number => new TextEncoder().encode(text).length;
