/**
 * The parameters of a request to an OAuth endpoint, from a query or a form. One without a value counts as omitted, and
 * unknown ones are ignored (RFC 6749 section 3.1).
 */
export class Parameters {
  readonly #values: URLSearchParams;

  constructor(values: URLSearchParams) {
    this.#values = values;
  }

  /** Every value of a repeatable parameter. */
  all(name: string): string[] {
    return this.#values.getAll(name).filter((value) => value !== '');
  }

  /** The value of a parameter; undefined when it is missing. */
  one(name: string): string | undefined {
    return this.all(name)[0];
  }

  /** Whether it occurs more than once, with a value or without. */
  isRepeated(name: string): boolean {
    return this.#values.getAll(name).length > 1;
  }
}
