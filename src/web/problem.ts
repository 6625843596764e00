import type { Envelope } from "#shared/contract.ts";

/**
 * A refused call. It looks to React Router like `data(envelope, { status })`, so that a loader may let it through and
 * the error screen gets the status and the text of the envelope.
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
