/** Mother's maiden name: asked only while the credit bureau needs it, never shown in full again, never accepted as a proof of identity. // Spec account 9, threat D4 */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { fullName } from "#shared/fields/name.ts";
import { openShape } from "#shared/fields/shape.ts";

const mothersName = openShape("MothersName", {
  /** Whether a partner in use needs it. */
  isNeeded: v.boolean(),
  /** `S•• W••••••`; null when none is stored. */
  masked: v.nullable(v.string()),
  givenAt: v.nullable(instant),
});

export const getMothersName = defineCall({
  id: "getMothersSurname",
  method: "GET",
  path: "/api/profile/mother-surname",
  summary: "Whether the mother's maiden name is needed, and the stored one, masked.",
  policy: { who: "borrower" },
  input: noInput,
  output: mothersName,
  problems: {},
});

export const saveMothersName = defineCall({
  id: "saveMothersSurname",
  method: "POST",
  path: "/api/profile/mother-surname",
  summary: "Stores the mother's maiden name, encrypted; a new one replaces it. It is only returned masked.",
  policy: { who: "borrower" },
  input: v.strictObject({ name: fullName }),
  output: mothersName,
  problems: {
    MOTHERS_NAME_NOT_NEEDED: {
      status: 409,
      text: {
        id: "Nama ini tidak diperlukan sekarang, jadi tidak kami simpan.",
        en: "This name is not needed now, so we did not keep it.",
        zh: "目前不需要此姓名，我们未保存。",
      },
    },
  },
  // The general text for names says "as on the KTP"; this name is not on the KTP.
  fieldProblems: {
    NAME_FORMAT: {
      id: "Tulis nama dengan huruf, spasi, titik, koma, atau tanda hubung saja.",
      en: "Enter the name with letters, spaces, full stops, commas or hyphens only.",
      zh: "姓名仅可包含字母、空格、句点、逗号或连字符。",
    },
  },
});

export const removeMothersName = defineCall({
  id: "removeMothersSurname",
  method: "POST",
  path: "/api/profile/mother-surname/remove",
  summary: "Deletes the mother's maiden name.",
  policy: { who: "borrower" },
  input: noInput,
  output: mothersName,
  problems: {},
});
