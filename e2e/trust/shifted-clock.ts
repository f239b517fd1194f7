// Loaded with --import: the clock of this process is an hour ahead of everybody else's.
const HOUR_MS = 3_600_000;

const now = Date.now.bind(Date);

globalThis.Date = class extends Date {
  constructor(...values: []) {
    if (values.length === 0) super(now() + HOUR_MS);
    else super(...values);
  }

  static override now(): number {
    return now() + HOUR_MS;
  }
} as DateConstructor;
