/** Closing an account on its holder's request: blockers, losses, kept data, and the 72 hours in which it can be withdrawn. */
import * as v from "valibot";
import { holdProblems } from "#features/account/hold/contract.ts";
import { binary } from "#shared/binary.ts";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { closureBlockers } from "#shared/closure-blockers.ts";
import { instant } from "#shared/fields/answered.ts";
import { ticked, uuid } from "#shared/fields/verification.ts";
import { openShape } from "#shared/fields/shape.ts";

export const closureStates = ["COOLING", "CLOSED", "RETAINING", "ERASED", "WITHDRAWN", "UNDONE"] as const;
export type ClosureState = (typeof closureStates)[number];

/** Possible reasons; rows decide which ones are offered. // Spec account 6 */
export const deleteReasons = [
  "NO_LONGER_NEEDED",
  "COST_TOO_HIGH",
  "LIMIT_TOO_LOW",
  "NOT_APPROVED",
  "PRIVACY",
  "TOO_MANY_MESSAGES",
  "BAD_SERVICE",
  "OTHER_LENDER",
  "SECOND_ACCOUNT",
  "OTHER",
] as const;
export type DeleteReason = (typeof deleteReasons)[number];

/** Spec: up to 3 reasons, 300 characters. */
export const maxReasons = 3;
export const maxDescription = 300;
/** Hours in which the closing can be withdrawn. // Spec account 6 */
export const coolingHours = 72;
/** Hours after closing within which all personal data is deleted. // Spec account 6 */
export const erasureHours = 24;

/** Rules under which data of borrowers with a loan is kept; their years are rows. // Spec account 6 */
export const keptRules = ["IDENTITY_EVIDENCE", "CONTRACT", "BOOKS", "STAFF_REASON", "CONSENT_PROOF"] as const;
const keptRule = v.picklist(keptRules);

const nothing = v.strictObject({});
const blocker = openShape("ClosureBlocker", {
  code: v.picklist(closureBlockers),
  /** The page on which it can be settled. */
  path: v.string(),
});

export const listDeleteReasons = defineCall({
  id: "listDeleteReasons",
  method: "GET",
  path: "/api/user/listDeleteReasons",
  summary: "The reasons that can be given for closing an account, in their order; up to three.",
  policy: { who: "borrower", limited: ["CLOSING"] },
  input: nothing,
  output: v.object({ items: v.array(v.object({ code: v.picklist(deleteReasons), text: v.string() })) }),
  problems: {},
});

/** The choice for remaining reward money: sent to one of the borrower's bank accounts, or given up. // Spec rewards 10 */
export const balanceChoices = ["PAY_OUT", "GIVE_UP"] as const;
export type BalanceChoice = (typeof balanceChoices)[number];

const closure = openShape("AccountClosure", {
  closureId: uuid,
  state: v.picklist(closureStates),
  askedAt: instant,
  /** The request can be withdrawn until this time. */
  closesAt: instant,
  /** Whole hours until then, rounded up; 0 once it cannot be withdrawn any more. */
  hoursLeft: v.pipe(v.number(), v.integer()),
  /** The choice for existing reward money; null when there was none. */
  balanceChoice: v.nullable(v.picklist(balanceChoices)),
});

/** The unit of a line of lost value. */
export const lostUnits = ["RUPIAH", "POINTS", "COUNT"] as const;
export type LostUnit = (typeof lostUnits)[number];

export const getClosure = defineCall({
  id: "getAccountClosure",
  method: "GET",
  path: "/api/account-closure",
  summary:
    "Whether the account is being closed, the blockers, the losses, and the data that the law requires us to keep.",
  policy: { who: "borrower", limited: ["CLOSING"] },
  input: nothing,
  output: v.object({
    closure: v.nullable(closure),
    blockers: v.array(blocker),
    /** Reward money that `balanceTo` settles within the request, as the blocker BALANCE with a link to this page says; in rupiah. */
    balanceRupiah: v.pipe(v.number(), v.integer()),
    /** Value that ends with the account and is not paid out. */
    lost: v.array(
      v.object({
        code: v.pipe(v.string(), v.regex(/^[A-Z]+(?:_[A-Z]+)*$/)),
        /** Its name, in the reader's language. */
        text: v.string(),
        unit: v.picklist(lostUnits),
        amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
      }),
    ),
    /** Data that is kept after deletion, and for how many years; empty without a loan ever. */
    kept: v.array(v.object({ rule: keptRule, years: v.pipe(v.number(), v.integer()) })),
  }),
  problems: {},
});

const reason = v.picklist(deleteReasons, "CHOICE_INVALID");

export const askClosure = defineCall({
  id: "askAccountClosure",
  method: "POST",
  path: "/api/account-closure",
  summary:
    "Requests to close the account: from now on only withdrawing the request is processed, and after 72 hours the account is closed and its data deleted. All reward money goes to one of the borrower's bank accounts, or is given up. The reasons are stored without a name.",
  // Limited too, so that the same key answers the same once more.
  policy: { who: "borrower", stepUp: "CANCEL", idempotent: true, limited: ["CLOSING"] },
  input: v.pipe(
    v.strictObject({
      reasons: v.pipe(
        v.array(reason),
        v.minLength(1, "REQUIRED"),
        v.maxLength(maxReasons, "TOO_MANY_REASONS"),
        v.check((all) => new Set(all).size === all.length, "CHOICE_INVALID"),
      ),
      description: v.optional(v.pipe(v.string("REQUIRED"), v.trim(), v.maxLength(maxDescription, "TOO_LONG"))),
      /** The borrower accepts that limit and history are lost. */
      acceptLost: ticked,
      /** The own bank account that receives the reward money, or GIVE_UP; required if there is reward money. */
      balanceTo: v.optional(v.union([v.literal("GIVE_UP"), uuid], "CHOICE_INVALID")),
    }),
    v.forward(
      v.partialCheck(
        [["reasons"], ["description"]],
        ({ reasons, description }) => !reasons.includes("OTHER") || (description ?? "") !== "",
        "REQUIRED",
      ),
      ["description"],
    ),
    v.metadata({ needed: "description" }),
  ),
  output: closure,
  problems: {
    ...holdProblems,
    CLOSURE_BLOCKED: {
      status: 409,
      text: {
        id: "Akun belum bisa ditutup: masih ada yang harus diselesaikan.",
        en: "The account cannot be closed yet: something has to be settled first.",
        zh: "账户暂时无法注销：仍有事项需要先处理。",
      },
      data: v.object({ blockers: v.array(blocker) }),
    },
    BANK_ACCOUNT_UNKNOWN: {
      status: 422,
      field: "balanceTo",
      text: {
        id: "Pilih rekening bank Anda.",
        en: "Choose one of your bank accounts.",
        zh: "请选择您的银行账户。",
      },
    },
    CLOSURE_OPEN: {
      status: 409,
      text: {
        id: "Penutupan akun ini sudah diminta.",
        en: "The closing of this account was already requested.",
        zh: "此账户已申请注销。",
      },
    },
  },
  fieldProblems: {
    TOO_MANY_REASONS: {
      id: "Pilih paling banyak tiga alasan.",
      en: "Choose three reasons at most.",
      zh: "最多选择三个原因。",
    },
  },
});

const notCooling = {
  CLOSURE_NOT_OPEN: {
    status: 409,
    text: {
      id: "Tidak ada penutupan akun yang bisa dibatalkan.",
      en: "There is no closing to cancel.",
      zh: "没有可撤销的注销申请。",
    },
  },
} as const satisfies ProblemKinds;

export const withdrawClosure = defineCall({
  id: "withdrawAccountClosure",
  method: "POST",
  path: "/api/account-closure/withdraw",
  summary: "Withdraws the closing within its 72 hours: the account is fully usable again at once.",
  policy: { who: "borrower", limited: ["CLOSING"] },
  input: nothing,
  output: v.object({ withdrawn: v.literal(true) }),
  problems: notCooling,
});

/** The first part lists destroyed and kept data, the second says that the kept data is destroyed too. */
export const certificateParts = ["ERASURE", "END"] as const;
export type CertificatePart = (typeof certificateParts)[number];

const certificate = v.object({
  closureId: uuid,
  askedAt: instant,
  closedAt: instant,
  /** Null while the deletion runs. */
  erasedAt: v.nullable(instant),
  /** Sealed values and files that are unreadable because their key is destroyed. */
  unreadableValues: v.nullable(v.pipe(v.number(), v.integer())),
  deletedRows: v.pipe(v.number(), v.integer()),
  kept: v.array(v.object({ kind: v.string(), rule: keptRule, count: v.pipe(v.number(), v.integer()), until: instant })),
  /** Whether its sealed file is there. */
  hasFile: v.boolean(),
  /** When the last kept data was destroyed; null before, or when none was kept. */
  retentionEndedAt: v.nullable(instant),
  /** Whether the second sealed file exists; it states that the last kept data was destroyed. */
  hasEndFile: v.boolean(),
});
export type ClosureCertificate = v.InferOutput<typeof certificate>;

const certificateProblems = unknown("CERTIFICATE_UNKNOWN", {
  id: "Sertifikat ini tidak dikenal.",
  en: "This certificate is not known.",
  zh: "未找到此证明。",
});
const notYetProblems = {
  ...certificateProblems,
  CERTIFICATE_NOT_YET: {
    status: 409,
    text: {
      id: "Sertifikat terbit setelah akun ditutup pada {closesAtText}.",
      en: "The certificate is issued once the account is closed, on {closesAtText}.",
      zh: "账户于 {closesAtText} 注销后出具证明。",
    },
    data: v.object({ closesAt: instant, closesAtText: v.string() }),
  },
} as const satisfies ProblemKinds;

export const getClosureCertificate = defineCall({
  id: "getClosureCertificate",
  method: "GET",
  path: "/api/account-closure/certificate/{closureId}",
  summary:
    "The certificate of a closed account: destroyed data with times, kept data with reasons and end dates. It contains no name, number or NIK.",
  policy: { who: "anyone" },
  input: v.strictObject({ closureId: uuid }),
  output: certificate,
  problems: notYetProblems,
});

export const getClosureCertificateFile = defineCall({
  id: "getClosureCertificateFile",
  method: "GET",
  path: "/api/account-closure/certificate/{closureId}/file",
  summary:
    "The certificate as a sealed PDF, once the account's data is deleted; `END` is the second one, once nothing is kept any more. For anyone who has its number.",
  policy: { who: "anyone" },
  input: v.strictObject({ closureId: uuid, part: v.optional(v.picklist(certificateParts), "ERASURE") }),
  output: binary,
  problems: certificateProblems,
});
