import type { Connection, FieldDef, Submittable } from 'pg';
import type pg from 'pg';

/** A query that only asks for a statement's description (protocol, "Describe"): nothing is run. */
class Describe implements Submittable {
  readonly #text: string;
  #parameters: number[] = [];
  #fields: { name: string; type: number }[] = [];
  readonly #ended = Promise.withResolvers<{ parameters: number[]; fields: { name: string; type: number }[] }>();
  readonly answer = this.#ended.promise;

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: Connection): void {
    connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#parameters = dataTypeIDs;
    });
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#fields = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
  }

  handleError(error: Error): void {
    this.#ended.reject(error);
  }

  handleReadyForQuery(): void {
    this.#ended.resolve({ parameters: this.#parameters, fields: this.#fields });
  }
}

/** The types of a statement's parameters and columns, by oid, as PostgreSQL describes it without running it. */
export async function describedBy(client: pg.Client, text: string) {
  const asked = new Describe(text);
  client.query(asked);
  return asked.answer;
}
