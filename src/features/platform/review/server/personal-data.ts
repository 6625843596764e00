/** Requests that staff decided about, with the photos that were shown for them. */
import { personalDataOf, type PersonalTable, type Row } from "#server/personal-data/index.ts";
import type { Services } from "#server/services.ts";
import { say, type Language, type Text } from "#shared/texts.ts";
import { decisionText, reviewKinds } from "./kinds.ts";

const kindOf = (services: Services, row: Row) => reviewKinds(services.ask).get(String(row["kind"]));
const textOf = (text: Text | undefined, language: Language): string | null => (text ? say(text, language) : null);

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
    inWords: {
      kind: (services, row, language) => textOf(kindOf(services, row)?.text, language),
      reason(services, row, language) {
        const kind = kindOf(services, row);
        return textOf(kind && decisionText(kind, String(row["reason"])), language);
      },
      askedFor: (services, row, language) => {
        const asks = kindOf(services, row)?.evidence.asks ?? {};
        return (row["askedFor"] as string[]).flatMap((code) => textOf(asks[code], language) ?? []).join("; ");
      },
    },
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
      // The facts for the decision reveal what raises a doubt.
      FRAUD: ["facts", "two_people"],
      STAFF: ["claimed_by", "claimed_until", "proposal_id"],
      UPKEEP: ["promised_hours", "remind_at"],
    },
    keeps: "NOTHING",
    retains: { kind: "REVIEW", rule: "STAFF_REASON" },
  },
];

export const personalData = personalDataOf(tables);
