/** Registers that were asked, and what they stated. */
import { personalDataOf, type PersonalTable, type Row } from "#server/personal-data/index.ts";

/** Sealed with the consent's key: destroying the key makes it unreadable. */
const ofConsent = (row: Row): string | null => row["consent_id"] as string | null;

const tables: readonly PersonalTable[] = [
  {
    table: "lookup",
    title: { id: "Data dari instansi", en: "Facts from registers", zh: "机构查询数据" },
    shows: [
      "id",
      "kind",
      "state",
      "consent_id",
      "asked_on",
      "asked_at",
      "refusals",
      "found_at",
      "ends_at",
      "changed_at",
    ],
    sealed: { facts_sealed: { holds: "facts", isJson: true, keyOf: ofConsent } },
    withholds: {
      UPKEEP: [
        "request_id",
        "order_id",
        "retry_until",
        "slot",
        "provider_reference",
        "next_ask_at",
        "ask_until",
        "code_until",
      ],
    },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
