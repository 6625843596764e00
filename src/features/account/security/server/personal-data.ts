/** Freezings by the owner, and the events of the account. */
import { personalDataOf, wordFromTexts, type PersonalTable } from "#server/personal-data/index.ts";
import { eventTexts } from "../texts.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "security_contest",
    title: { id: "Pembekuan akun", en: "Freezing of the account", zh: "账户冻结" },
    shows: ["id", "state", "device", "openedAt", "promisedUntil", "provenAt", "endedAt"],
    withholds: {
      FINDER: ["numberIndex"],
      FRAUD: ["similarityPpm"],
      UPKEEP: ["eventId", "faceCheckId", "provenSessionId"],
    },
    keeps: "NOTHING",
    // The customer's claimed identity belongs to the identity documents.
    retains: { kind: "SECURITY_CONTEST", rule: "IDENTITY_EVIDENCE" },
  },
  {
    table: "security_event",
    title: { id: "Kejadian keamanan", en: "Security events", zh: "安全事件" },
    shows: ["kind", "happenedAt", "device", "contestedAt"],
    inWords: { kind: wordFromTexts("kind", eventTexts) },
    sealed: { mobileNumberSealed: { holds: "mobileNumber" } },
    withholds: { FINDER: ["numberIndex"], UPKEEP: ["id", "sourceId", "isTold"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
