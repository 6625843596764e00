/** Privacy's own data about a borrower: receipts, exports, and what remains after deletion. */
import { personalDataOf, type InWords, type PersonalData, type PersonalTable } from "#server/personal-data/index.ts";
import { say } from "#shared/texts.ts";
import type { Stopped } from "../contract.ts";
import { texts } from "../texts.ts";
import { eraseHistories, histories } from "./histories.ts";

/** The things that a withdrawal stopped, each with its count. */
const stoppedInWords: InWords = (_services, row, language) =>
  (row["stopped"] as Stopped[])
    .map(
      ({ what, count }) =>
        `${say(texts[what as keyof typeof texts] ?? { id: what, en: what, zh: what }, language)}: ${count}`,
    )
    .join("\n");

const tables: readonly PersonalTable[] = [
  histories,
  {
    table: "consent",
    inWords: { stopped: stoppedInWords },
    title: { id: "Persetujuan", en: "Consents", zh: "同意记录" },
    shows: [
      "id",
      "kind",
      "subject",
      "state",
      "text_hash",
      "given_at",
      "device",
      "until",
      "ended_at",
      "due_at",
      "finished_at",
      "stopped",
    ],
    withholds: { UPKEEP: ["alarmed_at"] },
    keeps: "NOTHING",
    // A domain that processed by a consent must be able to prove it.
    retains: { kind: "CONSENT", rule: "CONSENT_PROOF" },
  },
  {
    table: "data_request",
    title: { id: "Permintaan soal data", en: "Requests about your data", zh: "数据申请" },
    shows: ["id", "kind", "state", "reason", "asked_at", "due_at", "decided_at"],
    sealed: { text_sealed: { holds: "text" } },
    keeps: "NOTHING",
    // The request, and the staff's decision.
    retains: { kind: "DATA_REQUEST", rule: "STAFF_REASON" },
  },
  {
    table: "data_export",
    title: { id: "Salinan data", en: "Copies of your data", zh: "数据副本" },
    shows: ["id", "language", "asked_at", "due_at", "state", "ready_at", "ends_at", "ended_at", "downloads", "bytes"],
    withholds: { STORAGE: ["object_key"], UPKEEP: ["alarmed_at", "brand_id"] },
    keeps: "NOTHING",
  },
  {
    table: "retention_item",
    title: { id: "Yang disimpan setelah akun ditutup", en: "Kept after an account is closed", zh: "销户后保留的内容" },
    shows: ["id", "kind", "rule", "source", "kept_at", "until"],
    withholds: { STORAGE: ["object_key", "value_sealed"], FINDER: ["mark"] },
    keeps: "TRAIL",
  },
  {
    table: "data_breach_person",
    title: { id: "Kegagalan pelindungan data", en: "Failures to protect your data", zh: "数据保护事故" },
    shows: ["breach_id", "told_at"],
    keeps: "NOTHING",
  },
  {
    table: "legal_hold",
    title: { id: "Penahanan hukum", en: "Legal holds", zh: "法律保留" },
    shows: ["set_at", "lifted_at"],
    // The investigating authority may want to stay unknown.
    withholds: { FRAUD: ["authority"], UPKEEP: ["id"] },
    // It may outlive the account: data kept by rules is held, too.
    keeps: "TRAIL",
  },
  {
    table: "erasure",
    title: { id: "Penghapusan", en: "Erasure", zh: "删除记录" },
    shows: ["began_at", "retained_at", "shredded_at", "unreadable_values", "kept_items", "erased_at", "deleted_rows"],
    keeps: "TRAIL",
  },
  {
    table: "borrower_key",
    title: { id: "Kunci data", en: "Key of your data", zh: "数据密钥" },
    shows: ["shredded_at"],
    withholds: { SECRET: ["wrapped"] },
    keeps: "TRAIL",
  },
];

const byTables = personalDataOf(tables);

export const personalData: PersonalData = {
  ...byTables,
  erase: async (services, trx, borrowerId, keeps) =>
    (keeps.loans ? await eraseHistories(services, trx, borrowerId) : 0) ||
    byTables.erase(services, trx, borrowerId, keeps),
};
