import { Router } from 'express';
import type { ToolSet } from '../routers/index.ts';
import { nearestTools } from '../routers/registry.ts';
import { errorIn } from '../routers/trpc.ts';
import type { Gate } from '../server/gate/gate.ts';
import type { Services } from '../server/services.ts';
import { type Challenge, sendFault, sendJson } from './answer.ts';
import { AbortedUpload } from './body.ts';
import type { BodyBudget } from './body-budget.ts';
import { deprecationHeaders } from './deprecation.ts';
import { readIncoming } from './incoming.ts';
import { parseJsonObject } from './json.ts';
import { requestContext, Upload } from './request.ts';

type Parts = { gate: Gate; services: Services; challenge: Challenge; tools: ToolSet; budget: BodyBudget };

/** `POST /tools/:name`: a tool's input as JSON body, its result as JSON answer. */
export function restAdapter({ gate, services, challenge, tools, budget }: Parts): Router {
  const { registry, callTool } = tools;
  const router = Router();
  router.post('/tools/:name', async (req, res) => {
    const { requestId, startedAt } = requestContext(req);
    const { name } = req.params;
    const upload = new Upload(req, budget);
    const incoming = readIncoming('rest', req.headers, {
      id: requestId,
      bytes: upload.announced,
      address: req.ip,
      startedAt,
    });
    for (const [header, value] of deprecationHeaders(registry.get(name))) res.setHeader(header, value);
    try {
      const refusal = await gate.admissions.recognize(incoming, registry.get(name));
      if (refusal !== undefined) throw refusal;
      const { keyId } = await incoming.identity!;
      const body = await upload.json({ holder: keyId, limit: registry.get(name)?.maxBytes ?? 0 }, parseJsonObject);
      Object.assign(incoming, { requestBytes: body.size, bodyFault: body.fault, body: body.bytes });
      if (!registry.has(name)) throw await gate.admissions.refuseUnknown(incoming, name, nearestTools(registry, name));
      const context = { requestId, nextIncoming: () => incoming, gate, services };
      const { json, replayed } = await callTool(name, context, body.value);
      sendJson(res, 200, json, { requestId, incoming, replayed });
    } catch (error) {
      if (error instanceof AbortedUpload) return;
      sendFault(res, gate.faultOf(errorIn(error), requestId), { requestId, incoming, challenge });
    } finally {
      upload.release();
    }
  });
  return router;
}
