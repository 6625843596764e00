/** The address of mails, the requests to change it, and the mails that asked for it. */
import { personalDataOf, type PersonalTable, type Row } from "#server/personal-data/index.ts";

const ofBorrower = (row: Row): string => String(row["borrower_id"]);

const tables: readonly PersonalTable[] = [
  {
    table: "email_mail",
    title: { id: "Email konfirmasi", en: "Mails that asked for confirmation", zh: "确认邮件" },
    shows: ["id", "request_id", "status", "language", "written_at", "ended_at"],
    withholds: { UPKEEP: ["brand_id"] },
    keeps: "NOTHING",
  },
  {
    table: "email_request",
    title: { id: "Perubahan email", en: "Changes of the mail address", zh: "邮箱变更" },
    shows: ["id", "state", "cause", "proven_by", "created_at", "expires_at", "ended_at"],
    sealed: { address_sealed: { holds: "email" } },
    withholds: { FINDER: ["address_index"] },
    keeps: "NOTHING",
  },
  {
    table: "email_barred",
    title: { id: "Email milik orang lain", en: "Addresses of another person", zh: "他人邮箱" },
    shows: ["barred_at"],
    withholds: { FINDER: ["address_index"] },
    keeps: "NOTHING",
  },
  {
    table: "email_account",
    title: { id: "Email akun", en: "Mail address of the account", zh: "账户邮箱" },
    shows: ["request_id", "verified_at"],
    sealed: { address_sealed: { holds: "email", row: ofBorrower } },
    withholds: { FINDER: ["address_index"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
