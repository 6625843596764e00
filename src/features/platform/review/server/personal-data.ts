/** Requests that staff decided about, with the photos that were shown for them. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "review_evidence",
    title: { id: "Foto dan video untuk permintaan", en: "Photos and videos for requests", zh: "申请所附照片和视频" },
    shows: [
      "id",
      "subject_id",
      "round",
      "slot",
      "uploaded_at",
      "destroy_at",
      "media",
      "width_pixels",
      "height_pixels",
      "duration_milliseconds",
    ],
    objects: { object_key: { holds: "photo" } },
    withholds: { FINDER: ["picture_index"] },
    keeps: "NOTHING",
  },
  {
    table: "review_case",
    title: { id: "Permintaan yang diperiksa petugas", en: "Requests examined by staff", zh: "人工审核的申请" },
    shows: [
      "id",
      "kind",
      "subject_id",
      "number",
      "state",
      "outcome",
      "reason",
      "opened_at",
      "due_at",
      "asked_at",
      "asked_for",
      "ask_until",
      "late_at",
      "closed_at",
    ],
    sealed: { note_sealed: { holds: "note", isStaffs: true } },
    withholds: {
      // What it is judged by says what raises a doubt.
      FRAUD: ["facts", "two_people"],
      STAFF: ["claimed_by", "claimed_until", "proposal_id"],
      UPKEEP: ["promised_hours", "remind_at"],
    },
    keeps: "NOTHING",
    retains: { kind: "REVIEW", rule: "STAFF_REASON" },
  },
];

export const personalData = personalDataOf(tables);
