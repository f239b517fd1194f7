import type { Person } from './person.ts';
import { until } from './until.ts';

type Panel = Person['browser']['panel'];
type Kind = Parameters<Panel['imports']['create']['mutate']>[0]['kind'];
export type Mapping = Omit<Parameters<Panel['imports']['start']['mutate']>[0], 'import_id'>;

/** Characters of a part: small, so that short files have several. */
const PART = 100_000;

/** Uploads a file in parts. @returns the import's id */
export async function upload(panel: Panel, kind: Kind, csv: string, part = PART): Promise<string> {
  const { import_id } = await panel.imports.create.mutate({
    kind,
    file_name: `${kind}.csv`,
    bytes: Buffer.byteLength(csv),
  });
  await sendParts(panel, import_id, csv, part);
  return import_id;
}

/** Sends the text of an upload in parts of so many characters. */
export async function sendParts(panel: Panel, import_id: string, text: string, part = PART): Promise<void> {
  for (let at = 0; at < text.length; at += part) {
    await panel.imports.add_part.mutate({ import_id, place: at / part, text: text.slice(at, at + part) });
  }
}

/** A kept connection that a busy process closed says nothing of the import. */
export function isCut(error: Error) {
  if (error.message !== 'fetch failed') throw error;
  return { state: 'running', done: 0 } as never as Awaited<ReturnType<Panel['imports']['get']['query']>>;
}

/** The import once it has ended. */
export const ended = (panel: Panel, import_id: string, timeout = 60_000) =>
  until(
    () => panel.imports.get.query({ import_id }).catch(isCut),
    ({ state }) => state !== 'running',
    timeout,
  );

/** Uploads, starts and waits. */
export async function importCsv(panel: Panel, kind: Kind, csv: string, mapping: Mapping = {}) {
  const import_id = await upload(panel, kind, csv);
  await panel.imports.start.mutate({ import_id, ...mapping });
  return ended(panel, import_id);
}
