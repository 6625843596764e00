/** Caps that no published rate may pass. // Field rules: daily cost cap, late fee, total cap */
import type { PublishedCaps } from "#features/platform/configuration/server/index.ts";
import type { Services } from "#server/services.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { standardProduct, tenorClass } from "./engine/index.ts";
import { productsToday } from "./products.ts";
import { ruleInForce } from "./rules/regulation.ts";

/** The caps of cost in force today, in ppm: of a day for short loans, for the longest tenor and for late fees, and of the total. */
export async function publishedCaps(services: Services, today: BusinessDate): Promise<PublishedCaps> {
  const [product = standardProduct] = await productsToday(services);
  const maxDays = Math.max(...product.tenorsDays);
  return {
    dailyCostPpm: ruleInForce("DAILY_COST_CAP_PPM", today, "UNDER_SIX_MONTHS").value,
    dailyCostOfLongestTenorPpm: ruleInForce("DAILY_COST_CAP_PPM", today, tenorClass(today, maxDays)).value,
    dailyLateFeePpm: ruleInForce("DAILY_LATE_FEE_CAP_PPM", today, "UNDER_SIX_MONTHS").value,
    totalCostPpm: ruleInForce("TOTAL_COST_CAP_PPM", today).value,
  };
}
