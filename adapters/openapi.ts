import { Router } from 'express';
import type { ToolSet } from '../routers/index.ts';
import { describeApi } from './openapi-document.ts';
import { type Prepared, prepare, sendPrepared } from './prepared.ts';
import { requestContext } from './request.ts';

/** `GET /openapi.json`: the public document of every tool, built on first request. */
export function openApiAdapter({ tools, serverUrl }: { tools: ToolSet; serverUrl: string | undefined }): Router {
  const router = Router();
  let prepared: Promise<Prepared> | undefined;
  const made = async () =>
    prepare('application/json; charset=utf-8', JSON.stringify(await describeApi(tools, serverUrl)));
  router.get('/openapi.json', async (req, res) => {
    sendPrepared(req, res, await (prepared ??= made()), {
      'Access-Control-Allow-Origin': '*',
      'X-Request-Id': requestContext(req).requestId,
    });
  });
  return router;
}
