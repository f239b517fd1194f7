import { StringDecoder } from 'node:string_decoder';

/** Bytes that a head may have, those of interim answers before it included. */
const HEAD_BYTES = 16 * 1024;

/** Bytes of a body that are read, and those that are kept of them. */
const READ_BYTES = 16 * 1024;
const EXCERPT_BYTES = 4 * 1024;

/** Bytes that the line of a chunk's size may have. */
const LINE_BYTES = 1024;

const STATUS = /^HTTP\/1\.(?<minor>[01]) (?<status>[1-9]\d\d)(?=[ \r]|$)/;
const FIELD = /\r\n(content-length|transfer-encoding|connection|keep-alive|retry-after):[ \t]*([^\r\n]*)/gi;
const SIZE = /^(?<size>[0-9a-f]{1,8})[ \t]*(?:;|$)/i;

const NOTHING = Buffer.alloc(0);

/** What came is no HTTP answer. */
export class NoAnswer extends Error {}

/** Where in an answer (RFC 9112, 6.3 and 7.1) the next byte belongs. */
type Place = 'head' | 'body' | 'chunk size' | 'chunk' | 'chunk end' | 'trailer' | 'end';

/**
 * Reads an HTTP/1 answer to a POST as its bytes come: the status, when to try again, whether the connection can be used
 * again, and the beginning of the body. Whatever it does not understand after the head ends the body and the connection.
 */
export class AnswerReader {
  /** Undefined until the head is there. */
  status: number | undefined;
  retryAfter: string | undefined;
  /** How long the receiver says it keeps the connection, in milliseconds; infinite when it says nothing. */
  keepMs = Infinity;
  #place: Place = 'head';
  #keeps = false;
  /** Bytes of the body, or of the chunk, that are still to come. */
  #left = Infinity;
  #headBytes = 0;
  #read = 0;
  #excerpt: Buffer[] = [];
  #rest: Buffer = NOTHING;

  /** All of it was read, or as much as is wanted. */
  get ended(): boolean {
    return this.#place === 'end';
  }

  /** The connection can carry another request. */
  get keeps(): boolean {
    return this.#keeps && this.ended;
  }

  /** The first 4 KiB of the body, as text that a database can keep. */
  get excerpt(): string {
    const bytes = Buffer.concat(this.#excerpt).subarray(0, EXCERPT_BYTES);
    return new StringDecoder('utf8').write(bytes).replaceAll('\0', '').toWellFormed();
  }

  /**
   * @param bytes the reader's until it returns
   * @throws NoAnswer
   */
  push(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (this.#place !== 'end' && this.#step());
    if (this.#place === 'end') {
      // What nobody asked for is no beginning of the next answer.
      if (this.#rest.length > 0) this.#keeps = false;
      this.#rest = NOTHING;
    } else if (this.#rest.length > 0) this.#rest = Buffer.from(this.#rest);
  }

  /** Reads on as far as one thing goes; false when it takes more bytes. */
  #step(): boolean {
    if (this.#place === 'head') return this.#readHead();
    if (this.#place === 'body' || this.#place === 'chunk') return this.#readBody();
    const line = this.#readLine();
    if (line === undefined) return false;
    if (this.#place === 'chunk end') {
      if (line === '') this.#place = 'chunk size';
      else this.#giveUp();
    } else if (this.#place === 'chunk size') {
      const size = SIZE.exec(line)?.groups!['size'];
      if (size === undefined) this.#giveUp();
      else {
        this.#left = parseInt(size, 16);
        this.#place = this.#left === 0 ? 'trailer' : 'chunk';
      }
    } else if (line === '') this.#place = 'end';
    return true;
  }

  #readHead(): boolean {
    const end = this.#rest.indexOf('\r\n\r\n');
    if (this.#headBytes + (end === -1 ? this.#rest.length : end) > HEAD_BYTES) throw new NoAnswer('too long a head');
    if (end === -1) return false;
    const head = this.#rest.toString('latin1', 0, end);
    this.#rest = this.#rest.subarray(end + 4);
    this.#headBytes += end + 4;
    const { minor, status } = STATUS.exec(head)?.groups ?? {};
    if (status === undefined) throw new NoAnswer('no status line');
    // Interim answers (RFC 9110, 15.2) come before the one that counts.
    if (status.startsWith('1') && status !== '101') return true;
    this.status = Number(status);
    this.#frame(fieldsOf(head), minor === '1');
    return true;
  }

  #frame(fields: Record<string, string>, persistent: boolean): void {
    const { 'content-length': length, 'transfer-encoding': encoding, connection = '' } = fields;
    this.retryAfter = fields['retry-after'];
    const seconds = /timeout=(\d{1,6})/i.exec(fields['keep-alive'] ?? '')?.[1];
    if (seconds !== undefined) this.keepMs = Number(seconds) * 1_000;
    this.#keeps = persistent && !/\b(close|upgrade)\b/i.test(connection) && this.status !== 101;
    if (this.status === 204 || this.status === 304) this.#place = 'end';
    else if (encoding !== undefined) {
      this.#place = encoding.toLowerCase() === 'chunked' ? 'chunk size' : 'body';
      if (this.#place === 'body' || length !== undefined) this.#keeps = false;
    } else if (length !== undefined && /^\d{1,15}$/.test(length)) {
      this.#left = Number(length);
      this.#place = this.#left === 0 ? 'end' : 'body';
    } else {
      this.#place = 'body';
      this.#keeps = false;
    }
  }

  #readBody(): boolean {
    if (this.#rest.length === 0) return false;
    const bytes = this.#rest.subarray(0, Math.min(this.#rest.length, this.#left));
    this.#rest = this.#rest.subarray(bytes.length);
    this.#left -= bytes.length;
    if (this.#read < EXCERPT_BYTES) this.#excerpt.push(Buffer.from(bytes.subarray(0, EXCERPT_BYTES - this.#read)));
    this.#read += bytes.length;
    if (this.#read > READ_BYTES) this.#giveUp();
    else if (this.#left === 0) this.#place = this.#place === 'chunk' ? 'chunk end' : 'end';
    return true;
  }

  #readLine(): string | undefined {
    const end = this.#rest.indexOf('\r\n');
    if (end === -1) {
      if (this.#rest.length > LINE_BYTES) this.#giveUp();
      return undefined;
    }
    const line = this.#rest.toString('latin1', 0, end);
    this.#rest = this.#rest.subarray(end + 2);
    return line;
  }

  #giveUp(): void {
    this.#place = 'end';
    this.#keeps = false;
  }
}

/** The fields of interest, by name in lower case; one that comes more than once is a list, as HTTP has it. */
function fieldsOf(head: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, name, text] of head.matchAll(FIELD)) {
    const [key, value] = [name!.toLowerCase(), text!.trimEnd()];
    fields[key] = fields[key] === undefined ? value : `${fields[key]}, ${value}`;
  }
  return fields;
}
