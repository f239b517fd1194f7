import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedChat = {
  model: string;
  temperature: number;
  messages: { role: string; content: string }[];
  authorization: string | undefined;
};

/** How the server replies to one request. */
export type ChatReply = (res: ServerResponse, asked: ReceivedChat) => void;

/** The documented answer with this content. */
export const says =
  (content: string): ChatReply =>
  (res, { model }) => {
    const message = { role: 'assistant', content };
    const body = {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      model,
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    };
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

/** A small server in the shape of OpenAI's chat completions, as documented; `reply` says what it answers. */
export async function startChatServer() {
  const received: ReceivedChat[] = [];
  const made = { url: '', received, reply: says('none'), close: async () => {} };
  const server = createServer((req, res) => {
    const chunks: Uint8Array[] = [];
    req.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    req.on('end', () => {
      if (req.method !== 'POST' || req.url !== '/v1/chat/completions') return res.writeHead(404).end();
      const asked = { ...JSON.parse(Buffer.concat(chunks).toString()), authorization: req.headers.authorization };
      received.push(asked as ReceivedChat);
      return made.reply(res, asked as ReceivedChat);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  made.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return made;
}
