/** A draft in progress: its cost, its faults, the texts that people will read, and the values it starts with. */
import * as v from "valibot";
import { answeredRupiah } from "#shared/fields/answered.ts";
import { campaignFaults, draftFields } from "./draft-contract.ts";
import { mechanics } from "./rules-contract.ts";

const word = v.optional(v.string(), "");
const cost = v.nullable(v.object({ netRupiah: answeredRupiah, taxRupiah: answeredRupiah }));
const words = v.object({ id: v.string(), en: v.string(), zh: v.string() });

/** The draft so far: everything except the rules may still be missing. */
export const partialDraft = v.strictObject({
  activityId: word,
  titleId: word,
  titleEn: word,
  titleZh: word,
  permitNumber: word,
  opensOn: v.optional(draftFields.opensOn),
  closesOn: v.optional(draftFields.closesOn),
  budgetRupiah: v.optional(draftFields.budgetRupiah),
  rules: draftFields.rules,
});

export const outlook = v.object({
  faults: v.array(v.picklist(campaignFaults)),
  /** Days on which it is open. */
  days: v.number(),
  /** Maximal cost per day: the prizes and their tax; null when only the budget limits it. */
  day: cost,
  /** The same in all. */
  all: cost,
  lines: v.array(v.object({ label: words, text: words })),
});

export const templates = v.object({
  items: v.array(
    v.object({
      skin: v.string(),
      mechanic: v.picklist(mechanics),
      titles: words,
      /** As `rules` of a draft. */
      rules: v.string(),
    }),
  ),
  couponKeys: v.array(v.string()),
  voucherKeys: v.array(v.string()),
});
