/** Warnings for staff about an identity; none before the borrower has given it. */
import type { BorrowerFlag, WarningSource } from "#server/console/questions.ts";
import { defineTexts } from "#shared/texts.ts";
import { nikDisagreements } from "#shared/fields/nik.ts";
import { findIdentity } from "./store.ts";

const texts = defineTexts({
  NIK_MISMATCH: { id: "NIK tidak sesuai kelahiran", en: "NIK does not fit the birth", zh: "NIK 与出生信息不符" },
  FACE_NOT_VERIFIED: { id: "Wajah belum cocok", en: "Face not verified", zh: "人脸未核验" },
});
const flag = (key: keyof typeof texts): BorrowerFlag => ({ key, text: texts[key], tone: "attention" });

export const borrowerFlags: WarningSource = async (services, reader, borrowerId) => {
  const identity = await findIdentity(services, reader, borrowerId);
  if (!identity) return [];
  return [
    ...(nikDisagreements(identity.nik, identity).length > 0 ? [flag("NIK_MISMATCH")] : []),
    ...(identity.faceVerifiedAt === null ? [flag("FACE_NOT_VERIFIED")] : []),
  ];
};
