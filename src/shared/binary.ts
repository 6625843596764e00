/** Bytes with a content type, for the few calls whose success answer is not JSON: a captcha picture, a PDF, a list as CSV. */
import * as v from "valibot";

export class Binary {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly headers: Record<string, string>;
  /** Another status than the call's: required by a partner's protocol in answer to its notification. */
  readonly status: number | undefined;
  constructor(bytes: Uint8Array, contentType: string, headers: Record<string, string> = {}, status?: number) {
    this.bytes = bytes;
    this.contentType = contentType;
    this.headers = headers;
    this.status = status;
  }
}
/** The output schema of a call that answers with bytes. */
export const binary = v.instance(Binary);

/** A file that is made while it is sent, part by part as its reader takes it. */
export class Streamed {
  readonly body: ReadableStream<Uint8Array>;
  readonly contentType: string;
  readonly headers: Record<string, string>;
  /** Resolves when the last part was read, no further part could be made, or the reader went away. */
  readonly ended: Promise<void>;
  constructor(parts: AsyncIterator<Uint8Array>, contentType: string, headers: Record<string, string> = {}) {
    this.contentType = contentType;
    this.headers = headers;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { done, value } = await parts.next();
            if (!done) return controller.enqueue(value);
            controller.close();
          } catch (error) {
            controller.error(error);
          }
          resolve();
        },
        async cancel() {
          await parts.return?.();
          resolve();
        },
      },
      // Makes nothing before it is requested.
      { highWaterMark: 0 },
    );
  }
}
/** The output schema of a call that answers with such a file. */
export const streamed = v.instance(Streamed);
