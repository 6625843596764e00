/** Accounts of payout. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "bank_account",
    title: { id: "Rekening", en: "Bank accounts", zh: "银行账户" },
    shows: ["id", "bank_code", "name_match", "verified_at", "is_main", "created_at", "removed_at"],
    sealed: { account_sealed: { holds: ["accountNumber", "accountName"] } },
    withholds: { FINDER: ["account_index"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
