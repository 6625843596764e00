/** Calls for writing a draft: its cost, its faults, its texts, and the templates. Stores nothing. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { checkDraft, listTemplates } from "../staff-contract.ts";
import { prizesOf } from "../rules-contract.ts";
import { faultsIn } from "./approval.ts";
import { maxCampaignCostOf } from "./cost.ts";
import { endsAfter } from "./improvement.ts";
import { promisedLinesOf } from "./promised-lines.ts";
import { seeds } from "./seed-table.ts";
import { newCampaign, type CampaignRow } from "./store.ts";

/** While no period is written, a month is counted with. */
const usualDays = 30;

export const draftCheckAnswers: readonly CallAnswer[] = [
  answer(checkDraft, async (input, { services, database }) => {
    const { activityId, rules, budgetRupiah, permitNumber } = input;
    const opensOn = input.opensOn ?? dateInWib(services.clock.now());
    const closesOn = input.closesOn ?? addDays(opensOn, usualDays - 1);
    const draft: CampaignRow = {
      id: services.random.uuid(),
      activityId,
      mechanic: rules.mechanic,
      skin: "",
      title: { id: input.titleId, en: input.titleEn, zh: input.titleZh },
      opensAt: instantOf(opensOn),
      ...endsAfter(closesOn),
      rules,
      rulesVersion: 1,
      // Parts that are not written yet are no faults.
      budgetRupiah: budgetRupiah ?? Number.MAX_SAFE_INTEGER,
      permit: permitNumber ? { number: permitNumber, isSample: true, verifiedAt: null } : null,
      state: "DRAFT",
      ...newCampaign,
    };
    const [faults, cost] = await Promise.all([
      faultsIn(services, database, draft),
      maxCampaignCostOf(services, database, draft),
    ]);
    return { faults, ...cost, lines: promisedLinesOf(draft) };
  }),
  answer(listTemplates, async () => {
    const firsts = seeds.filter((seed, index) => seeds.findIndex(({ skin }) => skin === seed.skin) === index);
    const prizes = seeds.flatMap(({ rules }) => prizesOf(rules).map(({ prize }) => prize));
    return {
      items: firsts.map(({ skin, title, rules }) => ({
        skin,
        mechanic: rules.mechanic,
        titles: title,
        rules: JSON.stringify(rules),
      })),
      couponKeys: [...new Set(prizes.flatMap((prize) => (prize.kind === "COUPON" ? [prize.couponKey] : [])))],
      voucherKeys: [...new Set(prizes.flatMap((prize) => (prize.kind === "VOUCHER" ? [prize.voucherKey] : [])))],
    };
  }),
];
