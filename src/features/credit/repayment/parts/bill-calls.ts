/** What both bills screens do: the same calls with a session or from a signed link. */
import { data, redirect, type RouterContextProvider } from "react-router";
import { call, inputAnswer, Problem, submit, type FormAnswer } from "#web/api.ts";
import { pageFrame } from "#web/screen.ts";
import { submitFresh, type FreshStep } from "#features/account/verification/parts/step-up.ts";
import {
  createLinkQris,
  createQris,
  getBills,
  getLinkBills,
  getLinkResult,
  getResult,
  openLinkVirtualAccount,
  openVirtualAccount,
  refundBalance,
  useBalance,
  type PaymentResult,
} from "../contract.ts";
import { addressOf, paymentChoiceOf } from "./payment-choice.ts";

type Context = Readonly<RouterContextProvider>;

export const billBases = { session: "/webview/bills", link: "/webview/no-login-bills" } as const;
export type BillAccess = keyof typeof billBases;

export async function loadBills(context: Context, access: BillAccess) {
  const frame = context.get(pageFrame);
  const choice = paymentChoiceOf(frame.pathWithQuery);
  const bills = access === "link" ? await call(getLinkBills, {}, { context }) : await call(getBills, {}, { context });
  return { bills, choice, access, qrisResult: choice.qris ? await resultOf(context, access, choice.qris) : null };
}

/** An unknown code shows as one that is over. */
async function resultOf(context: Context, access: BillAccess, reference: string): Promise<PaymentResult | null> {
  try {
    return access === "link"
      ? await call(getLinkResult, { reference }, { context })
      : await call(getResult, { reference }, { context });
  } catch (error) {
    if (error instanceof Problem && error.code === "REQUEST_UNKNOWN") return null;
    throw error;
  }
}

/** Opens the chosen way and shows it; a refusal shows on the page. */
export async function payAction(request: Request, context: Context, access: BillAccess) {
  const form = await request.formData();
  const base = billBases[access];
  const choice = paymentChoiceOf(request.url);
  const way = String(form.get("way") ?? "");
  const typed =
    choice.pay === "other"
      ? paymentChoiceOf(`/?amount=${encodeURIComponent(String(form.get("amountRupiah") ?? ""))}`).amountRupiah
      : null;
  const chosen = {
    pay: choice.pay,
    amountRupiah: typed,
    seen: paymentChoiceOf(`/?seen=${encodeURIComponent(String(form.get("seen") ?? ""))}`).seen,
  };
  const intent = form.get("intent");
  if (access === "session" && intent === "use") {
    const sent = await submit(useBalance, form, context);
    return sent.ok ? redirect(base) : data({ answer: sent.answer }, { status: sent.answer.status });
  }
  if (access === "session" && form.has("refund")) return refundAction(form, context);
  // Ways that are not told an amount would go on with another one than was typed.
  const wrong = choice.pay === "other" ? inputAnswer(createQris, form, context) : null;
  if (wrong) return data({ answer: wrong }, { status: wrong.status });
  if (way === "OVO" && access === "session") return redirect(addressOf("/webview/ovo", chosen));
  if (way === "QRIS") {
    const sent =
      access === "link" ? await submit(createLinkQris, form, context) : await submit(createQris, form, context);
    return sent.ok
      ? redirect(addressOf(base, { ...chosen, qris: sent.reply.reference }))
      : data({ answer: sent.answer }, { status: sent.answer.status });
  }
  const account = { bankCode: way };
  const sent =
    access === "link"
      ? await submit(openLinkVirtualAccount, form, context, account)
      : await submit(openVirtualAccount, form, context, account);
  return sent.ok
    ? redirect(addressOf(base, { ...chosen, bank: way }))
    : data({ answer: sent.answer }, { status: sent.answer.status });
}

/** Money that leaves the house needs a fresh code; the step posts here again. // Threat A11 */
async function refundAction(form: FormData, context: Context) {
  const base = billBases.session;
  const sent = await submitFresh(refundBalance, form, "STEP_UP_WITHDRAW", context);
  if (sent.ok || "values" in sent) return redirect(base);
  return "step" in sent
    ? data({ step: sent.step }, { status: sent.step.answer?.status ?? 200 })
    : data({ answer: sent.answer }, { status: sent.answer.status });
}

/** What the bills screens' action gives back. */
export interface PayAnswer {
  answer?: FormAnswer;
  step?: FreshStep;
}
