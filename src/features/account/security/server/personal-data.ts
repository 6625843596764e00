/** Freezings by the owner, and the events of the account. */
import { personalDataOf, saidBy, type PersonalTable } from "#server/personal-data/index.ts";
import { eventTexts } from "../texts.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "security_contest",
    title: { id: "Pembekuan akun", en: "Freezing of the account", zh: "账户冻结" },
    shows: ["id", "state", "device", "opened_at", "promised_until", "proven_at", "ended_at"],
    withholds: {
      FINDER: ["number_index"],
      FRAUD: ["similarity_ppm"],
      UPKEEP: ["event_id", "face_check_id", "proven_session_id"],
    },
    keeps: "NOTHING",
    // The customer's claimed identity belongs to the identity papers.
    retains: { kind: "SECURITY_CONTEST", rule: "IDENTITY_EVIDENCE" },
  },
  {
    table: "security_event",
    title: { id: "Kejadian keamanan", en: "Security events", zh: "安全事件" },
    shows: ["kind", "happened_at", "device", "contested_at"],
    inWords: { kind: saidBy("kind", eventTexts) },
    sealed: { mobile_number_sealed: { holds: "mobileNumber" } },
    withholds: { FINDER: ["number_index"], UPKEEP: ["id", "source_id", "is_told"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
