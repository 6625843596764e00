/** Bytes with a content type, for the few calls whose success answer is not JSON: a captcha picture, a PDF. */
import * as v from "valibot";

export class Binary {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly headers: Record<string, string>;
  constructor(bytes: Uint8Array, contentType: string, headers: Record<string, string> = {}) {
    this.bytes = bytes;
    this.contentType = contentType;
    this.headers = headers;
  }
}
/** The output schema of a call that answers with bytes. */
export const binary = v.instance(Binary);
