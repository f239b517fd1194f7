/**
 * The parameters of a request to an OAuth endpoint, from a query or a form. One without a value counts as left out, and
 * those nobody knows are ignored (RFC 6749 section 3.1).
 */
export class Parameters {
  readonly #values: URLSearchParams;

  constructor(values: URLSearchParams) {
    this.#values = values;
  }

  /** Every value of a parameter that may be repeated. */
  all(name: string): string[] {
    return this.#values.getAll(name).filter((value) => value !== '');
  }

  /** The value of a parameter; undefined when it is missing. */
  one(name: string): string | undefined {
    return this.all(name)[0];
  }

  /** Whether it stands there more than once, with a value or without. */
  isRepeated(name: string): boolean {
    return this.#values.getAll(name).length > 1;
  }
}
