/** Bytes with a content type, for the few calls whose success answer is not JSON: a captcha picture, a PDF. */
import * as v from "valibot";

export class Binary {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly headers: Record<string, string>;
  /** Another status than the call's: what a partner's protocol wants in answer to its notification. */
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
