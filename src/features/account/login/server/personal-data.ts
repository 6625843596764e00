/** The borrower's means of login. */
import { sql } from "kysely";
import { leftOut, personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "borrower",
    title: { id: "Akun", en: "Account", zh: "账户" },
    shows: [
      "status",
      "status_changed_at",
      "status_cause",
      "language",
      "brand",
      "invitation_code",
      "registered_at",
      "last_login_at",
      "password_set_at",
    ],
    withholds: { SECRET: ["password_hash"] },
    keeps: "LOAN",
    empties: { password_hash: null, invitation_code: null },
  },
  {
    table: "borrower_agreement",
    title: { id: "Teks yang disetujui", en: "Texts agreed to", zh: "已同意的文本" },
    shows: ["agreement", "version", "language", "agreed_at"],
    keeps: "NOTHING",
  },
  {
    table: "login_device",
    title: { id: "Perangkat yang dikenal", en: "Known devices", zh: "已知设备" },
    shows: ["known_since", "last_login_at"],
    withholds: { FINDER: ["device_index"] },
    keeps: "NOTHING",
  },
  {
    table: "number_release",
    title: { id: "Nomor yang akan dibebaskan", en: "Number to be set free", zh: "待释放的号码" },
    shows: ["state", "asked_at", "due_at", "ended_at"],
    withholds: { UPKEEP: ["id"] },
    keeps: "NOTHING",
  },
  {
    table: "login_session",
    title: { id: "Perangkat dan login", en: "Devices and logins", zh: "设备与登录" },
    owner: "subject_id",
    where: sql`audience = 'borrower'`,
    shows: ["created_at", "last_seen_at", "expires_at", "revoked_at", "device_label"],
    withholds: {
      SECRET: ["token_hash", "previous_token_hash", "previous_until", "proofs", "device_token"],
      UPKEEP: ["id", "audience", "idle_seconds", "roles", "subject_name", "limited_to"],
      FINDER: ["unique_device_index"],
    },
    keeps: "NOTHING",
  },
  {
    table: "webview_code",
    title: { id: "Masuk dari aplikasi", en: "Entries from the app", zh: "从应用进入" },
    shows: ["path", "created_at", "expires_at", "used_at"],
    withholds: { SECRET: ["code_hash", "device_index"] },
    keeps: "NOTHING",
  },
  {
    table: "idempotency_key",
    // The result of each is stored with its own domain.
    inWords: { call: leftOut, createdAt: leftOut },
    title: { id: "Permintaan terkirim", en: "Requests sent", zh: "已发送的请求" },
    owner: "principal",
    ownerValue: (borrowerId) => `borrower:${borrowerId}`,
    shows: ["call", "created_at"],
    withholds: { UPKEEP: ["id", "key", "body_hash", "answer"], SECRET: ["answer_sealed"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
