/** How a change is committed: by COMMIT after it, or with the statements that make it, which need none. */
export type CommitKind = 'transaction' | 'statement';

/** What a connection is watched for: the commit of the next change whose parameters hold the mark. */
export type Wanted = { mark: string; kind: CommitKind };

const BEGIN = /^(?:[^\0]*\0)?(?:begin|start transaction)\b/i;
const COMMIT = /^(?:[^\0]*\0)?commit\b/i;
const ROLLBACK = /^(?:[^\0]*\0)?rollback(?! to)\b/i;

const LONGEST_COMMAND = 40;

/** The messages of PostgreSQL's protocol in the bytes of one direction; the client's first one has no type. */
class Messages {
  #rest: Buffer = Buffer.alloc(0);
  #isTyped: boolean;

  constructor(isTyped: boolean) {
    this.#isTyped = isTyped;
  }

  *read(bytes: Buffer): Generator<Buffer> {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const start = this.#isTyped ? 1 : 0;
      if (this.#rest.length < start + 4) return;
      const length = start + this.#rest.readUInt32BE(start);
      if (this.#rest.length < length) return;
      yield this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      this.#isTyped = true;
    }
  }
}

const typeOf = (message: Buffer) => String.fromCharCode(message[0]!);

/** The beginning of what a message says, after type and length. */
const beginningOf = (message: Buffer) => message.subarray(5, 5 + LONGEST_COMMAND).toString('latin1');

/** Follows one connection to PostgreSQL: which request commits a change, and whether the answer says that it did. */
export class CommitWatch {
  readonly #sent = new Messages(false);
  readonly #received = new Messages(true);
  /** Requests so far, each answered by one ReadyForQuery; the start of the connection counts as one. */
  #asked = 1;
  #answered = 0;
  #isOpen = false;
  #isCommit = false;
  #isFailed = false;
  #marked: Wanted | undefined;
  #awaited: number | undefined;

  /** Notes what the client sends; whether what commits the wanted change is among it. */
  sent(bytes: Buffer, wanted: Wanted | undefined): boolean {
    for (const message of this.#sent.read(bytes)) {
      const type = typeOf(message);
      if (wanted !== undefined && message.includes(wanted.mark)) this.#marked = wanted;
      if (type === 'Q' || type === 'P') this.#command(beginningOf(message));
      if (type === 'Q' || type === 'S') this.#request(wanted);
    }
    return this.#awaited !== undefined;
  }

  #command(text: string): void {
    if (BEGIN.test(text)) this.#isOpen = true;
    if (COMMIT.test(text)) this.#isCommit = true;
    if (ROLLBACK.test(text)) {
      this.#isOpen = false;
      this.#marked = undefined;
    }
  }

  #request(wanted: Wanted | undefined): void {
    this.#asked += 1;
    const kind = this.#isCommit ? 'transaction' : this.#isOpen ? undefined : 'statement';
    if (kind === undefined) return;
    if (wanted !== undefined && this.#marked === wanted && kind === wanted.kind) this.#awaited ??= this.#asked;
    this.#isOpen = false;
    this.#isCommit = false;
    this.#marked = undefined;
  }

  /** Notes what the server answers; once it is the awaited commit's, whether it was done. */
  received(bytes: Buffer): boolean | undefined {
    let isDone: boolean | undefined;
    for (const message of this.#received.read(bytes)) {
      const type = typeOf(message);
      // A COMMIT after an error is answered with ROLLBACK.
      if (type === 'E' || (type === 'C' && beginningOf(message).startsWith('ROLLBACK'))) this.#isFailed = true;
      if (type !== 'Z') continue;
      this.#answered += 1;
      if (this.#answered === this.#awaited) isDone = !this.#isFailed && beginningOf(message) === 'I';
      this.#isFailed = false;
    }
    return isDone;
  }
}
