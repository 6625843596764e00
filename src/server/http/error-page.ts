/** The fallback page when no screen could be started: a body too large, a fault before the renderer. */
import type { Caller } from "#server/call/caller.ts";
import type { HttpResponse } from "./exchange.ts";
import { commonProblems, type CommonProblem } from "#shared/problems.ts";
import { say, type Text } from "#shared/texts.ts";

const back: Text = { id: "Kembali ke halaman sebelumnya", en: "Back to the page before", zh: "返回上一页" };

/** Seconds until a retry makes sense after a temporary fault; clients that come back at once prolong it. // Security rules 21 */
export const unavailableSeconds = 2;

/** Plain HTML without style or script, so that showing it needs nothing that failed. `path` is the page's own. */
export function errorPage(
  caller: Pick<Caller, "language" | "traceId">,
  code: CommonProblem,
  path: string,
): HttpResponse {
  const { status, text } = commonProblems[code];
  const words = say(text, caller.language);
  const body = `<!DOCTYPE html><html lang="${caller.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${words}</title></head><body><main><h1>${words}</h1><p><a href="${escaped(path)}">${say(back, caller.language)}</a></p><p><small>${caller.traceId}</small></p></main></body></html>`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "trace-id": caller.traceId,
      ...(status === 413 ? { connection: "close" } : {}),
      ...(status === 503 ? { "retry-after": String(unavailableSeconds) } : {}),
    },
    body,
  };
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
