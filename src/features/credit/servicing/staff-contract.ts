/** Servicing in the console: late loans by bucket, one loan with its gate, contacts and promises, what two people give up, and the plan. */
import * as v from "valibot";
import {
  moneyReason,
  moneyReasonProblems,
  reason,
  reasonProblems,
  unknown as unknownProblem,
} from "#shared/contract-kit.ts";
import { binary } from "#shared/binary.ts";
import { defineCall } from "#shared/contract.ts";
import { defineDesk } from "#shared/desk.ts";
import { typedRupiah } from "#shared/fields/amount.ts";
import { answeredDate, answeredRupiah, instant, unboundedRupiah } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { optionalText } from "#shared/fields/free-text.ts";
import { listOf, listQuery, periodQuery } from "#shared/fields/list.ts";
import { uuid } from "#shared/fields/verification.ts";
import { proposalOpen } from "#shared/four-eyes.ts";
import { defineExport } from "#shared/list-export.ts";
import { proposalProblems, proposed } from "#features/credit/treasury/contract.ts";
import { contactChannels, contactOutcomes, paymentPromise, promiseInput, promiseProblems } from "./contract.ts";
import {
  buckets,
  claimed,
  contactProblems,
  listedLoan,
  loanRelief,
  notWaiting,
  servicedLoan,
  servicingPlanShape,
  stepDay,
  staffContact,
  waivable,
  writeOffObstacles,
  writtenOffLoan,
} from "./desk-contract.ts";
import { letterUnknown } from "./letters-contract.ts";

export const maxContactNoteLength = 500;

const reading = { who: "staff", permission: "servicing.read" } as const;
const contacting = { who: "staff", permission: "servicing.contact", idempotent: true } as const;

const unknown = unknownProblem("LOAN_UNKNOWN", {
  id: "Pinjaman ini tidak ditemukan.",
  en: "There is no such loan.",
  zh: "找不到该借款。",
});
export const listServicing = defineCall({
  id: "listServicing",
  method: "GET",
  path: "/api/staff/servicing",
  summary:
    "Loans with an overdue instalment, the longest late first, by bucket of days past due; each says whether contact is allowed.",
  policy: {
    ...reading,
    trail: { id: "Melihat daftar penagihan", en: "Saw the list of late loans", zh: "查看催收列表" },
  },
  input: v.strictObject({ ...listQuery, bucket: v.optional(v.picklist(buckets, "CHOICE_INVALID")) }),
  output: listOf(listedLoan),
  problems: {},
});

export const getStaffServicing = defineCall({
  id: "getStaffServicing",
  method: "GET",
  path: "/api/staff/servicing/{loanId}",
  summary:
    "A late loan for the staff who service it: the amount due, whether its borrower may be contacted, promises, plan and contacts.",
  policy: {
    ...reading,
    trail: { id: "Melihat penagihan pinjaman", en: "Saw the servicing of a loan", zh: "查看借款的催收" },
  },
  input: v.strictObject({ loanId: uuid }),
  output: servicedLoan,
  problems: unknown,
});

export const getStaffLetter = defineCall({
  id: "getStaffLetter",
  method: "GET",
  path: "/api/staff/servicing/{loanId}/letters/{letterId}/pdf",
  summary: "A letter that was sent as PDF in the borrower's language, with name and address, to be printed and posted.",
  policy: {
    who: "staff",
    permission: "borrower.unmask",
    trail: { id: "Mencetak surat penagihan", en: "Printed a letter of collection", zh: "打印催收信函" },
  },
  input: v.strictObject({ loanId: uuid, letterId: uuid }),
  output: binary,
  problems: letterUnknown,
});

export const servicingDesk = defineDesk({
  key: "loanId",
  path: "/api/staff/servicing",
  permission: "servicing.contact",
  subject: "a late loan",
  claim: { id: "claimServicing", trail: { id: "Mengambil penagihan", en: "Took a late loan", zh: "领取催收借款" } },
  release: {
    id: "releaseServicing",
    trail: { id: "Melepaskan penagihan", en: "Gave a late loan back", zh: "放回催收借款" },
  },
  next: {
    id: "claimNextServicing",
    trail: { id: "Mengambil penagihan berikutnya", en: "Took the next late loan", zh: "领取下一催收借款" },
  },
  problems: { unknown, notWaiting, claimed },
});

export const startContact = defineCall({
  id: "startContact",
  method: "POST",
  path: "/api/staff/servicing/{loanId}/contact",
  summary:
    "Begins a contact with the borrower and shows the number for ten minutes; refused while contact is not allowed.",
  policy: {
    ...contacting,
    trail: { id: "Mulai menghubungi peminjam", en: "Began to contact a borrower", zh: "开始联系借款人" },
  },
  input: v.strictObject({ loanId: uuid, channel: v.picklist(contactChannels, "CHOICE_INVALID") }),
  output: v.object({ contactId: v.string(), until: instant }),
  problems: { ...unknown, ...claimed, ...contactProblems },
});

export const endContact = defineCall({
  id: "endContact",
  method: "POST",
  path: "/api/staff/servicing/{loanId}/contact/{contactId}/end",
  summary:
    "Records the outcome of a contact. Hardship or a dispute pauses collection for ten working days; a death ends it.",
  policy: {
    ...contacting,
    trail: { id: "Mencatat hasil kontak", en: "Noted how a contact ended", zh: "登记联系结果" },
  },
  input: v.strictObject({
    loanId: uuid,
    contactId: uuid,
    outcome: v.picklist(contactOutcomes, "CHOICE_INVALID"),
    note: v.optional(optionalText(maxContactNoteLength), ""),
  }),
  output: staffContact,
  problems: {
    ...unknownProblem("CONTACT_UNKNOWN", {
      id: "Kontak ini tidak ada, atau milik orang lain.",
      en: "There is no such contact, or it is another person's.",
      zh: "没有此联系记录，或属于他人。",
    }),
    CONTACT_ENDED: {
      status: 409,
      text: {
        id: "Hasil kontak ini sudah dicatat.",
        en: "The outcome of this contact is noted already.",
        zh: "该联系的结果已登记。",
      },
    },
  },
});

export const notePromise = defineCall({
  id: "notePromise",
  method: "POST",
  path: "/api/staff/servicing/{loanId}/promise",
  summary: "Records a promise that the borrower made in a talk; beyond seven days another person must approve it.",
  policy: {
    ...contacting,
    trail: { id: "Mencatat janji bayar", en: "Noted a promise to pay", zh: "登记付款承诺" },
  },
  input: v.strictObject({ loanId: uuid, ...promiseInput }),
  /** One of both: the promise, or the proposal of one. */
  output: v.object({ promise: v.nullable(paymentPromise), proposalId: v.nullable(v.string()) }),
  problems: { ...unknown, ...promiseProblems, ...proposalOpen },
});

export const listServicingPlans = defineCall({
  id: "listServicingPlans",
  method: "GET",
  path: "/api/staff/servicing/plans",
  summary: "The versions of the plan of servicing, the newest first.",
  policy: {
    ...reading,
    trail: { id: "Melihat rencana penagihan", en: "Saw the plans of servicing", zh: "查看催收计划" },
  },
  input: v.strictObject(listQuery),
  output: v.strictObject({ ...listOf(servicingPlanShape).entries, proposalId: v.nullable(v.string()) }),
  problems: {},
});

export const proposeServicingStep = defineCall({
  id: "proposeServicingStep",
  method: "POST",
  path: "/api/staff/servicing/plans",
  summary: "Proposes to move a step of the plan to another day, or to remove it, for due dates from a later day on.",
  policy: {
    who: "staff",
    permission: "servicing.plan",
    idempotent: true,
    trail: { id: "Mengusulkan rencana penagihan", en: "Proposed a plan of servicing", zh: "提议催收计划" },
  },
  input: v.strictObject({
    validFrom: businessDate,
    step: v.pipe(v.string("REQUIRED"), v.regex(/^[A-Z][A-Z0-9_]{0,30}$/, "CHOICE_INVALID")),
    /** Left out: the step is taken out of the plan. */
    day: v.optional(v.union([v.literal(""), stepDay], "DAY_RANGE")),
    reason,
  }),
  output: v.object({ proposalId: v.string() }),
  problems: {
    ...proposalOpen,
    STEP_UNKNOWN: {
      status: 422,
      field: "step",
      text: { id: "Langkah ini tidak ada.", en: "There is no such step.", zh: "没有此步骤。" },
    },
    PLAN_DATE: {
      status: 422,
      field: "validFrom",
      text: {
        id: "Pilih tanggal setelah hari ini dan setelah versi terakhir.",
        en: "Choose a day after today and after the newest version.",
        zh: "请选择今天及最新版本之后的日期。",
      },
    },
    PLAN_ORDER: {
      status: 422,
      field: "day",
      text: {
        id: "Urutan langkah harus tetap, dan tidak boleh lebih dari satu pesan sehari atau tiga dalam tujuh hari.",
        en: "The order of the steps has to stay, and no more than one message a day or three in seven days may fall.",
        zh: "步骤顺序须保持不变，且每天最多一条、七天内最多三条消息。",
      },
    },
  },
  fieldProblems: {
    ...reasonProblems,
    DAY_RANGE: {
      id: "Tulis hari antara -30 dan 400.",
      en: "Give a day between -30 and 400.",
      zh: "请填写 -30 至 400 之间的天数。",
    },
  },
});

const proposingMoney = { who: "staff", permission: "money.propose", idempotent: true } as const;

export const getLoanRelief = defineCall({
  id: "getLoanRelief",
  method: "GET",
  path: "/api/staff/servicing/{loanId}/relief",
  summary: "The amounts of a loan that can be waived, and the reasons against writing it off.",
  policy: {
    who: "staff",
    permission: "servicing.read",
    trail: { id: "Melihat penghapusan utang", en: "Saw what can be waived", zh: "查看可减免项" },
  },
  input: v.strictObject({ loanId: uuid }),
  output: loanRelief,
  problems: unknown,
});
export const proposeWaiver = defineCall({
  id: "proposeWaiver",
  method: "POST",
  path: "/api/staff/servicing/{loanId}/waiver",
  summary: "Proposes to waive part of the unpaid amount. Another person confirms it.",
  policy: {
    ...proposingMoney,
    trail: { id: "Mengusulkan penghapusan tagihan", en: "Proposed a waiver", zh: "提议减免" },
  },
  vital: true,
  input: v.strictObject({
    loanId: uuid,
    component: v.picklist(waivable, "CHOICE_INVALID"),
    amountRupiah: typedRupiah,
    reason: moneyReason,
  }),
  output: proposed,
  problems: {
    ...unknown,
    ...proposalProblems,
    WAIVER_RANGE: {
      status: 422,
      field: "amountRupiah",
      text: {
        id: "Jumlahnya lebih dari yang belum dibayar di bagian ini.",
        en: "The amount is more than what is unpaid of this part.",
        zh: "金额超过该部分的未付金额。",
      },
      data: v.object({ maxRupiah: answeredRupiah }),
    },
  },
  fieldProblems: moneyReasonProblems,
});

export const noteLenderNotified = defineCall({
  id: "noteLenderTold",
  method: "POST",
  path: "/api/staff/servicing/{loanId}/lender-told",
  summary:
    "Records that the lender was notified of the write-off, which may follow 14 days later. Repeating it keeps the first day.",
  policy: {
    ...proposingMoney,
    trail: { id: "Mencatat kabar ke pemberi dana", en: "Noted that the lender was notified", zh: "登记已告知出借人" },
  },
  vital: true,
  input: v.strictObject({ loanId: uuid }),
  output: v.object({ lenderToldAt: instant }),
  problems: unknown,
});

export const proposeWriteOff = defineCall({
  id: "proposeWriteOff",
  method: "POST",
  path: "/api/staff/servicing/{loanId}/write-off",
  summary: "Proposes to write a loan off. Another person confirms it; the debt remains, and the borrower is notified.",
  policy: {
    ...proposingMoney,
    trail: { id: "Mengusulkan hapus buku", en: "Proposed a write-off", zh: "提议核销" },
  },
  vital: true,
  input: v.strictObject({ loanId: uuid, reason: moneyReason }),
  output: proposed,
  problems: {
    ...unknown,
    ...proposalProblems,
    WRITE_OFF_REFUSED: {
      status: 409,
      text: {
        id: "Pinjaman ini belum bisa dihapusbukukan. Syarat yang belum terpenuhi ada di halaman ini.",
        en: "This loan cannot be written off yet. This page lists what is missing.",
        zh: "该借款尚不可核销，未满足的条件见本页。",
      },
      data: v.object({ obstacles: v.array(v.picklist(writeOffObstacles)) }),
    },
  },
  fieldProblems: moneyReasonProblems,
});

export const listWriteOffs = defineCall({
  id: "listWriteOffs",
  method: "GET",
  path: "/api/staff/servicing/write-offs",
  summary:
    "Loans written off with a day of booking from `from` to `to` (default: this month), in order, with the ledger's sums for these days.",
  policy: {
    who: "staff",
    permission: "servicing.read",
    trail: { id: "Melihat daftar hapus buku", en: "Saw the register of write-offs", zh: "查看核销登记" },
  },
  input: v.strictObject({ ...listQuery, ...periodQuery }),
  output: v.strictObject({
    ...listOf(writtenOffLoan).entries,
    from: answeredDate,
    to: answeredDate,
    /** Debits and credits of written-off debt by write-offs on these days: the sum of the list's amounts, and what was recovered on these days. */
    ledgerRupiah: unboundedRupiah,
    ledgerRecoveredRupiah: unboundedRupiah,
  }),
  problems: {},
});

export const exportWriteOffs = defineExport(listWriteOffs, {
  id: "exportWriteOffs",
  summary: "The register of write-offs as CSV, with the columns of the list.",
  trail: { id: "Mengunduh daftar hapus buku", en: "Downloaded the register of write-offs", zh: "下载核销登记" },
});
