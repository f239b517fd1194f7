import { Router } from 'express';
import type { ToolSet } from '../routers/index.ts';
import { errorIn } from '../routers/trpc.ts';
import type { Gate } from '../server/gate/gate.ts';
import type { Services } from '../server/services.ts';
import { type Challenge, sendFault, sendJson } from './answer.ts';
import { AbortedUpload } from './body.ts';
import { deprecationHeaders } from './deprecation.ts';
import { readIncoming } from './incoming.ts';
import { parseJsonObject } from './json.ts';
import { requestContext, readJson } from './request.ts';

type Parts = { gate: Gate; services: Services; challenge: Challenge; tools: ToolSet };

/** `POST /tools/:name`: a tool's input as JSON body, its result as JSON answer. */
export function restAdapter({ gate, services, challenge, tools }: Parts): Router {
  const { registry, callTool } = tools;
  const router = Router();
  router.post('/tools/:name', async (req, res) => {
    const { requestId, startedAt } = requestContext(req);
    let body;
    try {
      body = await readJson(req, parseJsonObject);
    } catch (error) {
      if (error instanceof AbortedUpload) return;
      throw error;
    }
    const incoming = readIncoming('rest', req.headers, {
      id: requestId,
      bytes: body.size,
      fault: body.fault,
      startedAt,
      body: body.bytes,
    });
    const { name } = req.params;
    for (const [header, value] of deprecationHeaders(registry.get(name))) res.setHeader(header, value);
    try {
      if (!registry.has(name)) throw await gate.refuseUnknown(incoming, name);
      const context = { requestId, nextIncoming: () => incoming, gate, services };
      const { json, replayed } = await callTool(name, context, body.value);
      sendJson(res, 200, json, { requestId, incoming, replayed });
    } catch (error) {
      sendFault(res, gate.faultOf(errorIn(error), requestId), { requestId, incoming, challenge });
    }
  });
  return router;
}
