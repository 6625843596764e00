/** Shared by both bills screens: the same calls with a session or from a signed link. */
import { data, redirect, type RouterContextProvider } from "react-router";
import { call, inputAnswer, Problem, submitForm, type FormAnswer } from "#web/api.ts";
import { defineForms, type FormOutcome, type Posted } from "#web/form-actions.ts";
import { pageFrame } from "#web/screen.ts";
import { holdUntil } from "#features/account/hold/parts/on-hold.tsx";
import { submitFresh, type FreshStep } from "#features/account/verification/parts/step-up.ts";
import {
  createLinkQris,
  createQris,
  getBills,
  getLinkBills,
  openLinkVirtualAccount,
  openVirtualAccount,
} from "../contract.ts";
import { getLinkResult, getResult, type PaymentResult } from "../result-contract.ts";
import { refundBalance, useBalance } from "../balance-contract.ts";
import { paymentAddressOf, paymentChoiceOf } from "./payment-choice.ts";

type Context = Readonly<RouterContextProvider>;

export const billBases = { session: "/webview/bills", link: "/webview/no-login-bills" } as const;
export type BillAccess = keyof typeof billBases;

export async function loadBills(context: Context, access: BillAccess) {
  const frame = context.get(pageFrame);
  const choice = paymentChoiceOf(frame.pathWithQuery);
  const read = (page: { cursor?: string }) =>
    access === "link" ? call(getLinkBills, page, { context }) : call(getBills, page, { context });
  const bills = await read(choice.before === null ? {} : { cursor: choice.before }).catch((error: unknown) => {
    // An address that was cut off shows the newest payments.
    if (choice.before === null || !(error instanceof Problem && error.code === "INPUT_INVALID")) throw error;
    choice.before = null;
    return read({});
  });
  // Shown before the form that would be refused: a hold blocks paying out the balance; repaying stays possible.
  const heldUntil = access === "session" && bills.balanceRupiah > 0 ? await holdUntil(context) : null;
  return {
    bills,
    choice,
    access,
    heldUntil,
    qrisResult: choice.qris ? await resultOf(context, access, choice.qris) : null,
  };
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
async function pay({ form, request, context }: Posted, access: BillAccess) {
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
  // Ways to pay that take no amount would otherwise continue with another amount than the typed one.
  const wrong = choice.pay === "other" ? inputAnswer(createQris, form, context) : null;
  if (wrong) return refused(wrong);
  if (way === "OVO" && access === "session") return redirect(paymentAddressOf("/webview/ovo", chosen), 303);
  if (way === "QRIS") {
    const sent =
      access === "link" ? await submitForm(createLinkQris, form, context) : await submitForm(createQris, form, context);
    return sent.ok
      ? redirect(paymentAddressOf(base, { ...chosen, qris: sent.reply.reference }), 303)
      : refused(sent.answer);
  }
  const account = { bankCode: way };
  const sent =
    access === "link"
      ? await submitForm(openLinkVirtualAccount, form, context, account)
      : await submitForm(openVirtualAccount, form, context, account);
  return sent.ok ? redirect(paymentAddressOf(base, { ...chosen, bank: way }), 303) : refused(sent.answer);
}

const refused = (answer: FormAnswer) =>
  data({ form: "pay" as const, values: answer.values, answer }, { status: answer.status });

/** The forms of both bills screens; actions on a balance need a login. */
export const billForms = {
  session: defineForms(
    {
      use: { call: useBalance, done: billBases.session },
      // Paying money out needs a fresh code; the step posts here again. // Threat A11
      refund: { call: refundBalance, done: billBases.session },
    },
    { fresh: submitFresh, others: { pay: (posted) => pay(posted, "session") } },
  ),
  link: defineForms({}, { others: { pay: (posted) => pay(posted, "link") } }),
};

/** Result of the bills screens' action. */
export type PayOutcome = FormOutcome<"use" | "refund" | "pay", unknown, FreshStep>;
