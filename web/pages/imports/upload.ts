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

/** A large file's text in parts, of which one is in memory at a time. @throws Error for what is no UTF-8 */
export async function* partsOfFile(file: Blob): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for (let at = 0; at < file.size; at += PART) {
      const piece = await file.slice(at, at + PART).arrayBuffer();
      const text = decoder.decode(piece, { stream: at + PART < file.size });
      if (text !== '') yield text;
    }
  } catch (error) {
    if (error instanceof TypeError) throw new Error('The file is not text in UTF-8.', { cause: error });
    throw error;
  }
}
