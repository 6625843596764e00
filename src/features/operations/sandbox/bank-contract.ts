/** The sandbox's bank: open payables, and their payer. */
import * as v from "valibot";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";

const policy = { who: "sandbox" } as const;

export const bankOutcomes = ["SUCCESS", "FAIL", "LOST", "OUT_OF_ORDER", "REFUNDED"] as const;
export const behaviour = v.strictObject({
  /** Until the bank's callback is sent. */
  delaySeconds: v.optional(
    v.pipe(v.number("INVALID"), v.integer("INVALID"), v.minValue(0, "INVALID"), v.maxValue(86_400, "INVALID")),
  ),
  /** Further copies of the same callback. */
  duplicates: v.optional(
    v.pipe(v.number("INVALID"), v.integer("INVALID"), v.minValue(0, "INVALID"), v.maxValue(20, "INVALID")),
  ),
  outcome: v.optional(v.picklist(bankOutcomes)),
});

const target = (maximum: number) => v.optional(v.pipe(v.string(), v.trim(), v.maxLength(maximum, "TOO_LONG")));
const filled = (value: string | undefined): boolean => value !== undefined && value !== "";

export const paySandboxBank = defineCall({
  id: "paySandboxBank",
  method: "POST",
  path: "/api/sandbox/bank/pay",
  summary:
    "Plays the payer: pays a virtual account, a QRIS code, or another reference; the bank then calls back as requested.",
  policy,
  input: v.pipe(
    v.strictObject({
      virtualAccountNumber: target(40),
      /** The code's whole string, as a phone reads it. */
      qris: target(600),
      /** Reference of a QRIS code or an e-wallet request, or a virtual account number. */
      reference: target(100),
      /** Whole rupiah. */
      amount: v.pipe(v.number("AMOUNT_FORMAT"), v.safeInteger("AMOUNT_FORMAT"), v.minValue(1, "AMOUNT_FORMAT")),
      behaviour: v.optional(behaviour),
    }),
    v.forward(
      v.check(
        (order) => [order.virtualAccountNumber, order.qris, order.reference].filter(filled).length === 1,
        "ONE_TARGET",
      ),
      ["reference"],
    ),
  ),
  output: v.object({
    /** FAILED: no money moved, as the behaviour asked. */
    outcome: v.picklist(["PAID", "FAILED"]),
    paymentId: v.optional(v.string()),
    rail: v.picklist(["VIRTUAL_ACCOUNT", "QRIS", "EWALLET"]),
    reference: v.string(),
  }),
  problems: {
    ...unknown("PAYMENT_TARGET_UNKNOWN", {
      id: "Bank tidak mengenal nomor atau kode ini.",
      en: "The bank knows no such number or code.",
      zh: "银行没有该号码或二维码。",
    }),
    PAYMENT_EXPIRED: {
      status: 410,
      text: {
        id: "Nomor atau kode ini sudah tidak berlaku.",
        en: "This number or code has expired.",
        zh: "该号码或二维码已失效。",
      },
    },
    PAYMENT_AMOUNT: {
      status: 422,
      text: {
        id: "Jumlahnya harus tepat sama dengan tagihan.",
        en: "The amount must be exactly the one on the bill.",
        zh: "金额必须与账单完全一致。",
      },
    },
    PAYMENT_DONE: {
      status: 409,
      text: { id: "Tagihan ini sudah dibayar.", en: "This has been paid already.", zh: "该账单已支付。" },
    },
  },
  fieldProblems: {
    ONE_TARGET: {
      id: "Isi salah satu: nomor virtual account, kode QRIS, atau referensi.",
      en: "Name exactly one: a virtual account number, a QRIS code, or a reference.",
      zh: "请只填写一项：虚拟账号、QRIS 码或参考号。",
    },
  },
});

export const inquireSandboxBank = defineCall({
  id: "inquireSandboxBank",
  method: "POST",
  path: "/api/sandbox/bank/inquiry",
  summary:
    "Plays the payer's bank before the payment: inquires about the bill of a virtual account, as banks do when their customer names it. For 30 minutes the amounts count as of the day of the answer.",
  policy,
  input: v.strictObject({
    virtualAccountNumber: v.pipe(v.string("REQUIRED"), v.trim(), v.regex(/^\d{1,28}$/, "INVALID")),
    /** The bank's id of its inquiry; a new one each time when omitted. */
    inquiryId: v.optional(v.pipe(v.string(), v.minLength(1, "REQUIRED"), v.maxLength(128, "TOO_LONG"))),
  }),
  output: v.object({
    payerName: v.string(),
    /** The amount that the payer is asked for. */
    amountRupiah: answeredRupiah,
    /** The amount that ends the loan. */
    payoffRupiah: answeredRupiah,
  }),
  problems: {
    ...unknown("PAYMENT_TARGET_UNKNOWN", {
      id: "Bank tidak mengenal nomor atau kode ini.",
      en: "The bank knows no such number or code.",
      zh: "银行没有该号码或二维码。",
    }),
    PAYMENT_DONE: paySandboxBank.problems.PAYMENT_DONE,
  },
});

export const payable = v.object({
  rail: v.picklist(["VIRTUAL_ACCOUNT", "QRIS", "EWALLET"]),
  /** Pay it by this reference. */
  reference: v.string(),
  bankName: v.nullable(v.string()),
  payerName: v.nullable(v.string()),
  /** Null: any amount. */
  amountRupiah: v.nullable(answeredRupiah),
  expiresAt: instant,
});
export type Payable = v.InferOutput<typeof payable>;

export const listPayables = defineCall({
  id: "listPayables",
  method: "GET",
  path: "/api/sandbox/bank/payables",
  summary: "Open payables at the sandbox's bank, newest first.",
  policy,
  input: noInput,
  output: v.object({ items: v.array(payable), nextCursor: v.null() }),
  problems: {},
});
