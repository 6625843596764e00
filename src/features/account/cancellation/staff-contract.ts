/** Data of deleted borrowers that retention rules keep: listed by one person, opened by one with another person's approval. // Spec account 6 */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { reason, reasonProblems, unknown as unknownProblem } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { uuid } from "#shared/fields/verification.ts";

/** Hours after approval during which the proposer may open the kept data. */
export const readingHours = 24;

const unknown = unknownProblem("RETENTION_UNKNOWN", {
  id: "Tidak ada data tersimpan dengan nomor ini. Periksa nomor sertifikat atau nomor peminjam.",
  en: "There is no kept data under this number. Check the number of the certificate or of the borrower.",
  zh: "没有以此编号保留的数据，请核对证明编号或借款人编号。",
});

const item = v.object({
  itemId: v.string(),
  /** The kind of data that it copies. */
  kindText: v.string(),
  rule: v.string(),
  keptAt: instant,
  until: instant,
  hasFile: v.boolean(),
});

export const listRetained = defineCall({
  id: "listRetainedData",
  method: "GET",
  path: "/api/staff/retention/{number}",
  summary:
    "The kept data of a deleted borrower, by the number of the certificate or of the borrower: kinds, rules and end dates, without contents.",
  policy: {
    who: "staff",
    permission: "retention.read",
    trail: { id: "Melihat daftar data tersimpan", en: "Listed the kept data", zh: "查看保留清单" },
  },
  input: v.strictObject({ number: uuid }),
  output: v.object({
    borrowerId: v.string(),
    erasedAt: v.nullable(instant),
    items: v.array(item),
    /** Until when the caller may open it; null when another person must approve first. */
    readableUntil: v.nullable(instant),
    /** A proposal to open it that waits for its check. */
    proposalId: v.nullable(v.string()),
  }),
  problems: unknown,
});

export const proposeReading = defineCall({
  id: "proposeRetainedReading",
  method: "POST",
  path: "/api/staff/retention/{borrowerId}/reading",
  summary: "Proposes to open the kept data of a deleted borrower; another person approves it, for 24 hours.",
  policy: {
    who: "staff",
    permission: "retention.read",
    trail: { id: "Mengusulkan membuka data tersimpan", en: "Proposed to open kept data", zh: "提议查看保留数据" },
    idempotent: true,
  },
  input: v.strictObject({ borrowerId: uuid, reason }),
  output: v.object({ proposalId: v.string() }),
  problems: {
    ...unknown,
    PROPOSAL_OPEN: {
      status: 409,
      text: {
        id: "Usulan tentang ini sudah menunggu pemeriksaan.",
        en: "A proposal about this is already waiting for its check.",
        zh: "已有相关提案等待审核。",
      },
    },
  },
  fieldProblems: reasonProblems,
});

const readingProblems = {
  ...unknown,
  READING_NOT_ALLOWED: {
    status: 403,
    text: {
      id: "Orang lain harus mengizinkan lebih dulu. Usulkan dengan alasannya.",
      en: "Another person has to allow it first. Propose it with the reason.",
      zh: "须先由他人批准，请填写理由后提议。",
    },
  },
} as const satisfies ProblemKinds;

export const readRetainedItem = defineCall({
  id: "getRetainedItem",
  method: "GET",
  path: "/api/staff/retention/{borrowerId}/items/{itemId}",
  summary: "Opens one kept item in readable form. Only for its proposer, after another person's approval.",
  policy: {
    who: "staff",
    permission: "retention.read",
    trail: { id: "Membuka data tersimpan", en: "Opened kept data", zh: "查看保留数据" },
  },
  input: v.strictObject({ borrowerId: uuid, itemId: uuid }),
  output: v.object({ fields: v.array(v.object({ label: v.string(), text: v.string() })), hasFile: v.boolean() }),
  problems: readingProblems,
});

export const getRetainedFile = defineCall({
  id: "getRetainedFile",
  method: "GET",
  path: "/api/staff/retention/{borrowerId}/items/{itemId}/file",
  summary: "The file of one kept item. Only for its proposer, after another person's approval.",
  policy: {
    who: "staff",
    permission: "retention.read",
    trail: { id: "Mengunduh berkas tersimpan", en: "Downloaded a kept file", zh: "下载保留文件" },
  },
  input: v.strictObject({ borrowerId: uuid, itemId: uuid }),
  output: binary,
  problems: readingProblems,
});
