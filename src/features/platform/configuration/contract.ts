/** Public configuration, the standard rates, and the description of the published API. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { defineCall } from "#shared/contract.ts";

/** Product decisions 2: a request names at most 20 keys. */
export const maxConfigNames = 20;

export const configNamePattern = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/;
export const configName = v.pipe(v.string("REQUIRED"), v.regex(configNamePattern, "CONFIG_NAME"));
export const configNameText = {
  CONFIG_NAME: {
    id: "Nama konfigurasi memakai huruf, angka, titik, garis, atau garis bawah.",
    en: "A configuration name has letters, digits, dots, hyphens or underscores.",
    zh: "配置名称由字母、数字、点、连字符或下划线组成。",
  },
};

export const config = v.object({ configName: v.string(), configValue: v.string() });

export const getGeneralConfig = defineCall({
  id: "getGeneralConfig",
  method: "GET",
  path: "/api/generalConfig",
  summary: "Public configuration by name: repeat `key` up to 20 times. Unknown and non-public names are left out.",
  policy: { who: "anyone" },
  kept: true,
  input: v.strictObject({
    key: v.union(
      [v.pipe(v.array(configName), v.minLength(1, "REQUIRED"), v.maxLength(maxConfigNames, "TOO_MANY")), configName],
      "CONFIG_NAME",
    ),
  }),
  output: v.object({ configs: v.array(config) }),
  problems: {},
  fieldProblems: {
    ...configNameText,
    TOO_MANY: {
      id: "Paling banyak {maximum} nama sekaligus.",
      en: "At most {maximum} names at once.",
      zh: "一次最多 {maximum} 个名称。",
    },
  },
});

/** Spec 7: the key under which the website's rates are stored. */
export const standardRateConfigName = "app_config.standard_rate_for_web";

/** Spec 3, interest-rate configuration: ranges as they are shown, a picture, and PDFs by language. */
const rateSchema = v.object({
  rateContentForIdn: v.string(),
  rateContentForEn: v.string(),
  overdueRateContentForIdn: v.string(),
  overdueRateContentForEn: v.string(),
  ratePictureUrl: v.optional(v.string(), ""),
  ratePdfUrlForIdn: v.optional(v.string(), ""),
  ratePdfUrlForEn: v.optional(v.string(), ""),
});
export type StandardRates = v.InferOutput<typeof rateSchema>;

/** Spec 9: shown when the configuration is missing. */
export const defaultStandardRates: StandardRates = {
  rateContentForIdn: "0,1% - 0,3%",
  rateContentForEn: "0.1% - 0.3%",
  overdueRateContentForIdn: "0,2%-0,3%",
  overdueRateContentForEn: "0.2%-0.3%",
  ratePictureUrl: "/api/rates/picture",
  ratePdfUrlForIdn: "/api/rates/pdf/id",
  ratePdfUrlForEn: "/api/rates/pdf/en",
};

/** The rates of a `generalConfig` answer. Missing or invalid entries silently give the built-in ones (product decisions 2, spec 8). */
export function standardRatesOf(reply: {
  configs: readonly { configName: string; configValue: string }[];
}): StandardRates {
  const value = reply.configs.find((one) => one.configName === standardRateConfigName)?.configValue;
  if (value === undefined) return defaultStandardRates;
  return readStandardRates(value) ?? defaultStandardRates;
}

/** The rates of a configuration value; null when it is another kind of value. */
export function readStandardRates(value: string): StandardRates | null {
  try {
    const parsed = v.safeParse(rateSchema, JSON.parse(value));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export const getRatePicture = defineCall({
  id: "getRatePicture",
  method: "GET",
  path: "/api/rates/picture",
  summary: "The standard rates as a picture: SVG of 720 by 420 for pages, or PNG of 1200 by 630 for shared links.",
  policy: { who: "anyone" },
  kept: true,
  input: v.strictObject({
    language: v.optional(v.picklist(["id", "en"])),
    format: v.optional(v.picklist(["svg", "png"]), "svg"),
  }),
  output: binary,
  problems: {},
});

export const getRatePdf = defineCall({
  id: "getRatePdf",
  method: "GET",
  path: "/api/rates/pdf/{language}",
  summary: "The standard rates as a PDF, in Indonesian or English.",
  policy: { who: "anyone" },
  kept: true,
  input: v.strictObject({ language: v.picklist(["id", "en"]) }),
  output: binary,
  problems: {},
});

/** The audience of a call: borrowers by apps and pages, staff by the console, partners who notify us, testers of the sandbox. */
export const audiences = ["app", "staff", "partner", "sandbox"] as const;
export type Audience = (typeof audiences)[number];

export const getOpenApi = defineCall({
  id: "getOpenApi",
  method: "GET",
  path: "/api/openapi.json",
  summary:
    "This description of the API (OpenAPI 3.1), generated from the schemas that validate calls; for one audience or all.",
  policy: { who: "anyone" },
  kept: true,
  input: v.strictObject({ audience: v.optional(v.picklist(audiences, "CHOICE_INVALID")) }),
  output: v.looseObject({ openapi: v.string() }),
  problems: {},
});
