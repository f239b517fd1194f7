import type { Request, Response as Answer, Router } from 'express';
import type { z } from 'zod';
import { ENTITIES, type Entity } from '../server/records/kinds.ts';
import { activityFilters } from '../routers/panel/activity.ts';
import { auditFilters } from '../routers/panel/audit.ts';
import { auditDocument } from '../server/audit/export.ts';
import { Fault } from '../server/errors.ts';
import type { Call } from '../server/gate/call.ts';
import type { Gate } from '../server/gate/gate.ts';
import type { Activity } from '../server/identity/activity.ts';
import { activityActorOf, type PersonAction, personRun, writeAsPerson } from '../server/identity/person-call.ts';
import { usableSessionOf } from '../server/identity/session-cookie.ts';
import { errorsCsv } from '../server/imports/imports.ts';
import { recordsCsv, recordsJson } from '../server/imports/records-export.ts';
import { activityCsv, auditCsv } from '../server/panel/csv.ts';
import { exportCalls } from '../server/panel/panel-audit.ts';
import { exportDocument, recordExport } from '../server/privacy/workspaces.ts';
import type { Services } from '../server/services.ts';
import { API_HEADERS, sendFault } from './answer.ts';
import { parsed } from './parsed.ts';
import { requestContext } from './request.ts';
import { siteOf } from './site.ts';

const CHALLENGE = { authenticate: 'Session' };

/** The exports of `/app`: files of any length for the person in a session. */
export function mountDownloads(router: Router, { gate, services }: { gate: Gate; services: Services }): void {
  const { config, db, secrets } = services;
  const site = siteOf(config.PUBLIC_URL);

  type File = { type: string; file: string; extension: string; text: AsyncIterable<string> };

  /** A file of any length for the person in a session; `make` records the export as activity first. */
  const download = async (
    req: Request,
    res: Answer,
    name: string,
    make: (action: PersonAction) => Promise<File>,
  ): Promise<void> => {
    const { requestId } = requestContext(req);
    try {
      if (site(req.headers) === 'elsewhere') throw new Fault('foreign_origin');
      const sessions = { db, secret: secrets.sessionSecret, publicUrl: config.PUBLIC_URL };
      const session = await usableSessionOf(sessions, req.headers.cookie);
      const { type, file, extension, text } = await make({ session, requestId, name });
      const day = new Date().toISOString().slice(0, 10);
      for (const [header, value] of API_HEADERS) res.setHeader(header, value);
      res.setHeader('Content-Type', type);
      res.setHeader('Content-Disposition', `attachment; filename="${file}-${day}.${extension}"`);
      // One listener for all pieces: those that compression passes on are not removed again.
      let goOn = () => {};
      for (const event of ['drain', 'close']) res.on(event, () => goOn());
      for await (const piece of text) {
        if (!res.write(piece) && !res.destroyed) await new Promise<void>((resolve) => (goOn = resolve));
        if (res.destroyed) return;
      }
      res.end();
    } catch (error) {
      const fault = gate.faultOf(error, requestId);
      // Once rows were sent, only an aborted answer shows that some are missing.
      if (res.headersSent) res.destroy();
      else sendFault(res, fault, { requestId, challenge: CHALLENGE });
    }
  };

  type Made = Pick<File, 'type' | 'extension'> & { pieces: AsyncIterable<string> };
  const csv = (pieces: AsyncIterable<string>): Made => ({
    type: 'text/csv; charset=utf-8',
    extension: 'csv',
    pieces,
  });

  const json = (pieces: AsyncIterable<string>): Made => ({
    type: 'application/json; charset=utf-8',
    extension: 'json',
    pieces,
  });

  const record = (action: PersonAction, done: Activity) =>
    writeAsPerson(
      gate,
      action,
      async () => {},
      () => done,
    );

  /** An export of a log. */
  const exported = <Filters extends z.ZodType>(
    path: string,
    name: 'audit' | 'activity',
    filters: Filters,
    make: (call: Call, filters: z.output<Filters>) => Made,
  ) =>
    router.get(path, (req, res) =>
      download(req, res, `panel.${name}.export`, async (action) => {
        const narrowed = parsed(filters, req.query);
        await record(action, { act: `${name}.exported`, detail: narrowed as Activity['detail'] });
        const { pieces, ...made } = make(personRun(gate, action).call, narrowed);
        return { ...made, file: name === 'audit' ? 'audit-log' : name, text: pieces };
      }),
    );

  router.get('/workspace.json', (req, res) =>
    download(req, res, 'panel.workspace.export', async (action) => {
      const workspaceId = action.session.workspace.id;
      await recordExport(db, workspaceId, { requestId: action.requestId, person: activityActorOf(action) });
      const type = 'application/json; charset=utf-8';
      return { type, file: 'workspace', extension: 'json', text: exportDocument(db, workspaceId) };
    }),
  );

  const exportsRecords = (path: string, make: (call: Call, kind: Entity) => Made) =>
    router.get(path, (req, res, next) => {
      const kind = ENTITIES.find((each) => each === req.params['kind']);
      if (kind === undefined) return next();
      return download(req, res, 'panel.records.export', async (action) => {
        const { type, extension, pieces } = make(personRun(gate, action).call, kind);
        await record(action, { act: 'records.exported', detail: { kind, as: extension } });
        return { type, extension, file: kind, text: pieces };
      });
    });
  exportsRecords('/records/:kind.csv', (call, kind) => csv(recordsCsv(call, kind)));
  exportsRecords('/records/:kind.json', (call, kind) => json(recordsJson(call, kind)));

  router.get('/imports/:id/errors.csv', (req, res) =>
    download(req, res, 'panel.imports.errors', async (action) => {
      const text = await errorsCsv(personRun(gate, action).call, String(req.params['id']));
      return { type: 'text/csv; charset=utf-8', file: 'import-errors', extension: 'csv', text };
    }),
  );

  exported('/audit.csv', 'audit', auditFilters, (call, filters) => csv(auditCsv(call, filters)));
  exported('/audit.json', 'audit', auditFilters, (call, filters) =>
    json(auditDocument(call, filters, exportCalls(call, filters))),
  );
  exported('/activity.csv', 'activity', activityFilters, (call, filters) => csv(activityCsv(call, filters)));
}
