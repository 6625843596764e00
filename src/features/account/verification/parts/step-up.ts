/** What a screen's loader and action do about a step-up code, so that every sensitive screen does it alike. */
import type { RouterContextProvider } from "react-router";
import { call, formAnswer, Problem, type FormAnswer } from "#web/api.ts";
import { verificationChannels, type VerificationChannel } from "#shared/fields/verification.ts";
import type { VerificationPurpose } from "#shared/purposes.ts";
import { getPendingVerification, sendVerificationWithoutCaptcha, type PendingVerification } from "../contract.ts";

type ServerContext = Readonly<RouterContextProvider>;

/** For a loader: the code that this session waits for; null before one was asked for. */
export async function pendingCode(purpose: VerificationPurpose, context: ServerContext): Promise<PendingVerification | null> {
  return (await call(getPendingVerification, { purpose }, { context })).pending;
}

/**
 * For an action: sends the code to the borrower's own number when the form asks for one (`intent` is `code` or
 * `resend`). Answers null when the form wants something else, `"SENT"` when a code is on its way, else why not.
 */
export async function sendCodeIfAsked(form: FormData, purpose: VerificationPurpose, context: ServerContext): Promise<null | "SENT" | FormAnswer> {
  const intent = form.get("intent");
  if (intent !== "code" && intent !== "resend") return null;
  try {
    await call(sendVerificationWithoutCaptcha, { purpose, channel: channelOf(form) }, { context });
    return "SENT";
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // This very code went out a moment ago (a double click, a reload): the page that waits for it is the answer.
    if (error.code === "OTP_TOO_MANY" && intent === "code" && (await pendingCode(purpose, context))) return "SENT";
    return formAnswer(error, form);
  }
}

/** The wished channel; a form without one (a broken page) gets an SMS. */
export function channelOf(form: FormData): VerificationChannel {
  return verificationChannels.find((channel) => channel === form.get("channel")) ?? "SMS";
}
