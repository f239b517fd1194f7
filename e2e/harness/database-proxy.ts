import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type CommitKind, CommitWatch, type Wanted } from './commit-watch.ts';

/**
 * The fault of the next connection that sends a marker: it is cut once the bytes were forwarded (`sent`), or once their
 * answer arrived, which is dropped (`answered`); or the bytes are `held`, and forwarded after their sender has gone.
 */
export type Mishap = 'sent' | 'answered' | 'held';

type Trap = { marker: string; mishap: Mishap; struck(): void };

type CommitTrap = Wanted & { struck(isCommitted: boolean): void };

/** A proxy to PostgreSQL or Redis that can be slow, silent, or cut connections at the worst moment. */
export class DatabaseProxy {
  /** Latency in each direction, in milliseconds. */
  delayMs = 0;
  /** Number of writes after an answer: the round trips so far. */
  roundTrips = 0;
  readonly #server: Server;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #trap: Trap | undefined;
  #commitTrap: CommitTrap | undefined;
  #silent = false;
  #waiting: (() => void)[] = [];
  #held: (() => void)[] = [];

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.#target = target;
    server.on('connection', (client) => this.#join(client));
  }

  static async start(target: string): Promise<DatabaseProxy> {
    const server = createServer();
    const proxy = new DatabaseProxy(server, new URL(target));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return url.href;
  }

  /** Arms a fault for one connection; resolves when it happened. */
  trap(marker: string, mishap: Mishap): Promise<void> {
    return new Promise((resolve) => {
      this.#trap = { marker, mishap, struck: resolve };
    });
  }

  /**
   * Cuts the connection of the next change that holds a mark, after its commit and before the answer that tells of it.
   * @returns whether the database did answer that it is committed, which the client never gets
   */
  cutAfterCommit(mark: string, kind: CommitKind): Promise<boolean> {
    return new Promise((resolve) => {
      this.#commitTrap = { mark, kind, struck: resolve };
    });
  }

  /** Forwards nothing any more, without closing connections. */
  silence(): void {
    this.#silent = true;
  }

  /** Forwards again, with what was withheld meanwhile. */
  speak(): void {
    this.#silent = false;
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Forwards what was held, whoever sent it. */
  release(): void {
    for (const go of this.#held.splice(0)) go();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(go: () => void): void {
    const now = () => (this.#silent ? this.#waiting.push(go) : go());
    if (this.delayMs === 0) now();
    else setTimeout(now, this.delayMs);
  }

  #join(client: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname);
    let isHeld = false;
    let isAsked = false;
    let isCut = false;
    const watch = this.#target.protocol.startsWith('postgres') ? new CommitWatch() : undefined;
    let committing: CommitTrap | undefined;
    const cut = () => {
      isCut = true;
      client.destroy();
      // The server still reads what was sent.
      server.end();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => this.#sockets.delete(socket));
    }
    client.on('data', (bytes) => {
      if (!isAsked) this.roundTrips += 1;
      isAsked = true;
      if (committing === undefined && watch?.sent(bytes, this.#commitTrap)) {
        committing = this.#commitTrap;
        this.#commitTrap = undefined;
      }
      const trap = this.#trap;
      if (trap === undefined || !bytes.includes(trap.marker)) {
        const go = () => server.writable && server.write(bytes);
        if (isHeld) this.#held.push(go);
        else this.#pass(go);
        return;
      }
      this.#trap = undefined;
      trap.struck();
      if (trap.mishap === 'held') {
        isHeld = true;
        this.#held.push(() => server.write(bytes));
        return;
      }
      if (trap.mishap === 'answered') server.prependOnceListener('data', cut);
      server.write(bytes, () => trap.mishap === 'sent' && cut());
    });
    server.on('data', (bytes) => {
      isAsked = false;
      const isCommitted = watch?.received(bytes);
      if (committing !== undefined) {
        if (isCommitted === undefined || isCut) return;
        cut();
        committing.struck(isCommitted);
        return;
      }
      if (!isCut) this.#pass(() => client.writable && client.write(bytes));
    });
    client.on('close', () => {
      const end = () => server.end();
      if (isHeld) this.#held.push(end);
      else this.#pass(end);
    });
    server.on('close', () => {
      if (!isCut) committing?.struck(false);
      this.#pass(() => client.destroy());
    });
  }
}
