/** The card, and whether a face belongs to it. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const ofBorrower = (row: Readonly<Record<string, unknown>>): string => String(row["borrowerId"]);

const ofPhoto = (row: Readonly<Record<string, unknown>>): string => `${ofBorrower(row)}:${String(row["kind"])}`;

const tables: readonly PersonalTable[] = [
  {
    table: "identity_photo",
    title: { id: "Foto KTP dan selfie", en: "Photos of card and face", zh: "身份证照片与自拍" },
    shows: ["kind", "takenAt"],
    objects: { objectKey: { holds: "photo", row: ofPhoto } },
    keeps: "NOTHING",
    retains: { kind: "IDENTITY_PHOTO", rule: "IDENTITY_EVIDENCE", source: ofPhoto },
  },
  {
    table: "face_check",
    title: { id: "Pemeriksaan wajah", en: "Face checks", zh: "人脸核验" },
    shows: ["id", "purpose", "checkedAt", "outcome"],
    withholds: { FRAUD: ["similarityPpm", "livenessPpm"], UPKEEP: ["providerReference"] },
    keeps: "NOTHING",
  },
  {
    table: "face_review",
    title: { id: "Pemeriksaan wajah oleh petugas", en: "Face checks by staff", zh: "人工人脸核验" },
    shows: ["id", "flow", "state", "createdAt", "askedAt", "reason", "goodUntil", "endedAt"],
    withholds: { UPKEEP: ["lane"] },
    keeps: "NOTHING",
  },
  {
    table: "identity_reading",
    title: { id: "Yang dibaca dari foto KTP", en: "Data read from the card's photo", zh: "从身份证照片读取的信息" },
    shows: ["readAt"],
    sealed: { readSealed: { holds: ["fullName", "nik", "birthPlace", "birthDate", "sex"], row: ofBorrower } },
    keeps: "NOTHING",
  },
  {
    table: "identity",
    title: { id: "Identitas (KTP)", en: "Identity (KTP)", zh: "身份信息" },
    shows: ["submittedAt", "updatedAt", "faceVerifiedAt", "faceLockedAt", "faceReopenedAt"],
    sealed: { personSealed: { holds: ["fullName", "nik", "birthPlace", "birthDate", "sex"], row: ofBorrower } },
    withholds: { FINDER: ["nikIndex"], UPKEEP: ["faceFailures"] },
    keeps: "NOTHING",
    // The kept mark recognises the same person; nothing can be read back from it.
    retains: { kind: "IDENTITY", rule: "IDENTITY_EVIDENCE", source: ofBorrower, mark: "nikIndex" },
  },
];

export const personalData = personalDataOf(tables);
