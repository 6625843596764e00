/** How a screen reaches the server: it makes the call of a contract. In-process while rendering, `fetch` in the browser. */
import { createContext, redirect, type RouterContextProvider } from "react-router";
import { byName } from "#shared/by-name.ts";
import type { Call, Envelope, ProblemKinds } from "#shared/contract.ts";
import * as v from "valibot";
import { fieldProblems } from "#shared/fields/problems.ts";
import { commonProblems } from "#shared/problems.ts";
import { say } from "#shared/texts.ts";
import { formInput } from "#web/form-input.ts";
import { pageAccount } from "#web/screen.ts";
import { pageFrame } from "#web/screen.ts";

type Answered = { ok: true; status: number; reply: unknown } | { ok: false; status: number; envelope: Envelope };
/** Performs a call for the caller of the page that is being rendered. Set by the wiring. */
export type ServerCall = (name: string, raw: unknown, options: { idempotencyKey?: string | undefined }) => Promise<Answered>;
export const serverCall = createContext<ServerCall>();
/** The page's own path with its query, for the way back after a login. */
export const pagePath = createContext<string>();

type ServerContext = Readonly<RouterContextProvider>;
export interface CallOptions {
  context?: ServerContext;
  /** Made before sending and kept for retries: one key, one effect. */
  idempotencyKey?: string;
}

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

/**
 * Makes a call.
 * @throws Problem when it is refused; a redirect to the login page when a rendering screen's borrower is not logged in.
 */
export async function call<Sent, Heard, Reply, Problems extends ProblemKinds>(
  contract: Call<Sent, Heard, Reply, Problems>,
  input: NoInfer<Sent>,
  options: CallOptions = {},
): Promise<Reply> {
  const { context } = options;
  const answered = context
    ? await context.get(serverCall)(`${contract.method} ${contract.path}`, input, { idempotencyKey: options.idempotencyKey })
    : await fetchCall(contract as unknown as Call, input as Record<string, unknown>, options);
  if (answered.ok) {
    if (context && contract.policy.who === "borrower") context.set(pageAccount, "in");
    return answered.reply as Reply;
  }
  if (answered.envelope.status.code === "NOT_LOGGED_IN" && context) throw redirect(loginPath(contract as unknown as Call, context));
  throw new Problem(answered.status, answered.envelope);
}

function loginPath(contract: Call, context: ServerContext): string {
  const page = contract.policy.who === "staff" ? "/staff/login" : "/login";
  return `${page}?next=${encodeURIComponent(context.get(pagePath))}`;
}

async function fetchCall(contract: Call, input: Record<string, unknown>, options: CallOptions): Promise<Answered> {
  const rest = { ...input };
  let path: string = contract.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const headers: Record<string, string> = { ...labels(), "Content-Type": "application/json" };
  if (options.idempotencyKey) headers["Idempotency-Key"] = options.idempotencyKey;
  const init: RequestInit = { method: contract.method, headers, credentials: "same-origin" };
  if (contract.method === "GET") {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(rest)) for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(key, String(one));
    if (query.size > 0) path += `?${query.toString()}`;
  } else {
    init.body = JSON.stringify(rest);
  }
  const response = await fetch(path, init);
  const body: unknown = await response.json();
  return response.ok ? { ok: true, status: response.status, reply: body } : { ok: false, status: response.status, envelope: body as Envelope };
}

/** The spec's common headers of every script request (section 7). They are labels and change no right. */
function labels(): Record<string, string> {
  const { documentElement } = document;
  return {
    "Platform-Sdk-Type": "WEB",
    "Platform-Type": "WEB",
    "Client-Type": "H5",
    "Device-Token": /(?:^|; )deviceToken=([^;]+)/.exec(document.cookie)?.[1] ?? "",
    "Accept-Language": documentElement.lang,
    Build: "36000",
    Country: documentElement.dataset["country"] ?? "IDN",
  };
}

/** What a form's action gives back to its screen when the call was refused: the refusal, and what the person typed. */
export interface FormAnswer {
  failure: Envelope;
  /** The status of the page that shows it. */
  status: number;
  values: Record<string, string | string[]>;
}

/** Values that are never sent back into a page. */
const neverEchoed = /password|captcha|idempotencyKey|^(?:.*\.)?(?:code|pin|otp)$/i;

/**
 * Sends a form to a call: reads its fields by the call's input schema, makes the call, and on refusal gives back what
 * the form needs to show itself again. `extra` adds or replaces input that the form does not hold.
 */
export async function submit<Sent, Heard, Reply, Problems extends ProblemKinds>(
  contract: Call<Sent, Heard, Reply, Problems>,
  form: FormData,
  context: ServerContext,
  extra: Partial<Record<string, unknown>> = {},
): Promise<{ ok: true; reply: Reply } | { ok: false; answer: FormAnswer }> {
  const key = form.get("idempotencyKey");
  try {
    const input = { ...formInput(contract as unknown as Call, form), ...extra } as unknown;
    const reply = await call(contract, input as NoInfer<Sent>, typeof key === "string" ? { context, idempotencyKey: key } : { context });
    return { ok: true, reply };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ok: false, answer: formAnswer(error, form) };
  }
}

export function formAnswer(problem: Problem, form: FormData): FormAnswer {
  const typed = [...form].filter((field): field is [string, string] => typeof field[1] === "string" && !neverEchoed.test(field[0]));
  const values = byName(typed);
  return { failure: problem.data, status: problem.init.status, values };
}

/** What a form's input alone is refused for, without making its call; null where the call would take it. For rendering on the server. */
export function inputAnswer<Sent, Heard, Reply, Problems extends ProblemKinds>(contract: Call<Sent, Heard, Reply, Problems>, form: FormData, context: ServerContext): FormAnswer | null {
  const parsed = v.safeParse(contract.input, formInput(contract as unknown as Call, form));
  if (parsed.success) return null;
  const { language, traceId } = context.get(pageFrame);
  const { status, text } = commonProblems.INPUT_INVALID;
  const fields = fieldProblems(parsed.issues, language, contract.fieldProblems);
  return formAnswer(new Problem(status, { status: { code: "INPUT_INVALID", detail: say(text, language), fields }, traceId }), form);
}
