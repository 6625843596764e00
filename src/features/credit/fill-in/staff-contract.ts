/** Links to fill in, for staff: what a borrower lacks, and a link that asks for it. */
import * as v from "valibot";
import { reason, reasonProblems, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { uuid } from "#shared/fields/verification.ts";
import { fillItems, fillLinkStates } from "./contract.ts";

/** How a link came to be made. */
export const fillLinkCauses = ["STAFF", "DOCUMENTS"] as const;
export type FillLinkCause = (typeof fillLinkCauses)[number];

const borrowerUnknown = unknown("BORROWER_UNKNOWN", {
  id: "Peminjam ini tidak ada.",
  en: "There is no such borrower.",
  zh: "该借款人不存在。",
});

export const getFillLinks = defineCall({
  id: "getFillInLinks",
  method: "GET",
  path: "/api/staff/borrowers/{borrowerId}/fill-link",
  summary: "The data that a link could ask the borrower for now, and the newest links with their states.",
  policy: {
    who: "staff",
    permission: "borrower.link",
    trail: { id: "Melihat tautan pengisian", en: "Viewed fill-in links", zh: "查看补充资料链接" },
  },
  input: v.strictObject({ borrowerId: uuid }),
  output: v.object({
    missing: v.array(v.picklist(fillItems)),
    /** At most ten, the newest first. */
    links: v.array(
      v.object({
        id: v.string(),
        state: v.picklist(fillLinkStates),
        cause: v.picklist(fillLinkCauses),
        asked: v.array(v.picklist(fillItems)),
        madeAt: instant,
        endsAt: instant,
        endedAt: v.nullable(instant),
      }),
    ),
  }),
  problems: borrowerUnknown,
});

export const sendFillLink = defineCall({
  id: "sendFillInLink",
  method: "POST",
  path: "/api/staff/borrowers/{borrowerId}/fill-link",
  summary:
    "Sends the borrower a link, valid for 7 days, for giving the missing data without a login. An earlier link ends. The audit trail records the reason.",
  policy: {
    who: "staff",
    permission: "borrower.link",
    idempotent: true,
    trail: { id: "Mengirim tautan pengisian", en: "Sent a fill-in link", zh: "发送补充资料链接" },
  },
  input: v.strictObject({ borrowerId: uuid, reason }),
  output: v.object({ linkId: v.string(), endsAt: instant }),
  problems: {
    ...borrowerUnknown,
    FILL_ACCOUNT_CLOSED: {
      status: 409,
      text: {
        id: "Akun ini tidak terbuka. Tautan tidak bisa dikirim.",
        en: "This account is not open. No link can be sent.",
        zh: "此账户未处于正常状态，无法发送链接。",
      },
    },
    FILL_NOT_VERIFIED: {
      status: 409,
      text: {
        id: "Identitas peminjam belum terverifikasi. Tautan hanya dikirim setelah itu.",
        en: "The borrower's identity is not verified. A link is sent only after that.",
        zh: "借款人身份尚未核实，核实后才能发送链接。",
      },
    },
    FILL_NOTHING_MISSING: {
      status: 409,
      text: {
        id: "Tidak ada yang kurang yang bisa diisi lewat tautan.",
        en: "Nothing is missing that can be given through a link.",
        zh: "没有可通过链接补充的内容。",
      },
    },
    FILL_LINKS_SPENT: {
      status: 409,
      text: {
        id: "Jumlah tautan untuk peminjam atau nomor ini sudah habis. Coba lagi besok.",
        en: "No more links can be sent to this borrower or number for now. Try again tomorrow.",
        zh: "该借款人或号码的链接次数已用完，请明天再试。",
      },
    },
  },
  fieldProblems: reasonProblems,
});
