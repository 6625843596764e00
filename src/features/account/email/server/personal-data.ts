/** The address of mails, the requests to change it, and the mails that asked for it. */
import { personalDataOf, type PersonalTable, type PersonalRow } from "#server/personal-data/index.ts";

const ofBorrower = (row: PersonalRow): string => String(row["borrowerId"]);

const tables: readonly PersonalTable[] = [
  {
    table: "email_mail",
    title: { id: "Email konfirmasi", en: "Confirmation mails", zh: "确认邮件" },
    shows: ["id", "requestId", "status", "language", "writtenAt", "endedAt"],
    withholds: { UPKEEP: ["brandId"] },
    keeps: "NOTHING",
  },
  {
    table: "email_request",
    title: { id: "Perubahan email", en: "Changes of the mail address", zh: "邮箱变更" },
    shows: ["id", "state", "cause", "provenBy", "createdAt", "expiresAt", "endedAt"],
    sealed: { addressSealed: { holds: "email" } },
    withholds: { FINDER: ["addressIndex"] },
    keeps: "NOTHING",
  },
  {
    table: "email_barred",
    title: { id: "Email milik orang lain", en: "Addresses of another person", zh: "他人邮箱" },
    shows: ["barredAt"],
    withholds: { FINDER: ["addressIndex"] },
    keeps: "NOTHING",
  },
  {
    table: "email_account",
    title: { id: "Email akun", en: "Mail address of the account", zh: "账户邮箱" },
    shows: ["requestId", "verifiedAt"],
    sealed: { addressSealed: { holds: "email", row: ofBorrower } },
    withholds: { FINDER: ["addressIndex"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
