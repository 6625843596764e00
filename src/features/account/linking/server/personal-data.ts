/** Accounts elsewhere that were read once, and what they stated. */
import { personalDataOf, type PersonalTable, type Row } from "#server/personal-data/index.ts";

/** Sealed with the consent's key: destroying the key makes it unreadable. */
const ofConsent = (row: Row): string | null => row["consentId"] as string | null;

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
      "consentId",
      "agreedAt",
      "askedOn",
      "begunAt",
      "refusals",
      "linkedAt",
      "endsAt",
      "revokedAt",
      "changedAt",
    ],
    sealed: { factsSealed: { holds: ["masked", "openedOn", "months"], keyOf: ofConsent } },
    withholds: {
      // With the page or the return address anyone could link the account.
      SECRET: ["partnerUrlSealed", "returnIndex", "sessionIndex"],
      UPKEEP: ["slot", "orderId", "byLogin", "providerReference", "nextAskAt", "askUntil", "stepUntil", "revokeAt"],
    },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
