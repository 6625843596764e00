/** What was told to a borrower: in the inbox, by phone and by mail. */
import { sql } from "kysely";
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "notice",
    title: { id: "Pemberitahuan", en: "Notices", zh: "通知" },
    shows: [
      "id",
      "kind",
      "topic",
      "created_at",
      "shown_at",
      "number",
      "read_at",
      "phone_channel",
      "phone_status",
      "phone_at",
      "mail_status",
      "mail_at",
      "ended_at",
    ],
    sealed: {
      values_sealed: { holds: ["values", "variant"] },
      to_sealed: { holds: ["mobileNumber", "email", "language", "brandId"] },
    },
    withholds: { SECRET: ["link_hash"], FINDER: ["source_id"], UPKEEP: ["due_at", "claimed_at"] },
    keeps: "NOTHING",
    // What was told about a loan belongs to its papers.
    retains: { kind: "NOTICE", rule: "CONTRACT", where: sql`topic = 'LOAN' and shown_at is not null` },
  },
  {
    table: "notice_inbox",
    title: { id: "Kotak pesan", en: "Inbox", zh: "收件箱" },
    shows: ["last_number", "muted_topics"],
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
