/** How a hydrated part reaches the server: it makes the call of a contract, as a screen does while it is rendered (`#web/api.ts`). */
import type { Call, Envelope, ProblemKinds } from "#shared/contract.ts";
import { say, type Language } from "#shared/texts.ts";
import { beginLoading, endLoading, toast } from "#web/enhance/feedback.ts";
import { Problem } from "#web/problem.ts";
import { failedEvent, type FailedCall } from "#web/tracking/failed.ts";
import { visitorLabels } from "#web/tracking/visitor.ts";
import { kitTexts } from "#web/ui/texts.ts";

export interface BrowserCallOptions {
  /** Made before sending and kept for retries: one key, one effect. */
  idempotencyKey?: string;
  /** Nothing shows that it is under way, and a refusal is the caller's to show: no indicator, no toast. // Spec 7 */
  quiet?: true;
}

/**
 * Makes a call from the page.
 * @throws Problem when it is refused, with the text in the page's language; `NETWORK_ERROR` where no answer came.
 */
export async function browserCall<Sent, Heard, Reply, Problems extends ProblemKinds>(
  contract: Call<Sent, Heard, Reply, Problems>,
  input: NoInfer<Sent>,
  options: BrowserCallOptions = {},
): Promise<Reply> {
  if (!options.quiet) beginLoading();
  let status = 0;
  try {
    const { path, init } = requestOf(
      contract as unknown as Call,
      input as Record<string, unknown>,
      options.idempotencyKey,
    );
    const response = await fetch(path, init);
    status = response.status;
    const body: unknown = await response.json();
    if (!response.ok) throw new Problem(response.status, body as Envelope);
    return body as Reply;
  } catch (error) {
    const problem = error instanceof Problem ? error : unanswered(status);
    sayFailed(problem, contract.method, contract.path);
    // Spec 8: a failed answer shows the text of its status.
    if (!options.quiet) toast(problem.data.status.detail);
    throw problem;
  } finally {
    if (!options.quiet) endLoading();
  }
}

/** The file of every page reports it (`#web/tracking/logs.ts`). */
function sayFailed(
  { init: { status }, data: { status: reportedStatus, traceId } }: Problem,
  method: string,
  url: string,
): void {
  const detail: FailedCall = { status, code: reportedStatus.code, detail: reportedStatus.detail, traceId, method, url };
  document.dispatchEvent(new CustomEvent(failedEvent, { detail }));
}

/** The network was lost, or something on the way answered in its own words. */
function unanswered(status: number): Problem {
  const detail = say(kitTexts.networkProblem, document.documentElement.lang as Language);
  return new Problem(status, { status: { code: "NETWORK_ERROR", detail }, traceId: "" });
}

function requestOf(
  contract: Call,
  input: Record<string, unknown>,
  idempotencyKey: string | undefined,
): { path: string; init: RequestInit } {
  const rest = { ...input };
  let path: string = contract.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const headers: Record<string, string> = { ...visitorLabels(), "Content-Type": "application/json" };
  if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
  const init: RequestInit = { method: contract.method, headers, credentials: "same-origin" };
  if (contract.method === "GET") {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(rest))
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(key, String(one));
    // Not by `size`, which is undefined below Chrome 113 and Safari 17: the query would be omitted.
    const search = query.toString();
    if (search) path += `?${search}`;
  } else {
    init.body = JSON.stringify(rest);
  }
  return { path, init };
}
