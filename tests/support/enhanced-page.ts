/**
 * The enhancer in a real browser, on plain pages with the attributes of the UI kit and a content policy as the product's.
 * A test file that imports this has a server and a browser; each of its tests has a page that must not break the policy.
 */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { assetPath, bundle } from "../../src/web/enhance/build.ts";
import { languageOfTag, type Language } from "#shared/texts.ts";
import { formChoice, type ScriptPart } from "../../src/web/enhance/form-choice.ts";
import { callOf, type FailedCall } from "#web/tracking/failed.ts";
import { launchChromium } from "./chromium.ts";

interface Post {
  path: string;
  body: Buffer;
  headers: IncomingMessage["headers"];
}
let server: Server;
let browser: Browser;
/** The page of the test that runs. */
export let page: Page;
export let origin = "";
/** Posts of this test's page. */
export let posts: Post[] = [];
let faults: string[] = [];
let cut = false;
/** While cut, the server takes what is posted and dies before it answers. */
export const cutAnswers = (is: boolean): void => void (cut = is);
/** Faults that a test provokes on purpose. */
export const forgive = (expected: RegExp): void => void (faults = faults.filter((fault) => !expected.test(fault)));
/** Failed requests that the page said to the file of every page, which reports them (`src/web/tracking/logs.ts`). */
export const failures = async (): Promise<FailedCall[]> => {
  // Told by the page's own task.
  await page.evaluate(() => {});
  return failed;
};
let failed: FailedCall[] = [];
/** Bodies of pages by path; the query of a live request is echoed. */
export const pages = new Map<string, (query: URLSearchParams) => string>();
/** The answer to a POST by path; by default a redirect to /done. */
export const answers = new Map<string, { status: number; html: string }>();
const scripts = {
  form: "",
  "form-amounts": "",
  "form-codes": "",
  "form-plain": "",
  reading: "",
  console: "",
  "after-load": "",
  upload: "",
};
/** Scripts that the kit's components need, by the attributes that they write: the pages of these tests are written by hand. */
const usesOf: Record<ScriptPart, RegExp> = {
  amounts: /\sdata-(?:stepper|format)[=\s>]/,
  codes: /\sdata-(?:countdown|dialog-open)[=\s>]|<dialog[\s>]|\sautocomplete="?one-time-code|class="code-boxes/i,
  live: /\sdata-live[=\s>]/,
};
const partsOf = (html: string): ReadonlySet<ScriptPart> =>
  new Set((Object.keys(usesOf) as ScriptPart[]).filter((part) => usesOf[part].test(html)));
/** As the product: each page has the form script that carries what it uses. */
const formScripts = { whole: "form", amounts: "form-amounts", codes: "form-codes", plain: "form-plain" } as const;

export const formPage = (
  inner: string,
  attributes = "",
) => `<main><form id="f" method="post" data-enhance data-message-network="Jaringan bermasalah." ${attributes}>
<input type="hidden" name="idempotencyKey" value="key-${Math.random()}"><div data-problem-summary role="alert" tabindex="-1" hidden><p></p><ul></ul></div>${inner}
<button id="go">Kirim</button></form><div data-loading hidden></div><div data-toast-region></div></main>`;
export const field = (name: string, attributes: string) =>
  `<div><label>${name} <input id="f-${name}" name="${name}" ${attributes}></label><p data-problem-for="${name}" hidden></p></div>`;

beforeAll(async () => {
  for (const entry of Object.keys(scripts) as (keyof typeof scripts)[]) scripts[entry] = await bundle(entry);
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://x");
    if (url.pathname === `/${assetPath("upload", scripts.upload)}`)
      return void response.setHeader("Content-Type", "text/javascript").end(scripts.upload);
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        if (request.method === "POST") {
          posts.push({ path: url.pathname, body: Buffer.concat(chunks), headers: request.headers });
          if (cut) return void request.socket.destroy();
          const answer = answers.get(url.pathname);
          if (!answer) return void response.writeHead(303, { Location: "/done" }).end();
          if (answer.status === 303) return void response.writeHead(303, { Location: answer.html }).end();
          return void response.writeHead(answer.status, htmlHeaders).end(documentOf(answer.html, "form"));
        }
        const kind = url.pathname.startsWith("/read") ? "reading" : "form";
        response
          .writeHead(200, htmlHeaders)
          .end(
            documentOf(
              pages.get(url.pathname)?.(url.searchParams) ?? "<main><h1>done</h1></main>",
              kind,
              languageOfTag(url.searchParams.get("lang") ?? "") ?? "id",
            ),
          );
      });
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  [posts, faults] = [[], []];
  answers.clear();
  page = await browser.newPage({ viewport: { width: 360, height: 640 } });
  failed = [];
  await page.exposeFunction("noteFailure", ([method, detail, status, traceId]: [string, string, number, string]) => {
    const headers = new Headers(traceId ? { "trace-id": traceId } : {});
    failed.push(callOf([method, detail, status ? { status, headers } : undefined]));
  });
  await page.addInitScript(() => {
    const { noteFailure } = window as unknown as { noteFailure(told: unknown): void };
    document.addEventListener("tunai:failed", (event) => {
      const [method, detail, answer] = (event as CustomEvent<[string, string, Partial<Response & XMLHttpRequest>]>)
        .detail;
      const traceId = answer?.headers?.get("trace-id") ?? answer?.getResponseHeader?.("trace-id") ?? "";
      noteFailure([method, detail, answer?.status ?? 0, traceId]);
    });
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on(
    "console",
    (message) => message.type() === "error" && /Content Security/.test(message.text()) && faults.push(message.text()),
  );
});
afterEach(async () => {
  expect(faults).toEqual([]);
  await page.close();
});

const htmlHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self' 'nonce-n'; style-src 'nonce-n'; img-src 'self' blob:; connect-src 'self'; form-action 'self'",
};
const documentOf = (body: string, script: "form" | "reading", language: Language = "id") =>
  `<!DOCTYPE html><html lang="${language}"><head><title>t</title><style nonce="n">[hidden]{display:none!important}</style></head><body>${body}<script nonce="n">${scripts[script === "form" ? formScripts[formChoice(partsOf(body))] : script]}${scripts.console}</script></body></html>`;

export async function show(path: string, body: string | ((query: URLSearchParams) => string)): Promise<void> {
  pages.set(path, typeof body === "string" ? () => body : body);
  await page.goto(origin + path);
}
export const problem = (name: string) => page.locator(`[data-problem-for="${name}"]`);
