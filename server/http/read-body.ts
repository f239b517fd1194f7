/** A response's body as text; undefined once it is longer than `mostBytes`, and the rest is not read. @throws what reading throws */
export async function readBody({ body }: Response, mostBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A response's body as JSON; undefined when it is none, or longer than `mostBytes`. @throws what reading throws */
export async function readJson(response: Response, mostBytes: number): Promise<unknown> {
  const text = await readBody(response, mostBytes);
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
