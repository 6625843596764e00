/**
 * A refusal that a test provokes at a call has to reach every page whose form makes that call. So each refused call of the tests is played
 * once more through these pages, in the state that caused it: the form is posted without script, redirects are followed as a browser does,
 * and the page at the end must say the refusal's words. The call itself gives the answer that it just gave, so that nothing happens twice.
 */
import { askFaceReview } from "../../src/features/account/identity/review-contract.ts";
import { requestOfWeb } from "#server/http/exchange.ts";
import { callName, perform, type Api } from "#server/call/pipeline.ts";
import type { Caller } from "#server/call/caller.ts";
import type { Call, Envelope } from "#shared/contract.ts";
import { pageRefusalOf, showsRefusal } from "#web/refusal.ts";
import { brokenSentences, textOfPage } from "./broken-sentences.ts";
import { pagesOfSources, screensWithForms, type DrawnScreen } from "./drawn-screens.ts";
import { forgetSeen, isFirst, keepNote, notedIn, noteOf } from "./first-of-run.ts";

export interface RefusedCall {
  call: Call;
  /** The parameters of its address, its query and its body. */
  input: Record<string, unknown> | FormData;
  envelope: Envelope;
  status: number;
  /** The address of the page that the person sent it from, where the test says so by `Referer`; null: the call's input names all of it. */
  from: string | null;
}

/** The call that was refused at an address of the API, with what was sent to it; null where the answer is no refusal of a call. */
export function refusedCall(
  api: Api,
  method: string,
  address: string,
  body: BodyInit | undefined,
  { status, body: envelope, from = null }: { status: number; body: unknown; from?: string | null },
): RefusedCall | null {
  const { pathname, searchParams } = new URL(address, origin);
  if (typeof (envelope as Envelope | null)?.status?.detail !== "string") return null;
  for (const { call } of api.calls()) {
    const match = call.method === method ? patternOf(call.path).exec(pathname) : null;
    if (!match) continue;
    const typed = body instanceof FormData ? body : jsonOf(body);
    if (typed === null) return null;
    const named = { ...match.groups, ...Object.fromEntries(searchParams) };
    const input = typed instanceof FormData ? withFields(typed, named) : { ...typed, ...named };
    return { call, input, envelope: envelope as Envelope, status, from };
  }
  return null;
}

const patterns = new Map<string, RegExp>();
/** `/api/loan/{loanId}` and `/api/loan/:loanId` alike. */
function patternOf(path: string): RegExp {
  let made = patterns.get(path);
  if (!made)
    patterns.set(
      path,
      (made = new RegExp(`^${path.replace(/\{(\w+)\}|:(\w+)/g, (_all, a, b) => `(?<${a ?? b}>[^/]+)`)}$`)),
    );
  return made;
}

function jsonOf(body: BodyInit | undefined): Record<string, unknown> | null {
  if (body === undefined) return {};
  if (typeof body !== "string") return null;
  try {
    const typed: unknown = JSON.parse(body);
    return typeof typed === "object" && typed !== null && !Array.isArray(typed) ? { ...typed } : null;
  } catch {
    return null;
  }
}

function withFields(form: FormData, named: Record<string, string>): FormData {
  const whole = new FormData();
  for (const [name, value] of form) whole.append(name, value);
  for (const [name, value] of Object.entries(named)) whole.set(name, value);
  return whole;
}

export interface Browser {
  cookies: ReadonlyMap<string, string>;
  headers: Readonly<Record<string, string>>;
  callerOf: (request: Request) => Caller;
}

interface FormOfScreen {
  screen: DrawnScreen;
  name: string;
}

const origin = "http://localhost:3000";
let known: Promise<Map<string, FormOfScreen[]>> | undefined;
const listName = "forms";

/** The forms of all screens, by the call that they make; the first process of a run that needs them reads the screens. */
async function formsByCall(): Promise<Map<string, FormOfScreen[]>> {
  const noted = noteOf(listName);
  if (noted) return new Map(JSON.parse(noted) as [string, FormOfScreen[]][]);
  const found = new Map<string, FormOfScreen[]>();
  for (const { path, file, forms } of await screensWithForms())
    for (const [name, call] of forms)
      found.set(callName(call), [...(found.get(callName(call)) ?? []), { screen: { path, file }, name }]);
  keepNote(listName, JSON.stringify([...found]));
  return found;
}

/** @returns one line for each page that does not say why the form was refused */
export async function pagesThatAreSilent(api: Api, refused: RefusedCall, browser: Browser): Promise<string[]> {
  const refusal = pageRefusalOf(refused.envelope);
  if (!refusal) return [];
  const silent: string[] = [];
  for (const { screen, name } of (await (known ??= formsByCall())).get(callName(refused.call)) ?? []) {
    const path = addressOf(screen.path, refused);
    const pair = pairOf(screen.path, name, refusal.code);
    if (path === null || !isFirst(pair)) continue;
    const page = await postThrough(api, refused, path, name, browser);
    if (!page.isMade) {
      // The form led elsewhere before its call: another test may come to it.
      forgetSeen(pair);
      continue;
    }
    if (showsRefusal(page.html, refusal)) noteShown(pair, brokenSentences(textOfPage(page.html)));
    else
      silent.push(
        `${screen.path}: its form ${name}, refused with ${refusal.code} by ${callName(refused.call)}, ended at ${page.way} without "${refusal.words.join(" ")}"`,
      );
  }
  return silent;
}

/** A form of a screen and a problem of its call, in one line. */
export const pairOf = (path: string, form: string, code: string): string => `${path} ${form} ${code}`;

/** The page said why: for the list of pairs that no test plays; and its sentences into which a value did not come. */
const noteShown = (pair: string, broken: readonly string[]): void =>
  notedIn(pair, JSON.stringify({ shown: true, broken }));

/**
 * The screen's address with the parameters that the call names alike or longer (of a `requestId` it may be `?request=` or `/:id`), or the
 * page that it was sent from; null where neither names them.
 */
function addressOf(pattern: string, { input, from }: Pick<RefusedCall, "input" | "from">): string | null {
  const sentFrom = from === null ? null : patternOf(pattern).exec(new URL(from, origin).pathname)?.groups;
  const fields = [...(input instanceof FormData ? input : Object.entries(input))].filter(
    (field): field is [string, string] => typeof field[1] === "string",
  );
  const ids = fields
    .filter(([name]) => /(?:Id|Key)$/.test(name))
    .flatMap(([name, id]) => [
      [name.replace(/^.*(Id|Key)$/, (_all, last: string) => last.toLowerCase()), id],
      [name.replace(/Id$/, ""), id],
      [name, id],
    ]);
  const named = new Map<string, string>([...ids, ...fields, ...Object.entries(sentFrom ?? {})] as [string, string][]);
  const parts = pattern.split("/").map((part) => {
    if (!part.startsWith(":")) return part;
    const value = named.get(part.slice(1).replace(/\?$/, ""));
    return value === undefined ? null : encodeURIComponent(value);
  });
  if (parts.includes(null)) return null;
  return parts.join("/") + (ids.length > 0 ? `?${new URLSearchParams(ids)}` : "");
}

async function postThrough(
  api: Api,
  { call, input, envelope, status }: RefusedCall,
  path: string,
  form: string,
  browser: Browser,
): Promise<{ html: string; way: string; isMade: boolean }> {
  // A step before the call may lead elsewhere (a code that is asked for first): its refusal is not this one.
  let isMade = false;
  const pages = pagesOfSources({
    api,
    perform(of, name, raw, caller) {
      // It comes before the face is sent and opens a case; the state that the refusal was given in has none.
      if (name === callName(askFaceReview)) return Promise.resolve({ ok: true, status: 200, reply: {} } as const);
      if (name !== callName(call)) return perform(of, name, raw, caller);
      isMade = true;
      return { ok: false, status, envelope };
    },
  });
  const cookies = new Map(browser.cookies);
  let request = new Request(origin + path, {
    method: "POST",
    headers: { ...browser.headers, Origin: origin, Cookie: cookieHeader(cookies) },
    body: fieldsOf(input, form),
  });
  for (const way = [path]; ;) {
    const response = await pages(requestOfWeb(request), browser.callerOf(request), undefined);
    keepCookies(cookies, response.headers["set-cookie"]);
    const location = response.headers["location"];
    if (typeof location !== "string" || way.length > 5)
      return {
        html: typeof response.body === "string" ? response.body : "",
        way: `${way.join(" → ")} ${response.status}`,
        isMade,
      };
    way.push(location);
    request = new Request(new URL(location, origin), {
      headers: { ...browser.headers, Cookie: cookieHeader(cookies) },
    });
  }
}

export const cookieHeader = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

function keepCookies(cookies: Map<string, string>, set: string | string[] | undefined): void {
  for (const one of [set ?? []].flat()) {
    const [pair = ""] = one.split(";");
    const at = pair.indexOf("=");
    if (/Max-Age=0/i.test(one)) cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

/** The input as the fields of a form: lists as many fields of one name, what is nested by a dot. */
function fieldsOf(input: RefusedCall["input"], intent: string): FormData | URLSearchParams {
  const files = input instanceof FormData ? input : null;
  const fields = files ? new FormData() : new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (value === null || value === undefined || value === false) return;
    if (Array.isArray(value)) for (const one of value) add(name, one);
    else if (typeof value === "object" && !(value instanceof Blob))
      for (const [key, one] of Object.entries(value)) add(`${name}.${key}`, one);
    else fields.append(name, value as string);
  };
  for (const [name, value] of files ?? Object.entries(input)) add(name, value);
  fields.set("intent", intent);
  fields.set("idempotencyKey", "00000000-0000-4000-8000-000000000001");
  return fields;
}
