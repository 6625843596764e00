import type { Envelope } from "#shared/contract.ts";

/**
 * A refused call. To React Router it looks like `data(envelope, { status })`, so that a loader may let it through, and
 * the error screen gets the status and the envelope's text.
 */
export class Problem {
  readonly type = "DataWithResponseInit";
  readonly data: Envelope;
  readonly init: { status: number };
  constructor(status: number, envelope: Envelope) {
    this.data = envelope;
    this.init = { status };
  }
  get code(): string {
    return this.data.status.code;
  }
}
