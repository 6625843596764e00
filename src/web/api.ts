/** How a screen reaches the server: while it is rendered, it makes the call of a contract in-process. Hydrated parts do so by `browserCall`. */
import { createContext, redirect, type RouterContextProvider } from "react-router";
import { byName } from "#shared/by-name.ts";
import type { Call, Envelope, ProblemKind, ProblemKinds } from "#shared/contract.ts";
import * as v from "valibot";
import { fieldProblems } from "#shared/fields/problems.ts";
import { commonProblems } from "#shared/problems.ts";
import { say } from "#shared/texts.ts";
import { formInput } from "#web/form-input.ts";
import { Problem } from "#web/problem.ts";
import { pageRefusal } from "#web/refusal.ts";
import { pageAccount } from "#web/screen.ts";
import { pageFrame } from "#web/screen.ts";

type Answered =
  | { ok: true; status: number; reply: unknown; isReplay?: boolean }
  | { ok: false; status: number; envelope: Envelope };
/** Performs a call for the caller of the page that is being rendered. Set by the wiring. */
export type ServerCall = (
  name: string,
  raw: unknown,
  options: { idempotencyKey?: string | undefined },
) => Promise<Answered>;
export const serverCall = createContext<ServerCall>();
/** The page's own path with its query, for the way back after a login. */
export const pagePath = createContext<string>();

type ServerContext = Readonly<RouterContextProvider>;
export { Problem };

export interface CallOptions {
  context: ServerContext;
  /** Made before sending and kept for retries: one key, one effect. */
  idempotencyKey?: string;
}

/**
 * Makes a call.
 * @throws Problem when it is refused; a redirect to the login page when the screen's borrower is not logged in.
 */
export async function call<Sent, Heard, Reply, Problems extends ProblemKinds>(
  contract: Call<Sent, Heard, Reply, Problems>,
  input: NoInfer<Sent>,
  options: CallOptions,
): Promise<Reply> {
  return (await madeCall(contract, input, options)).reply;
}

/**
 * Makes a borrower's call for a page that is open to visitors too.
 * @returns null for a visitor
 * @throws as `call`, but for the redirect to the login page
 */
export async function callIfLoggedIn<Sent, Heard, Reply, Problems extends ProblemKinds>(
  contract: Call<Sent, Heard, Reply, Problems>,
  input: NoInfer<Sent>,
  options: CallOptions,
): Promise<Reply | null> {
  try {
    return await call(contract, input, options);
  } catch (answer) {
    const login = loginPath(contract as unknown as Call, options.context.get(pagePath));
    if (answer instanceof Response && answer.headers.get("Location") === login) return null;
    throw answer;
  }
}

/** `call`, with the information whether the reply repeats the first one to this key: then nothing was done this time. */
async function madeCall<Sent, Heard, Reply, Problems extends ProblemKinds>(
  contract: Call<Sent, Heard, Reply, Problems>,
  input: NoInfer<Sent>,
  options: CallOptions,
): Promise<{ reply: Reply; isReplay: boolean }> {
  const { context } = options;
  const answered = await context.get(serverCall)(`${contract.method} ${contract.path}`, input, {
    idempotencyKey: options.idempotencyKey,
  });
  if (answered.ok) {
    if (contract.policy.who === "borrower") context.set(pageAccount, "in");
    return { reply: answered.reply as Reply, isReplay: answered.isReplay === true };
  }
  const { code } = answered.envelope.status;
  if (code === "NOT_LOGGED_IN") throw redirect(loginPath(contract as unknown as Call, context.get(pagePath)));
  if (code === "ACCOUNT_CLOSING" && contract.method === "GET") throw redirect("/webview/cancel-account");
  // A page is read by its address: an invalid parameter means that there is no such page.
  throw new Problem(contract.method === "GET" && code === "INPUT_INVALID" ? 404 : answered.status, answered.envelope);
}

/**
 * For an action whose call is no longer possible: redirects to a page that shows this problem at its head.
 * @returns the redirect, to be thrown or returned
 */
export function leadRefused(to: string, code: string, { text }: ProblemKind, context: ServerContext): Response {
  context.set(pageRefusal, { code, words: [say(text, context.get(pageFrame).language)] });
  return redirect(to, 303);
}

/** The login page for callers of this contract; `next` is the page's path with its query. */
export function loginPath(contract: Call, next: string): string {
  const page = contract.policy.who === "staff" ? "/staff/login" : "/login";
  return `${page}?next=${encodeURIComponent(next)}`;
}

/** The answer of a form's action to its screen when the call was refused: the refusal and the typed values. */
export interface FormAnswer {
  failure: Envelope;
  /** The status of the page that shows it. */
  status: number;
  values: Record<string, string | string[]>;
}

/** Values that are never sent back into a page. */
const neverEchoed = /password|credential|captcha|idempotencyKey|^(?:.*\.)?(?:code|pin|otp)$/i;

/** The code of a message, when it was not checked because another field was refused before: the person need not type it again. */
function untriedCode({ status: { code, fields = [] } }: Envelope, form: FormData): FormAnswer["values"] {
  const typed = form.get("code");
  const isTried = code !== "INPUT_INVALID" || !form.has("verificationId") || fields.some(({ path }) => path === "code");
  return isTried || typeof typed !== "string" ? {} : { code: typed };
}

/**
 * Sends a form to a call: reads its fields by the call's input schema, makes the call, and after a refusal returns the
 * data to show the form again. `extra` adds or replaces input that the form does not hold.
 */
export async function submitForm<Sent, Heard, Reply, Problems extends ProblemKinds>(
  contract: Call<Sent, Heard, Reply, Problems>,
  form: FormData,
  context: ServerContext,
  extra: Partial<Record<string, unknown>> = {},
): Promise<{ ok: true; reply: Reply; isReplay: boolean } | { ok: false; answer: FormAnswer }> {
  const key = form.get("idempotencyKey");
  try {
    const input = { ...formInput(contract as unknown as Call, form), ...extra } as unknown;
    return {
      ok: true,
      ...(await madeCall(
        contract,
        input as NoInfer<Sent>,
        typeof key === "string" ? { context, idempotencyKey: key } : { context },
      )),
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ok: false, answer: formAnswer(error, form) };
  }
}

export const formAnswer = (problem: Problem, form: FormData): FormAnswer => ({
  failure: problem.data,
  status: problem.init.status,
  values: { ...typedInForm(form), ...untriedCode(problem.data, form) },
});

/** The typed values of a form that may be sent back into a page. */
export function typedInForm(form: FormData): FormAnswer["values"] {
  const typed = [...form].filter(
    (field): field is [string, string] => typeof field[1] === "string" && !neverEchoed.test(field[0]),
  );
  return byName(typed);
}

/** The problems of a form's input alone, without making its call; null when the call would accept it. For rendering on the server. */
export function inputAnswer<Sent, Heard, Reply, Problems extends ProblemKinds>(
  contract: Call<Sent, Heard, Reply, Problems>,
  form: FormData,
  context: ServerContext,
  extra: Partial<Record<string, unknown>> = {},
): FormAnswer | null {
  const parsed = v.safeParse(contract.input, { ...formInput(contract as unknown as Call, form), ...extra });
  if (parsed.success) return null;
  const { language, traceId } = context.get(pageFrame);
  const { status, text } = commonProblems.INPUT_INVALID;
  const fields = fieldProblems(parsed.issues, language, contract.fieldProblems);
  return formAnswer(
    new Problem(status, { status: { code: "INPUT_INVALID", detail: say(text, language), fields }, traceId }),
    form,
  );
}
