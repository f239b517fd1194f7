/** Posts JSON, with an API key as the bearer token where there is one; follows no redirect. @throws what `fetch` throws */
export const postJson = (
  url: string,
  body: unknown,
  { apiKey, signal }: { apiKey: string | undefined; signal: AbortSignal },
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal,
  });
