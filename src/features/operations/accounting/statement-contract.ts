/** Daily reconciliation: bank statements against the ledger, and the lines that are left as work. // Spec credit-support 12 */
import * as v from "valibot";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant, unboundedRupiah } from "#shared/fields/answered.ts";
import { freeText } from "#shared/fields/free-text.ts";
import { cursorLike, listOf, listQuery } from "#shared/fields/list.ts";
import { uuid } from "#shared/fields/verification.ts";

/** Accounts of the ledger that are accounts at a bank. */
export const bankAccounts = ["ESCROW", "OPERATING_CASH"] as const;
export type OwnBankAccount = (typeof bankAccounts)[number];

export const lineStates = ["OPEN", "IN_WORK", "SETTLED", "MATCHED"] as const;
export const lineSides = ["THEIRS", "OURS"] as const;

const maxFileMegabytes = 4;
export const maxStatementFileBytes = maxFileMegabytes * 1024 * 1024;
/** Lines of one file. */
export const maxLines = 20_000;

const reading = (text: { id: string; en: string; zh: string }) =>
  ({ who: "staff", permission: "accounting.read", trail: text }) as const;

const lines = { data: v.object({ lines: v.string() }), status: 422, field: "file" } as const;

export const uploadStatement = defineCall({
  id: "uploadStatement",
  method: "POST",
  path: "/api/staff/accounting/statements",
  summary:
    "Reads a bank's statement and compares it with the ledger. A line that an earlier file brought counts once. As multipart/form-data.",
  policy: {
    who: "staff",
    permission: "accounting.reconcile",
    trail: { id: "Mengunggah rekening koran", en: "Uploaded a bank statement", zh: "上传银行对账单" },
  },
  upload: { maxBytes: maxStatementFileBytes + 64 * 1024, seconds: 60 },
  input: v.strictObject({
    account: v.picklist(bankAccounts, "CHOICE_INVALID"),
    /** Key of a format of statements. */
    format: v.pipe(v.string("REQUIRED"), v.regex(/^[A-Z][A-Z0-9_]{1,39}$/, "CHOICE_INVALID")),
    file: v.pipe(
      v.file("FILE_NEEDED"),
      v.check((file) => file.size > 0, "FILE_NEEDED"),
      v.maxSize(maxStatementFileBytes, "FILE_TOO_LARGE"),
    ),
  }),
  output: v.object({
    statementId: v.string(),
    lines: v.number(),
    /** Lines that an earlier file brought. */
    known: v.number(),
    matched: v.number(),
    /** New lines that only the bank has. */
    theirsOnly: v.number(),
    /** Transfers of these days that only the ledger has. */
    oursOnly: v.number(),
  }),
  problems: {
    FORMAT_UNKNOWN: {
      status: 422,
      field: "format",
      text: { id: "Format ini tidak dikenal.", en: "This format is not known.", zh: "未知的格式。" },
    },
    FILE_NOT_TEXT: {
      status: 422,
      field: "file",
      text: {
        id: "Berkas ini bukan teks UTF-8.",
        en: "This file is not text in UTF-8.",
        zh: "该文件不是 UTF-8 文本。",
      },
    },
    FILE_COLUMNS: {
      status: 422,
      field: "file",
      text: {
        id: "Baris pertama harus menamai kolom ini: {columns}.",
        en: "The first line must name these columns: {columns}.",
        zh: "首行必须包含以下列名：{columns}。",
      },
      data: v.object({ columns: v.string() }),
    },
    FILE_EMPTY: {
      status: 422,
      field: "file",
      text: {
        id: "Berkas ini tidak berisi baris transaksi.",
        en: "This file holds no lines of transactions.",
        zh: "该文件没有交易行。",
      },
    },
    FILE_LONG: {
      status: 422,
      field: "file",
      text: {
        id: "Paling banyak {max} baris dalam satu berkas.",
        en: "At most {max} lines in one file.",
        zh: "单个文件最多 {max} 行。",
      },
      data: v.object({ max: v.number() }),
    },
    LINE_CELLS: {
      ...lines,
      text: {
        id: "Baris {lines}: jumlah kolomnya tidak cocok dengan baris pertama.",
        en: "Line {lines}: the number of columns is not that of the first line.",
        zh: "第 {lines} 行：列数与首行不符。",
      },
    },
    LINE_DATE: {
      ...lines,
      text: {
        id: "Baris {lines}: tanggalnya tidak terbaca atau di masa depan.",
        en: "Line {lines}: the date cannot be read or lies in the future.",
        zh: "第 {lines} 行：日期无法识别或晚于今天。",
      },
    },
    LINE_AMOUNT: {
      ...lines,
      text: {
        id: "Baris {lines}: jumlahnya bukan rupiah bulat selain nol, atau debit dan kredit terisi dua-duanya.",
        en: "Line {lines}: the amount is not whole rupiah other than zero, or debit and credit are both given.",
        zh: "第 {lines} 行：金额不是非零整数印尼盾，或借贷两栏都有值。",
      },
    },
    LINE_REFERENCE: {
      ...lines,
      text: {
        id: "Baris {lines}: referensinya kosong atau lebih dari 80 karakter.",
        en: "Line {lines}: the reference is empty or longer than 80 characters.",
        zh: "第 {lines} 行：参考号为空或超过 80 个字符。",
      },
    },
  } as const satisfies ProblemKinds,
  fieldProblems: {
    FILE_NEEDED: {
      id: "Pilih dulu berkas rekening korannya.",
      en: "Choose the statement file first.",
      zh: "请先选择对账单文件。",
    },
    FILE_TOO_LARGE: {
      id: `Berkas ini lebih dari ${maxFileMegabytes} MB.`,
      en: `This file is larger than ${maxFileMegabytes} MB.`,
      zh: `该文件超过 ${maxFileMegabytes} MB。`,
    },
  },
});

const statementLine = v.object({
  lineId: v.string(),
  account: v.picklist(bankAccounts),
  side: v.picklist(lineSides),
  bookedOn: answeredDate,
  /** Into the account above zero, out of it below. */
  amountRupiah: unboundedRupiah,
  reference: v.string(),
  state: v.picklist(lineStates),
  matchedBy: v.nullable(v.picklist(["REFERENCE", "AMOUNT"])),
  /** The transfer of the ledger; null where only the bank has the line. */
  transferId: v.nullable(v.string()),
  /** The staff member that took or settled it last. */
  staffId: v.nullable(v.string()),
  changedAt: instant,
});
export type BankStatementLine = v.InferOutput<typeof statementLine>;

export const listStatementLines = defineCall({
  id: "listStatementLines",
  method: "GET",
  path: "/api/staff/accounting/lines",
  summary: "Lines of reconciliation in one state, the oldest day first.",
  policy: reading({ id: "Melihat rekonsiliasi", en: "Viewed the reconciliation", zh: "查看对账" }),
  input: v.strictObject({
    ...listQuery,
    cursor: cursorLike(/^\d{4}-\d\d-\d\d~[0-9a-f-]{36}$/),
    state: v.optional(v.picklist(lineStates, "CHOICE_INVALID"), "OPEN"),
  }),
  output: v.strictObject({
    ...listOf(statementLine).entries,
    /** Formats that a file can have. */
    formats: v.array(v.object({ key: v.string(), name: v.string() })),
    /** The newest files. */
    statements: v.array(
      v.object({
        statementId: v.string(),
        account: v.picklist(bankAccounts),
        from: answeredDate,
        to: answeredDate,
        lines: v.number(),
        known: v.number(),
        matched: answeredRupiah,
        uploadedBy: v.string(),
        uploadedAt: instant,
      }),
    ),
  }),
  problems: {},
});

const lineUnknown = unknown("LINE_UNKNOWN", {
  id: "Baris ini tidak ada.",
  en: "There is no such line.",
  zh: "没有该行。",
});

export const getStatementLine = defineCall({
  id: "getStatementLine",
  method: "GET",
  path: "/api/staff/accounting/lines/{lineId}",
  summary: "One line of reconciliation with its note.",
  policy: reading({ id: "Melihat baris rekonsiliasi", en: "Viewed a line of reconciliation", zh: "查看对账行" }),
  input: v.strictObject({ lineId: uuid }),
  output: v.object({ ...statementLine.entries, note: v.nullable(v.string()) }),
  problems: lineUnknown,
});

export const workOnLine = defineCall({
  id: "changeStatementLine",
  method: "POST",
  path: "/api/staff/accounting/lines/{lineId}",
  summary: "Takes a line that is open, settles it with a note, or opens it again.",
  policy: {
    who: "staff",
    permission: "accounting.reconcile",
    idempotent: true,
    trail: { id: "Mengerjakan baris rekonsiliasi", en: "Worked on a line of reconciliation", zh: "处理对账行" },
  },
  input: v.strictObject({
    lineId: uuid,
    state: v.picklist(["OPEN", "IN_WORK", "SETTLED"], "CHOICE_INVALID"),
    note: v.pipe(freeText(500), v.minLength(5, "NOTE_SHORT")),
  }),
  output: v.object({ state: v.picklist(lineStates) }),
  problems: {
    ...lineUnknown,
    LINE_MATCHED: {
      status: 409,
      text: {
        id: "Baris ini sudah cocok dengan buku besar.",
        en: "This line matches the ledger already.",
        zh: "该行已与总账匹配。",
      },
    },
  },
  fieldProblems: {
    NOTE_SHORT: {
      id: "Tulis catatan paling sedikit 5 karakter.",
      en: "Write a note of at least 5 characters.",
      zh: "备注至少 5 个字符。",
    },
  },
});
