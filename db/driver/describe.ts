import type { Connection, FieldDef, Submittable } from 'pg';
import type pg from 'pg';

/** A query that only asks for a statement's description (protocol, "Describe"): nothing is run. */
class Describe implements Submittable {
  readonly #text: string;
  #parameters: number[] = [];
  #fields: { name: string; type: number }[] = [];
  #settle!: (error: Error | null) => void;
  readonly answer: Promise<{ parameters: number[]; fields: { name: string; type: number }[] }>;

  constructor(text: string) {
    this.#text = text;
    this.answer = new Promise((resolve, reject) => {
      this.#settle = (error) =>
        error === null ? resolve({ parameters: this.#parameters, fields: this.#fields }) : reject(error);
    });
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
    this.#settle(error);
  }

  handleReadyForQuery(): void {
    this.#settle(null);
  }
}

/** The types of a statement's parameters and columns, by oid, as PostgreSQL describes it without running it. */
export async function describedBy(client: pg.Client, text: string) {
  const asked = new Describe(text);
  client.query(asked);
  return asked.answer;
}
