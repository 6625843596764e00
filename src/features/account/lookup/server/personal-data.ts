/** Registers that were asked, and what they stated. */
import { personalDataOf, type PersonalTable, type PersonalRow } from "#server/personal-data/index.ts";

/** Sealed with the consent's key: destroying the key makes it unreadable. */
const ofConsent = (row: PersonalRow): string | null => row["consentId"] as string | null;

const tables: readonly PersonalTable[] = [
  {
    table: "lookup",
    title: { id: "Data dari instansi", en: "Facts from registers", zh: "机构查询数据" },
    shows: ["id", "kind", "state", "consentId", "askedOn", "askedAt", "refusals", "foundAt", "endsAt", "changedAt"],
    sealed: { factsSealed: { holds: "facts", isJson: true, keyOf: ofConsent } },
    withholds: {
      UPKEEP: ["requestId", "orderId", "retryUntil", "slot", "providerReference", "nextAskAt", "askUntil", "codeUntil"],
    },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
