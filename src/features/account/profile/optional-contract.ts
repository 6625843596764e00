/** Optional information: facts about the household, given with a consent. // Spec account 9 */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { ticked } from "#shared/fields/verification.ts";
import { defineTexts } from "#shared/texts.ts";
import { optionalAnswers, optionalEntries } from "./contract.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Days after which a person who skipped it is asked again. // Spec account 9 */
export const optionalPauseDays = 30;

const fieldProblems = defineTexts({
  DEPENDANTS_FORMAT: {
    id: "Tulis jumlah tanggungan, 0–20.",
    en: "Enter the number of dependants, 0 to 20.",
    zh: "请填写受抚养人数，0 至 20。",
  },
  YEARS_THERE_FORMAT: {
    id: "Tulis lama tinggal dalam tahun penuh, 0–80.",
    en: "Enter full years at this address, 0 to 80.",
    zh: "请填写居住整年数，0 至 80。",
  },
});

const optionalInformation = openShape("OptionalInformation", {
  /** Null without answers, or after they were withdrawn. */
  answers: v.nullable(optionalAnswers),
  givenAt: v.nullable(instant),
  /** Whether to ask now: no answers, and not skipped within 30 days. */
  isDue: v.boolean(),
  /** When it is asked for again; null unless it was skipped. */
  askAgainAt: v.nullable(instant),
  /** By how many percent more applications with it are accepted; null while no verified figure is in force. */
  uplift: v.nullable(v.object({ percent: v.number(), source: v.string() })),
});
export type OptionalInformation = v.InferOutput<typeof optionalInformation>;

export const getOptionalInformation = defineCall({
  id: "getOptionalInformation",
  method: "GET",
  path: "/api/profile/optional-info",
  summary: "The borrower's optional facts about the household, whether to ask for them now, and their known benefit.",
  policy: { who: "borrower" },
  input: noInput,
  output: optionalInformation,
  problems: {},
});

export const saveOptionalInformation = defineCall({
  id: "saveOptionalInformation",
  method: "POST",
  path: "/api/profile/optional-info",
  summary:
    "Saves dependants, housing, expenses and second income, each optional, with the consent given in the same call.",
  policy: { who: "borrower" },
  input: v.strictObject({ ...optionalEntries, consent: ticked }),
  output: optionalInformation,
  problems: {
    OPTIONAL_INFO_EMPTY: {
      status: 422,
      text: {
        id: "Isi paling sedikit satu, atau pilih Lewati.",
        en: "Fill in at least one of them, or choose Skip.",
        zh: "请至少填写一项，或选择跳过。",
      },
    },
  },
  fieldProblems,
});

export const skipOptionalInformation = defineCall({
  id: "skipOptionalInformation",
  method: "POST",
  path: "/api/profile/optional-info/skip",
  summary: "Skips the optional information: it is asked for again after 30 days. Earlier answers stay.",
  policy: { who: "borrower" },
  input: noInput,
  output: optionalInformation,
  problems: {},
});

export const removeOptionalInformation = defineCall({
  id: "removeOptionalInformation",
  method: "POST",
  path: "/api/profile/optional-info/remove",
  summary: "Deletes the optional information and withdraws its consent.",
  policy: { who: "borrower" },
  input: noInput,
  output: optionalInformation,
  problems: {},
});
