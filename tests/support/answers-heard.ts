/**
 * Answers of the product to tests: each is compared with the published API, and saved as an example where
 * `API_ANSWERS` names a folder (`npm run api:examples`).
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { unpublished } from "#server/call/published-problems.ts";
import type { Api } from "#server/call/pipeline.ts";
import { CallRouter } from "#server/http/call-router.ts";

export interface HeardAnswer {
  method: string;
  /** With its query. */
  path: string;
  sent: unknown;
  status: number;
  body: unknown;
}

/** An answer with the call that gave it, as it stands in the folder of noted ones. */
export interface NotedAnswer {
  id: string;
  /** Values of the path's parameters, and of the query. */
  parameters: Record<string, string>;
  query: Record<string, string>;
  sent: unknown;
  status: number;
  body: unknown;
}

/** Hears what an app answers. @throws Error of an answer that its call does not publish */
export function answersHeard(api: Api): (heard: HeardAnswer) => void {
  const router = new CallRouter(api.calls());
  const folder = process.env["API_ANSWERS"];
  return ({ method, path, sent, status, body }) => {
    const { pathname, searchParams } = new URL(path, "http://localhost");
    const found = router.find(method, pathname);
    if (!found) return;
    const fault = unpublished(found.call, status, body);
    if (fault !== null) throw new Error(`${found.name} answered ${fault}, which it does not publish.`);
    if (folder === undefined || found.call.internal || body === null) return;
    const noted: NotedAnswer = {
      id: found.call.id,
      parameters: found.parameters,
      query: Object.fromEntries(searchParams),
      sent,
      status,
      body,
    };
    const file = (expect.getState().testPath ?? "unknown").replaceAll(/\W+/g, "-").slice(-150);
    appendFileSync(join(folder, `${file}.jsonl`), `${JSON.stringify(noted)}\n`);
  };
}
