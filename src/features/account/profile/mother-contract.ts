/** Mother's maiden name: asked only while the credit bureau needs it, never shown whole again, never a proof of who somebody is. // Spec account 9, threat D4 */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { fullName } from "#shared/fields/name.ts";
import { openShape } from "#shared/fields/shape.ts";

const mothersName = openShape("MothersName", {
  /** Whether a partner in use needs it. */
  isNeeded: v.boolean(),
  /** `S•• W••••••`; null where none is kept. */
  masked: v.nullable(v.string()),
  givenAt: v.nullable(instant),
});

export const getMothersName = defineCall({
  method: "GET",
  path: "/api/profile/mother-surname",
  summary: "Whether the mother's maiden name is needed, and the one that is kept, masked.",
  policy: { who: "borrower" },
  input: noInput,
  output: mothersName,
  problems: {},
});

export const saveMothersName = defineCall({
  method: "POST",
  path: "/api/profile/mother-surname",
  summary: "Keeps the mother's maiden name, sealed; a new one replaces it. It is answered masked alone.",
  policy: { who: "borrower" },
  input: v.strictObject({ name: fullName }),
  output: mothersName,
  problems: {
    MOTHERS_NAME_NOT_NEEDED: {
      status: 409,
      text: {
        id: "Nama ini tidak diperlukan sekarang, jadi tidak kami simpan.",
        en: "This name is not needed now, so we do not keep it.",
        zh: "目前不需要此姓名，我们未保存。",
      },
    },
  },
});

export const removeMothersName = defineCall({
  method: "POST",
  path: "/api/profile/mother-surname/remove",
  summary: "Deletes the mother's maiden name.",
  policy: { who: "borrower" },
  input: noInput,
  output: mothersName,
  problems: {},
});
