/** Sends events to backends whose addresses two staff members entered. */
export interface WebhookPort {
  readonly adapter: string;
  /** Sends a body unchanged. Never throws: without an answer `status` is null, and `failure` gives the reason. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface WebhookAnswer {
  status: number | null;
  /** A code: TIMEOUT, NOT_CONNECTED. */
  failure: string | null;
}
