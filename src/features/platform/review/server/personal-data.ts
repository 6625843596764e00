/** Requests that staff decided about, with the photos that were shown for them. */
import { personalDataOf, type PersonalTable, type PersonalRow } from "#server/personal-data/index.ts";
import type { Services } from "#server/services.ts";
import { say, type Language, type Text } from "#shared/texts.ts";
import { decisionText, reviewKinds } from "./kinds.ts";

const kindOf = (services: Services, row: PersonalRow) => reviewKinds(services.ask).get(String(row["kind"]));
const textOf = (text: Text | undefined, language: Language): string | null => (text ? say(text, language) : null);

const tables: readonly PersonalTable[] = [
  {
    table: "review_evidence",
    title: { id: "Foto dan video untuk permintaan", en: "Photos and videos for requests", zh: "申请所附照片和视频" },
    shows: [
      "id",
      "subjectId",
      "round",
      "slot",
      "uploadedAt",
      "destroyAt",
      "media",
      "widthPixels",
      "heightPixels",
      "durationMilliseconds",
    ],
    objects: { objectKey: { holds: "photo" } },
    withholds: { FINDER: ["pictureIndex"] },
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
      "subjectId",
      "number",
      "state",
      "outcome",
      "reason",
      "openedAt",
      "dueAt",
      "askedAt",
      "askedFor",
      "askUntil",
      "lateAt",
      "closedAt",
    ],
    sealed: { noteSealed: { holds: "note", isStaffs: true } },
    withholds: {
      // The facts for the decision reveal what raises a doubt.
      FRAUD: ["facts", "twoPeople"],
      STAFF: ["claimedBy", "claimedUntil", "proposalId"],
      UPKEEP: ["promisedHours", "remindAt"],
    },
    keeps: "NOTHING",
    retains: { kind: "REVIEW", rule: "STAFF_REASON" },
  },
];

export const personalData = personalDataOf(tables);
