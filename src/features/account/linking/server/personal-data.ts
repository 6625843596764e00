/** Accounts elsewhere that were read once, and what they stated. */
import { personalDataOf, type PersonalTable, type Row } from "#server/personal-data/index.ts";

/** Sealed with the consent's key: destroying the key makes it unreadable. */
const ofConsent = (row: Row): string | null => row["consent_id"] as string | null;

const tables: readonly PersonalTable[] = [
  {
    table: "account_link",
    title: { id: "Akun tertaut", en: "Linked accounts", zh: "已关联账户" },
    shows: [
      "id",
      "kind",
      "state",
      "failure",
      "institution",
      "consent_id",
      "agreed_at",
      "asked_on",
      "begun_at",
      "refusals",
      "linked_at",
      "ends_at",
      "revoked_at",
      "changed_at",
    ],
    sealed: { facts_sealed: { holds: ["masked", "openedOn", "months"], keyOf: ofConsent } },
    withholds: {
      // With the page or the return address anyone could link the account.
      SECRET: ["partner_url_sealed", "return_index", "session_index"],
      UPKEEP: [
        "slot",
        "order_id",
        "by_login",
        "provider_reference",
        "next_ask_at",
        "ask_until",
        "step_until",
        "revoke_at",
      ],
    },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
