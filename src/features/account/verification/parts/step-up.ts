/** Loader and action for a step-up code, so that every sensitive screen does it in the same way. */
import { data, redirect, type RouterContextProvider } from "react-router";
import type { Posted } from "#web/form-actions.ts";
import { call, formAnswer, inputAnswer, Problem, submitForm, type FormAnswer } from "#web/api.ts";
import type { Call, ProblemKinds } from "#shared/contract.ts";
import { maskPhone, normalisePhone } from "#shared/fields/phone.ts";
import { verificationChannels, type VerificationChannel } from "#shared/fields/verification.ts";
import type { MobilePurpose, StepUpPurpose } from "#shared/purposes.ts";
import {
  getPendingVerification,
  sendVerificationWithoutCaptcha,
  type PendingVerification,
  stepUp,
} from "../contract.ts";

type ServerContext = Readonly<RouterContextProvider>;

/** For a loader: the code that this session can enter; null before one was requested. */
export async function pendingCode(purpose: MobilePurpose, context: ServerContext): Promise<PendingVerification | null> {
  return (await call(getPendingVerification, { purpose }, { context })).pending;
}

/**
 * For a loader whose request shows its number masked: the code that this session waits for at that number. Also null
 * when the code went to an earlier number, because sending to the current one was refused.
 */
export async function pendingCodeTo(
  masked: string | null,
  purpose: MobilePurpose,
  context: ServerContext,
): Promise<PendingVerification | null> {
  const pending = masked === null ? null : await pendingCode(purpose, context);
  return pending && maskPhone(pending.mobileNumber) === masked ? pending : null;
}

/**
 * For an action: sends the code to the borrower's own number when the form asks for one (`intent` is `code` or
 * `resend`). Returns null when the form asks for something else, `"SENT"` when a code is on its way, else why not.
 */
export async function sendCodeIfRequested(
  form: FormData,
  purpose: MobilePurpose,
  context: ServerContext,
): Promise<null | "SENT" | FormAnswer> {
  return sendByField("intent", form, purpose, context);
}

async function sendByField(
  field: "intent" | "codeStep",
  form: FormData,
  purpose: MobilePurpose,
  context: ServerContext,
): Promise<null | "SENT" | FormAnswer> {
  const step = form.get(field);
  return step === "code" || step === "resend" ? sendCode(form, step, purpose, context) : null;
}

/** The forms of a page whose loader shows the code (`others` of its `defineForms`): request one, and send it again. `to` is the page that shows it. */
export function codeForms(purpose: MobilePurpose, to: string) {
  const send = async ({ form, context }: Posted) => {
    const answer = await sendCodeIfRequested(form, purpose, context);
    return answer && answer !== "SENT"
      ? data({ form: "code" as const, values: answer.values, answer }, { status: answer.status })
      : redirect(to, 303);
  };
  return { code: send, resend: send };
}

/** Whether a new code has to wait for a moment after the last one; the page counts it down. */
export const mustWaitForCode = (code: string): boolean => code === "OTP_TOO_MANY" || code === "OTP_RESEND_WAIT";

/**
 * Whether this session waits for a code that went to this very number a moment ago: the page that asks for it is then the answer to a
 * form that was sent twice. One that went to another number answers nothing. `typed` is the number as the form holds it.
 */
export async function isCodeUnderWay(
  purpose: MobilePurpose,
  typed: FormDataEntryValue | null,
  context: ServerContext,
): Promise<boolean> {
  const pending = await pendingCode(purpose, context);
  return pending !== null && pending.mobileNumber === normalisePhone(String(typed)) && pending.resendInSeconds > 0;
}

async function sendCode(
  form: FormData,
  step: "code" | "resend",
  purpose: MobilePurpose,
  context: ServerContext,
): Promise<"SENT" | FormAnswer> {
  try {
    await call(sendVerificationWithoutCaptcha, { purpose, channel: channelOf(form) }, { context });
    return "SENT";
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // This very code went out a moment ago (a double click, a reload): the page that waits for it is the answer.
    if (mustWaitForCode(error.code) && step === "code" && (await pendingCode(purpose, context))) return "SENT";
    return formAnswer(error, form);
  }
}

/** The chosen channel; a form without one (a broken page) gets an SMS. */
export function channelOf(form: FormData): VerificationChannel {
  return verificationChannels.find((channel) => channel === form.get("channel")) ?? "SMS";
}

/** Data of the step between a form and its effect: the pending code, why it was refused, and the typed values. */
export interface FreshStep {
  /** Null if no code was sent yet. */
  pending: PendingVerification | null;
  answer: FormAnswer | undefined;
  /** The fields of the form that wants the effect; they travel on in the page, never in an address. */
  otherFields: FormAnswer["values"];
}
export type FreshlySent<Reply> =
  | { ok: true; reply: Reply; isReplay: boolean }
  | { ok: false; answer: FormAnswer }
  | { ok: false; step: FreshStep }
  | { ok: false; values: FormAnswer["values"] };

/** Fields of the step itself; all other fields belong to the effect. */
const own = new Set(["codeStep", "channel", "verificationId", "code", "idempotencyKey"]);

/**
 * For an action whose call needs a fresh code: sends the form to the call, and when the session does not prove the
 * purpose, sends a code and answers with the step that asks for it. Validates the form first, so that a code is not
 * requested in vain. The step posts to the same action, with and without script; on the way back from it (`codeStep` is
 * `edit`) the answer is the typed form. Use it as `fresh` in a screen's `defineForms`.
 */
export async function submitFresh<Sent, Heard, Reply, Problems extends ProblemKinds>(
  contract: Call<Sent, Heard, Reply, Problems>,
  form: FormData,
  purpose: StepUpPurpose,
  context: ServerContext,
  extra: Record<string, unknown> = {},
): Promise<FreshlySent<Reply>> {
  if (form.get("codeStep") === "edit") return { ok: false, values: otherFieldsOf(form) };
  const sendOutcome = await sendByField("codeStep", form, purpose, context);
  if (sendOutcome) return stepOf(form, purpose, context, sendOutcome);
  if (form.has("verificationId")) {
    const proven = await submitForm(stepUp, form, context);
    if (!proven.ok) return stepOf(form, purpose, context, proven.answer);
  }
  const sent = await submitForm(contract, form, context, extra);
  if (sent.ok || sent.answer.failure.status.code !== "STEP_UP_NEEDED") return sent;
  const wrong = inputAnswer(contract, form, context, extra);
  return wrong
    ? { ok: false, answer: wrong }
    : stepOf(form, purpose, context, await sendCode(form, "code", purpose, context));
}

async function stepOf(
  form: FormData,
  purpose: StepUpPurpose,
  context: ServerContext,
  outcome: "SENT" | FormAnswer,
): Promise<{ ok: false; step: FreshStep }> {
  const answer = outcome === "SENT" ? undefined : outcome;
  return {
    ok: false,
    step: { pending: await pendingCode(purpose, context), answer, otherFields: otherFieldsOf(form) },
  };
}

function otherFieldsOf(form: FormData): FormAnswer["values"] {
  const otherFields: FormAnswer["values"] = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).filter((value) => typeof value === "string");
    // When the form's own name appears twice, the button's value, which comes later, counts; several ticks of one field all count.
    if (!own.has(name) && values.length > 0)
      otherFields[name] = values.length === 1 || name === "intent" ? values.at(-1)! : values;
  }
  return otherFields;
}
