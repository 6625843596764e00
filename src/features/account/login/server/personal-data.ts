/** The borrower's means of login. */
import { sql } from "kysely";
import { leftOut, personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "borrower",
    title: { id: "Akun", en: "Account", zh: "账户" },
    shows: [
      "status",
      "statusChangedAt",
      "statusCause",
      "language",
      "brand",
      "invitationCode",
      "registeredAt",
      "lastLoginAt",
      "passwordSetAt",
    ],
    withholds: { SECRET: ["passwordHash"] },
    keeps: "LOAN",
    empties: { passwordHash: null, invitationCode: null },
  },
  {
    table: "borrower_agreement",
    title: { id: "Teks yang disetujui", en: "Texts agreed to", zh: "已同意的文本" },
    shows: ["agreement", "version", "language", "agreedAt"],
    keeps: "NOTHING",
  },
  {
    table: "login_device",
    title: { id: "Perangkat yang dikenal", en: "Known devices", zh: "已知设备" },
    shows: ["knownSince", "lastLoginAt"],
    withholds: { FINDER: ["deviceIndex"] },
    keeps: "NOTHING",
  },
  {
    table: "number_release",
    title: { id: "Nomor yang akan dibebaskan", en: "Number to be released", zh: "待释放的号码" },
    shows: ["state", "askedAt", "dueAt", "endedAt"],
    withholds: { UPKEEP: ["id"] },
    keeps: "NOTHING",
  },
  {
    table: "login_session",
    title: { id: "Perangkat dan login", en: "Devices and logins", zh: "设备与登录" },
    owner: "subjectId",
    where: sql`audience = 'borrower'`,
    shows: ["createdAt", "lastSeenAt", "expiresAt", "revokedAt", "deviceLabel"],
    withholds: {
      SECRET: ["tokenHash", "previousTokenHash", "previousUntil", "proofs", "deviceToken"],
      UPKEEP: ["id", "audience", "idleSeconds", "roles", "subjectName", "limitedTo"],
      FINDER: ["uniqueDeviceIndex"],
    },
    keeps: "NOTHING",
  },
  {
    table: "webview_code",
    title: { id: "Masuk dari aplikasi", en: "Entries from the app", zh: "从应用进入" },
    shows: ["path", "createdAt", "expiresAt", "usedAt"],
    withholds: { SECRET: ["codeHash", "deviceIndex"] },
    keeps: "NOTHING",
  },
  {
    table: "idempotency_key",
    // The result of each is stored with its own domain.
    inWords: { call: leftOut, createdAt: leftOut },
    title: { id: "Permintaan terkirim", en: "Requests sent", zh: "已发送的请求" },
    owner: "principal",
    ownerValue: (borrowerId) => `borrower:${borrowerId}`,
    shows: ["call", "createdAt"],
    withholds: { UPKEEP: ["id", "key", "bodyHash", "answer"], SECRET: ["answerSealed"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
