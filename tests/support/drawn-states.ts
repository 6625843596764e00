/**
 * A state in which a test brings a borrower is drawn: each screen of the domain whose call answered, and the home. An answer whose codes
 * and yes-or-no stand together for the first time in a run is a new state; its pages hold no sentence without its value, no promise
 * whose time is over, no figure that cannot be.
 */
import { globSync } from "node:fs";
import { join } from "node:path";
import { CallRouter } from "#server/http/call-router.ts";
import { requestOfWeb } from "#server/http/exchange.ts";
import { callName, type Api } from "#server/call/pipeline.ts";
import type { Call } from "#shared/contract.ts";
import { languages } from "#shared/texts.ts";
import { brokenSentences, contradictions, pastPromises, textOfPage } from "./broken-sentences.ts";
import { pagesOfSources, screens, type DrawnScreen } from "./drawn-screens.ts";
import { isFirst } from "./first-of-run.ts";
import { root } from "./house-sources.ts";
import { cookieHeader, type Browser } from "./refusals-on-pages.ts";

/** States of a call that a process draws: further ones differ little, and each costs the pages of its domain. */
const maxStates = 1;
const counted = new Map<string, number>();
const origin = "http://localhost:3000";
/** Drawn after each new answer, by who asked: with it the screens of the domain that they may open. */
const homes: Partial<Record<Call["policy"]["who"], string>> = {
  borrower: "/webview/home",
  staff: "/staff",
};

let known: Promise<Map<string, string>> | undefined;
/** The folder of each call's domain: `features/account/email`. */
const foldersOfCalls = () => (known ??= readFolders());
async function readFolders(): Promise<Map<string, string>> {
  const folders = new Map<string, string>();
  for (const file of globSync("src/features/*/*/{contract,*-contract}.ts", { cwd: root })) {
    const module = (await import(join(root, file))) as Record<string, Partial<Call> | undefined>;
    for (const one of Object.values(module))
      if (one?.path !== undefined && one.policy !== undefined)
        folders.set(callName(one as Call), file.split("/").slice(1, 4).join("/"));
  }
  return folders;
}

/** A page with the places of its address filled in from an answer; null where it does not name them. */
function addressOf({ path }: DrawnScreen, ids: Readonly<Record<string, string>>): string | null {
  const parts = path.split("/").map((part) => (part.startsWith(":") ? ids[part.slice(1).replace(/\?$/, "")] : part));
  return parts.includes(undefined) ? null : parts.join("/");
}

/** Codes and yes-or-no of an answer, each with its place; lists count as their first rows say. */
function stateOf(body: unknown, place = ""): string[] {
  if (typeof body === "boolean" || body === null) return [`${place}=${body}`];
  if (typeof body === "string") return /^[A-Z][A-Z_]+$/.test(body) ? [`${place}=${body}`] : [];
  if (Array.isArray(body)) return [...new Set(body.slice(0, 3).flatMap((one) => stateOf(one, place)))];
  if (typeof body !== "object") return [];
  return Object.entries(body).flatMap(([name, one]) => stateOf(one, `${place}.${name}`));
}

function idsOf(body: unknown): Record<string, string> {
  const ids: Record<string, string> = {};
  const read = (value: unknown): void => {
    if (Array.isArray(value)) return value.slice(0, 1).forEach(read);
    if (typeof value !== "object" || value === null) return;
    for (const [name, one] of Object.entries(value))
      if (typeof one === "string" && /^id$|Id$/.test(name)) ids[name] ??= one;
      else read(one);
  };
  read(body);
  return ids;
}

/** @returns a function that receives each answer and returns the faults on the pages of a new state, one per line */
export function drawsStates(api: Api): (answered: Answered, browser: Browser) => Promise<string[]> {
  const router = new CallRouter(api.calls());
  return async ({ method, path, body }, browser) => {
    const found = router.find(method, new URL(path, origin).pathname);
    const home = found && homes[found.call.policy.who];
    if (!found || home === undefined) return [];
    const name = callName(found.call);
    const count = counted.get(name) ?? 0;
    if (count >= maxStates || !isFirst(`state ${name} ${hashOf(stateOf(body).join(" "))}`)) return [];
    counted.set(name, count + 1);
    const folder = (await foldersOfCalls()).get(name);
    const faults: string[] = [];
    for (const screen of screens) {
      const isOwn =
        folder !== undefined &&
        screen.file.startsWith(`${folder}/`) &&
        screen.path.startsWith("/staff") === (home === homes.staff);
      if (!isOwn && screen.path !== home) continue;
      const address = addressOf(screen, { ...idsOf(body), ...found.parameters });
      if (address !== null) faults.push(...(await faultsOf(api, address, browser, languages[count % 3]!)));
    }
    return faults.map((fault) => `after ${method} ${path}: ${fault}`);
  };
}

export interface Answered {
  method: string;
  path: string;
  body: unknown;
}

const hashOf = (text: string): string =>
  [...text].reduce((sum, sign) => (Math.imul(sum, 31) + sign.charCodeAt(0)) | 0, 7).toString(36);

async function faultsOf(api: Api, path: string, browser: Browser, language: string): Promise<string[]> {
  // A page that is read changes nothing; what its script posts after it is no part of it.
  const pages = pagesOfSources({ api });
  const request = new Request(origin + path, {
    headers: { ...browser.headers, "Accept-Language": language, Cookie: cookieHeader(browser.cookies) },
  });
  const { status, body } = await pages(requestOfWeb(request), browser.callerOf(request), undefined);
  if (typeof body !== "string" || status >= 300) return [];
  const text = textOfPage(body);
  const untrue = [...brokenSentences(text), ...pastPromises(text, api.services.clock.now()), ...contradictions(body)];
  return untrue.map((words) => `${path} (${language}) says “${words}”`);
}
