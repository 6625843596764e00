/** A campaign in the console's lists: its rules, its budget and its awards. */
import * as v from "valibot";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { campaignStates } from "./contract.ts";
import { campaignFaults, permitFields } from "./draft-contract.ts";
import { mechanics, pickState } from "./rules-contract.ts";

export const campaignBrief = {
  activityId: v.string(),
  title: v.string(),
  mechanic: v.picklist(mechanics),
  state: v.picklist(campaignStates),
  opensAt: instant,
  closesAt: instant,
  budgetRupiah: answeredRupiah,
  /** The budget left, without the amounts reserved for days and trees. */
  leftRupiah: answeredRupiah,
  /** Maximal cost of its awards: cash and vouchers net, coupons at their full promise, and the tax on prizes of chance. */
  givenRupiah: answeredRupiah,
  /** Number of people with an award, and the cost per person. */
  people: v.number(),
  perPersonRupiah: answeredRupiah,
  /** The day on which the budget ends at the pace of the last seven days; null when it does not. */
  exhaustedOn: v.nullable(answeredDate),
};
export const givenDays = v.array(v.object({ day: answeredDate, rupiah: answeredRupiah, awards: v.number() }));

/** The same with all that its page shows. */
export const staffCampaign = v.object({
  ...campaignBrief,
  skin: v.string(),
  path: v.string(),
  rulesVersion: v.number(),
  /** The stored JSON. */
  rules: v.string(),
  ...permitFields,
  setAsideRupiah: answeredRupiah,
  /** Given, with tax, and released. */
  usedRupiah: answeredRupiah,
  /** The last 30 days, as `givenRupiah`. */
  days: givenDays,
  /** Its title in each language, for its form. */
  titles: v.object({ id: v.string(), en: v.string(), zh: v.string() }),
  faults: v.array(v.picklist(campaignFaults)),
  /** A claim needs the outlet's code, which `…/entry-codes` returns. */
  asksCode: v.boolean(),
  /** PICK: the options with the number of people for each, whether a result is due, and the result. */
  pick: v.nullable(
    v.object({
      ...v.omit(pickState, ["options", "choice"]).entries,
      options: v.array(v.object({ optionKey: v.string(), people: v.number() })),
      awaitsResult: v.boolean(),
    }),
  ),
});
