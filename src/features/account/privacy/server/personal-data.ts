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
      "textHash",
      "givenAt",
      "device",
      "until",
      "endedAt",
      "dueAt",
      "finishedAt",
      "stopped",
    ],
    withholds: { UPKEEP: ["alarmedAt"] },
    keeps: "NOTHING",
    // A domain that processed by a consent must be able to prove it.
    retains: { kind: "CONSENT", rule: "CONSENT_PROOF" },
  },
  {
    table: "data_request",
    title: { id: "Permintaan soal data", en: "Requests about your data", zh: "数据申请" },
    shows: ["id", "kind", "state", "reason", "askedAt", "dueAt", "decidedAt"],
    sealed: { textSealed: { holds: "text" } },
    keeps: "NOTHING",
    // The request, and the staff's decision.
    retains: { kind: "DATA_REQUEST", rule: "STAFF_REASON" },
  },
  {
    table: "data_export",
    title: { id: "Salinan data", en: "Copies of your data", zh: "数据副本" },
    shows: ["id", "language", "askedAt", "dueAt", "state", "readyAt", "endsAt", "endedAt", "downloads", "bytes"],
    withholds: { STORAGE: ["objectKey"], UPKEEP: ["alarmedAt", "brandId"] },
    keeps: "NOTHING",
  },
  {
    table: "retention_item",
    title: { id: "Yang disimpan setelah akun ditutup", en: "Kept after an account is closed", zh: "销户后保留的内容" },
    shows: ["id", "kind", "rule", "source", "keptAt", "until"],
    withholds: { STORAGE: ["objectKey", "valueSealed"], FINDER: ["mark"] },
    keeps: "TRAIL",
  },
  {
    table: "data_breach_person",
    title: { id: "Kegagalan pelindungan data", en: "Failures to protect your data", zh: "数据保护事故" },
    shows: ["breachId", "toldAt"],
    keeps: "NOTHING",
  },
  {
    table: "legal_hold",
    title: { id: "Penahanan hukum", en: "Legal holds", zh: "法律保留" },
    shows: ["setAt", "liftedAt"],
    // The investigating authority may want to stay unknown.
    withholds: { FRAUD: ["authority"], UPKEEP: ["id"] },
    // It may outlive the account: data kept by rules is held, too.
    keeps: "TRAIL",
  },
  {
    table: "erasure",
    title: { id: "Penghapusan", en: "Erasure", zh: "删除记录" },
    shows: ["beganAt", "retainedAt", "shreddedAt", "unreadableValues", "keptItems", "erasedAt", "deletedRows"],
    keeps: "TRAIL",
  },
  {
    table: "borrower_key",
    title: { id: "Kunci data", en: "Key of your data", zh: "数据密钥" },
    shows: ["shreddedAt"],
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
