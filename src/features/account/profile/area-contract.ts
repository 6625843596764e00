/** Areas of Indonesia: their shape, the call that lists them, and the fields of the form that chooses one. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { zones } from "#shared/dates.ts";
import { areaCode } from "#shared/fields/address.ts";

/** Province, regency or city (kabupaten, kota), district (kecamatan), village (desa, kelurahan). */
export const areaLevels = ["PROVINCE", "REGENCY", "DISTRICT", "VILLAGE"] as const;
export type AreaLevel = (typeof areaLevels)[number];

export const area = v.object({
  code: v.string(),
  name: v.string(),
  level: v.picklist(areaLevels),
  /** Time zone of the area; reminders and collection keep to it (field rules: collection hours). */
  zone: v.picklist(zones),
});
export type Area = v.InferOutput<typeof area>;

export const areaUnknown = {
  status: 404,
  text: {
    id: "Wilayah ini tidak ada. Pilih lagi dari provinsi.",
    en: "There is no such area. Choose again from the province.",
    zh: "没有该地区。请从省份重新选择。",
  },
} as const;

/** Product decisions 2. */
export const getAreaDataList = defineCall({
  id: "getAreaDataList",
  method: "GET",
  path: "/api/user/getAreaDataList",
  summary: "Areas of Indonesia: the provinces, or the areas directly below parentCode, down to the village.",
  policy: { who: "anyone" },
  kept: true,
  input: v.strictObject({ parentCode: v.optional(areaCode) }),
  output: v.object({ items: v.array(area) }),
  problems: { AREA_UNKNOWN: areaUnknown },
});

/** The fields of the form that chooses an area, from the province down. */
const chosenCode = v.pipe(v.string("REQUIRED"), v.nonEmpty("REQUIRED"));
export const areaFields = {
  input: v.strictObject({ province: chosenCode, regency: chosenCode, district: chosenCode, village: chosenCode }),
  policy: { who: "anyone" },
} as const;
