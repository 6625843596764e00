/** Legal holds on a borrower's data: set and lifted by two people. // Spec account 6, 13 */
import * as v from "valibot";
import { reason, reasonProblems } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { uuid } from "#shared/fields/verification.ts";

/** The authority that requires the hold. */
export const holdAuthorities = ["COURT", "POLICE", "OJK", "TAX", "DISPUTE"] as const;

const unknown = {
  BORROWER_NOT_FOUND: {
    status: 404,
    text: { id: "Peminjam ini tidak ditemukan.", en: "There is no such borrower.", zh: "找不到该借款人。" },
  },
} as const;

export const getLegalHold = defineCall({
  id: "getLegalHold",
  method: "GET",
  path: "/api/staff/borrowers/{borrowerId}/legal-hold",
  summary: "Whether a legal hold keeps a borrower's data, since when and for which authority.",
  policy: {
    who: "staff",
    permission: "legal.hold",
    trail: { id: "Melihat penahanan hukum", en: "Viewed the legal hold", zh: "查看法律保留" },
  },
  input: v.strictObject({ borrowerId: uuid }),
  output: v.object({
    hold: v.nullable(v.object({ authority: v.picklist(holdAuthorities), setAt: instant })),
    /** A proposal that waits for its check. */
    proposalId: v.nullable(v.string()),
  }),
  problems: unknown,
});

export const proposeLegalHold = defineCall({
  id: "proposeLegalHold",
  method: "POST",
  path: "/api/staff/borrowers/{borrowerId}/legal-hold",
  summary: "Proposes a legal hold on a borrower's data, or to lift it; another person confirms it.",
  policy: {
    who: "staff",
    permission: "legal.hold",
    trail: { id: "Mengusulkan penahanan hukum", en: "Proposed a legal hold", zh: "提议法律保留" },
    idempotent: true,
  },
  input: v.strictObject({
    borrowerId: uuid,
    wanted: v.picklist(["HOLD", "LIFT"], "CHOICE_INVALID"),
    authority: v.picklist(holdAuthorities, "CHOICE_INVALID"),
    reason,
  }),
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
    PROPOSAL_STALE: {
      status: 409,
      text: {
        id: "Sudah tersimpan seperti itu.",
        en: "It is already like that.",
        zh: "当前已是该状态。",
      },
    },
  },
  fieldProblems: reasonProblems,
});
