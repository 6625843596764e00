/**
 * The forms of a screen: each has a name and a call. Gives the route's action, and gives each form its state after a
 * refusal. The field `intent`, which `<ActionForm>` writes, says which form was sent; a button further down in the form
 * may set another one. // docs/decisions/035
 */
import { data, redirect, type RouterContextProvider } from "react-router";
import type { Call, ProblemKinds } from "#shared/contract.ts";
import type { StepUpPurpose } from "#shared/purposes.ts";
import { Streamed } from "#shared/binary.ts";
import { formAnswer, Problem, submitForm, typedInForm, type FormAnswer } from "#web/api.ts";
import { fieldShapes } from "#web/form-input.ts";
import { pageRefusal, pageRefusalOf } from "#web/refusal.ts";
import { pageFile } from "#web/screen.ts";

type ServerContext = Readonly<RouterContextProvider>;

/** A posted form and its request. */
export interface Posted {
  form: FormData;
  request: Request;
  /** The page's address. */
  url: URL;
  params: Readonly<Record<string, string | undefined>>;
  context: ServerContext;
}
export interface DoneOf extends Posted {
  /** The reply repeats the first one to this key: nothing was done this time. */
  isReplay: boolean;
}

type Next = string | FormAnswer | null;
/** The page after a refusal: one that shows its text at the head; one whose content explains it; null for the page of the form. */
export type RefusedTo = string | { explainedAt: string } | null | undefined;
/** A form that makes one call. Parameters in the address fill the call's fields of the same name. */
export interface CallForm<Reply> {
  // A form's values are strings; the call's own schema reads them.
  // oxlint-disable-next-line typescript/no-explicit-any
  call: Call<any, any, Reply, any>;
  /** Input under other names than in the form or address. */
  input?: (posted: Posted) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Runs before the call, and may lead elsewhere instead of making it. Its refusals are shown as the call's own. */
  first?: (posted: Posted) => Promise<string | undefined>;
  /** The typed values stay in the form while the page shows the reply. */
  keeps?: boolean;
  /** The next page, as a path (`?saved=1`), or a problem that came after the call; null or omitted: the page itself shows the reply. */
  done?: string | ((reply: Reply, done: DoneOf) => Next | Promise<Next>);
  /** The page after a refusal because the subject is gone (404): that page says so. */
  gone?: string;
  /** Called first after a refusal; may name another page that shows its text at the head, or one that explains the refusal itself. */
  refused?: (answer: FormAnswer, posted: Posted) => RefusedTo | Promise<RefusedTo>;
}

/** The result of a form's action, for its screen. */
export interface FormOutcome<Name extends string = string, Reply = unknown, Step = unknown> {
  form: Name;
  /** The typed values. */
  values: FormAnswer["values"];
  /** The refusal. */
  answer?: FormAnswer;
  /** The reply of a form without `done`. */
  reply?: Reply;
  /** The code that is to be entered first. */
  step?: Step;
}
type OutcomeOf<Replies, Step> = {
  [Name in keyof Replies & string]: FormOutcome<Name, Replies[Name], Step>;
}[keyof Replies & string];

/** Sends a form to a call that needs a fresh code, with the steps before it. */
export type SendFresh<Step> = (
  contract: Call,
  form: FormData,
  purpose: StepUpPurpose,
  context: ServerContext,
  extra: Record<string, unknown>,
) => Promise<
  | { ok: true; reply: unknown; isReplay: boolean }
  | { ok: false; answer: FormAnswer }
  | { ok: false; step: Step }
  /** Back from the code step to the typed form. */
  | { ok: false; values: FormAnswer["values"] }
>;

/** A form as `<ActionForm>` takes it. */
export interface BoundForm {
  /** The value of `intent`; null when the screen has one form. */
  intent: string | null;
  call: Call;
  /** The refusal of this form; of any of its copies when it appears many times. */
  answer: FormAnswer | undefined;
  /** The typed values. */
  values: FormAnswer["values"] | undefined;
}

export interface FormOptions<Step, Other, Before = never> {
  /** How a code is requested; needed when a call's policy has a step-up. */
  fresh?: SendFresh<Step>;
  /** Intents that make no call or several: a step within the page. */
  others?: Readonly<Record<string, (posted: Posted) => Promise<Other | Response>>>;
  /** Runs before any of them, and may end the action. */
  before?: (posted: Posted) => Promise<Response | Before | undefined>;
}

interface ActionArgs {
  request: Request;
  params: Readonly<Record<string, string | undefined>>;
  context: ServerContext;
}

type FormAction<Outcome, Other> = (args: ActionArgs) => Promise<Response | ReturnType<typeof data<Outcome>> | Other>;

export interface Forms<Replies, Step, Other> {
  /** The route's action, with its forms by name and the call of each. */
  action: FormAction<OutcomeOf<Replies, Step>, Other> & { readonly calls: ReadonlyMap<string, Call> };
  /**
   * A form with its state, for `<ActionForm of>`. Several names mean one form whose buttons choose by `intent`: the
   * first one's call gives the rules of the fields, and a button without `intent` sends it.
   */
  form(name: (keyof Replies & string) | (keyof Replies & string)[], outcome: object | null | undefined): BoundForm;
}

/** Declares the forms of a screen. @throws RangeError when a call needs a fresh code and no function asks for one */
export function defineForms<Replies extends Record<string, unknown>, Step = never, Other = never, Before = never>(
  forms: { readonly [Name in keyof Replies]: CallForm<Replies[Name]> },
  options: FormOptions<Step, Other, Before> = {},
): Forms<Replies, Step, Other | Before> {
  const byName = new Map(Object.entries(forms) as [string, CallForm<unknown>][]);
  const others = new Map(Object.entries(options.others ?? {}));
  const isOnly = byName.size === 1 && others.size === 0;
  for (const [name, { call }] of byName)
    if (purposeOf(call) && !options.fresh) throw new RangeError(`The form ${name} needs a fresh code: give fresh.`);

  const action: FormAction<OutcomeOf<Replies, Step>, Other | Before> = async ({ request, params, context }) => {
    const posted: Posted = { form: await request.formData(), request, url: new URL(request.url), params, context };
    const ended = await options.before?.(posted);
    if (ended !== undefined) return ended;
    const name = isOnly ? [...byName.keys()][0] : String(posted.form.getAll("intent").at(-1));
    const other = others.get(name ?? "");
    if (other) return other(posted);
    const form = byName.get(name ?? "");
    // A form that this screen does not have: of a page from before a release. The page as it is now follows.
    if (name === undefined || !form) return redirect(posted.url.pathname + posted.url.search, 303);
    return answered(name, form, posted, options.fresh as SendFresh<unknown> | undefined) as never;
  };
  const calls = new Map([...byName].map(([name, { call }]) => [name, call as Call]));
  return {
    action: Object.assign(action, { calls }),
    form(name, outcome) {
      const names: string[] = [name].flat();
      const known = outcome as Partial<FormOutcome> | null | undefined;
      const own = known?.form !== undefined && names.includes(known.form) ? known : undefined;
      return {
        intent: isOnly ? null : names[0]!,
        call: byName.get(names[0]!)!.call,
        answer: own?.answer,
        values: own?.values,
      };
    },
  };
}

const purposeOf = ({ policy }: Call): StepUpPurpose | undefined =>
  policy.who === "borrower" ? policy.stepUp : undefined;

async function answered(
  name: string,
  form: CallForm<unknown>,
  posted: Posted,
  fresh: SendFresh<unknown> | undefined,
): Promise<Response | ReturnType<typeof data<FormOutcome>>> {
  const { url, context } = posted;
  const to = (address: string): Response => {
    const { pathname, search, hash } = new URL(address, url);
    return redirect(pathname + search + hash, 303);
  };
  const instead = await firstOf(form, posted);
  if (instead !== undefined) return typeof instead === "string" ? to(instead) : shown(name, instead);
  const extra = { ...fromAddress(form.call, posted.params), ...(await form.input?.(posted)) };
  const purpose = purposeOf(form.call);
  const sent =
    purpose && fresh
      ? await fresh(form.call, posted.form, purpose, context, extra)
      : await submitForm<unknown, unknown, unknown, ProblemKinds>(form.call, posted.form, context, extra);
  if (sent.ok) {
    const { reply, isReplay } = sent;
    if (reply instanceof Streamed) {
      // The file is the answer to the post, instead of a page: none is drawn.
      context.set(pageFile, reply);
      return to("");
    }
    const { done = null } = form;
    const next = typeof done === "function" ? await done(reply, { ...posted, isReplay }) : done;
    if (next === null) return data({ form: name, values: form.keeps ? typedInForm(posted.form) : {}, reply });
    return typeof next === "string" ? to(next) : shown(name, next);
  }
  if ("step" in sent) {
    const { step } = sent;
    return data({ form: name, values: {}, step }, { status: statusOf(step) });
  }
  if ("values" in sent) return data({ form: name, values: sent.values });
  const { answer } = sent;
  const next = (await form.refused?.(answer, posted)) ?? (answer.status === 404 ? form.gone : undefined);
  if (next === undefined) return shown(name, answer);
  const refusal = pageRefusalOf(answer.failure);
  if (typeof next === "string" && refusal) context.set(pageRefusal, refusal);
  return to(typeof next === "string" ? next : next.explainedAt);
}

async function firstOf({ first }: CallForm<unknown>, posted: Posted): Promise<string | FormAnswer | undefined> {
  try {
    return await first?.(posted);
  } catch (error) {
    if (error instanceof Problem) return formAnswer(error, posted.form);
    throw error;
  }
}

const shown = (form: string, answer: FormAnswer) =>
  data({ form, values: answer.values, answer }, { status: answer.status });

/** The HTTP status of a step: that of the refusal it shows (a wrong code). */
function statusOf(step: unknown): number {
  return (step as { answer?: FormAnswer } | null)?.answer?.status ?? 200;
}

/** Fields of the input that the address names. */
function fromAddress(call: Call, params: Posted["params"]): Record<string, unknown> {
  const known = fieldShapes(call);
  return Object.fromEntries(Object.entries(params).filter(([name, value]) => value !== undefined && known.has(name)));
}
