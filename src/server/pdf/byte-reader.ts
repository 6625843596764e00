/** Lines of JSON and counted bytes by turns: how the server and its drawing process speak. */

/** A line is a few numbers; a longer one breaks the protocol. */
const maxLineBytes = 1_000;

export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The next line, parsed as JSON; undefined when the stream ends. @throws Error for an invalid line */
  async line(): Promise<unknown> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end >= 0) {
        const line = this.#rest.toString("utf8", 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return JSON.parse(line);
      }
      if (this.#rest.length > maxLineBytes) throw new Error("no line");
      const chunk = await this.#next();
      if (!chunk) return undefined;
      this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    }
  }

  /** The next `count` bytes; undefined where the stream ends before them. */
  async bytes(count: number): Promise<Uint8Array | undefined> {
    // Filled in place: a page has eleven megabytes, and is not held twice.
    const bytes = new Uint8Array(count);
    for (let filled = 0; filled < count;) {
      const chunk = this.#rest.length > 0 ? this.#rest : await this.#next();
      if (!chunk) return undefined;
      const part = chunk.subarray(0, count - filled);
      bytes.set(part, filled);
      filled += part.length;
      this.#rest = chunk.subarray(part.length);
    }
    return bytes;
  }

  async #next(): Promise<Buffer | undefined> {
    const next = await this.#chunks.next();
    return next.done ? undefined : next.value;
  }
}
