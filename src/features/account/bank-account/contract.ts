/** Bank accounts that loans are paid to: named by their bank, and the borrower's own. */
import * as v from "valibot";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { bankAccountNumber, bankCode } from "#shared/fields/bank.ts";
import { uuid } from "#shared/fields/verification.ts";
import { holdProblems } from "#features/account/hold/contract.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Accounts of one borrower in use. */
export const maxAccounts = 5;

export const bankAccount = openShape("BankAccount", {
  id: v.string(),
  bankCode: v.string(),
  bankName: v.string(),
  /** `••••7890` */
  masked: v.string(),
  /** The holder's name in the bank's spelling. */
  accountName: v.string(),
  isMain: v.boolean(),
});
export type BankAccountAnswer = v.InferOutput<typeof bankAccount>;

export const listBanks = defineCall({
  id: "listBanks",
  method: "GET",
  path: "/api/bank",
  summary: "Banks that loans can be paid to, the best known first.",
  policy: { who: "anyone" },
  input: noInput,
  output: v.object({ items: v.array(v.object({ code: v.string(), name: v.string(), shortName: v.string() })) }),
  problems: {},
});

export const listBankAccounts = defineCall({
  id: "listBankAccounts",
  method: "GET",
  path: "/api/bank-account",
  summary: "The borrower's bank accounts, the main one first; numbers come masked.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({ items: v.array(bankAccount), max: v.number(), identityGiven: v.boolean() }),
  problems: {},
});

/** An inquiry returns the name of an account's owner: the limit prevents searching for other people. */
export const accountInquiries = {
  counter: "account-inquiry",
  by: "borrower",
  max: 10,
  seconds: 3_600,
  after: "the account is none that the borrower has, and the bank has to be asked",
} as const;

export const addBankAccount = defineCall({
  id: "addBankAccount",
  method: "POST",
  path: "/api/bank-account",
  summary:
    "Asks the bank for the account's owner and saves the account when it is the borrower's; the first one becomes the main one.",
  policy: { who: "borrower", stepUp: "STEP_UP_BIND" },
  limits: [accountInquiries],
  input: v.strictObject({ bankCode, accountNumber: bankAccountNumber }),
  output: bankAccount,
  problems: {
    ...holdProblems,
    IDENTITY_NEEDED: {
      status: 409,
      text: {
        id: "Isi data KTP dulu, agar nama di rekening bisa dicocokkan.",
        en: "Fill in your KTP's data first, so that the account's name can be compared.",
        zh: "请先填写身份证信息，以便核对账户户名。",
      },
    },
    BANK_NOT_SERVED: {
      status: 422,
      field: "bankCode",
      text: {
        id: "Bank ini belum dilayani. Pilih bank lain.",
        en: "This bank is not served yet. Choose another one.",
        zh: "暂不支持该银行，请选择其他银行。",
      },
    },
    ACCOUNT_NOT_FOUND: {
      status: 422,
      field: "accountNumber",
      text: {
        id: "Nomor rekening ini tidak ditemukan di {bank}. Periksa bank dan nomornya, lalu coba lagi.",
        en: "{bank} knows no account with this number. Check the bank and the number, then try again.",
        zh: "{bank} 查无此账号。请核对银行和账号后重试。",
      },
      data: v.object({ bank: v.string() }),
    },
    ACCOUNT_NAME_MISMATCH: {
      status: 422,
      field: "accountNumber",
      text: {
        id: "Rekening ini atas nama {holder}, sedangkan nama Anda di KTP {name}. Dana hanya bisa dikirim ke rekening atas nama Anda sendiri. Periksa nomornya. Kalau rekening ini milik Anda tetapi namanya ditulis lain, minta petugas memeriksanya di bawah.",
        en: "This account belongs to {holder}, and the name on your KTP is {name}. Money can only be sent to an account in your own name. Check the number. If the account is yours and the name is only written differently, ask our staff to check below.",
        zh: "该账户户名为 {holder}，而您身份证上的姓名为 {name}。款项只能汇入您本人名下的账户。请核对账号。若账户确属您本人、仅户名写法不同，可在下方请工作人员核对。",
      },
      data: v.object({ holder: v.string(), name: v.string() }),
    },
    BANK_NOT_ANSWERING: {
      status: 503,
      text: {
        id: "{bank} sedang tidak menjawab. Rekening belum disimpan; coba lagi beberapa menit lagi atau pakai bank lain.",
        en: "{bank} is not answering right now. The account is not saved yet; try again in some minutes or use another bank.",
        zh: "{bank} 暂时无响应，账户尚未保存。请几分钟后重试，或使用其他银行。",
      },
      data: v.object({ bank: v.string() }),
    },
    ACCOUNT_KNOWN: {
      status: 409,
      field: "accountNumber",
      text: { id: "Rekening ini sudah tersimpan.", en: "This account is saved already.", zh: "该账户已保存。" },
    },
    ACCOUNTS_FULL: {
      status: 409,
      text: {
        id: "Anda sudah punya {max} rekening. Hapus satu untuk menambah yang lain.",
        en: "You already have {max} accounts. Remove one to add another.",
        zh: "您已有 {max} 个账户。请先删除一个再添加。",
      },
      data: v.object({ max: v.number() }),
    },
  },
});

const accountUnknown = unknown("ACCOUNT_UNKNOWN", {
  id: "Rekening ini sudah tidak ada.",
  en: "This account is no longer there.",
  zh: "该账户已不存在。",
});

export const chooseMainBankAccount = defineCall({
  id: "chooseMainBankAccount",
  method: "POST",
  path: "/api/bank-account/{accountId}/main",
  summary: "Makes an account the one that loans are paid to.",
  policy: { who: "borrower", stepUp: "STEP_UP_BIND" },
  input: v.strictObject({ accountId: uuid }),
  output: v.object({ isMain: v.literal(true) }),
  problems: { ...accountUnknown, ...holdProblems },
});

export const removeBankAccount = defineCall({
  id: "removeBankAccount",
  method: "POST",
  path: "/api/bank-account/{accountId}/remove",
  summary: "Removes an account; if it was the main one, the next becomes the main one.",
  policy: { who: "borrower", stepUp: "STEP_UP_BIND" },
  input: v.strictObject({ accountId: uuid }),
  output: v.object({ removed: v.literal(true) }),
  problems: { ...accountUnknown, ...holdProblems },
});
