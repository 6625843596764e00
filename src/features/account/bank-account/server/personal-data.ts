/** Accounts that loans are paid to. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "bank_account",
    title: { id: "Rekening", en: "Bank accounts", zh: "银行账户" },
    shows: ["id", "bankCode", "nameMatch", "verifiedAt", "isMain", "createdAt", "removedAt"],
    sealed: { accountSealed: { holds: ["accountNumber", "accountName"] } },
    withholds: { FINDER: ["accountIndex"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
