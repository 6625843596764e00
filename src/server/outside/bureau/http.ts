/** Credit bureau over the partner contract: `POST /v1/reports` → `{ reference, platformCount, obligations, fraudListed, sanctionListed, score }`. */
import * as v from "valibot";
import type { PartnerClient } from "../partner.ts";
import type { BureauPort } from "./port.ts";

const rupiah = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000));
const answerSchema = v.object({
  reference: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  platformCount: count,
  obligations: v.pipe(
    v.array(
      v.object({
        lender: v.pipe(v.string(), v.maxLength(200)),
        kind: v.picklist(["PLATFORM", "BANK", "OTHER"]),
        outstandingRupiah: rupiah,
        monthlyInstalmentRupiah: rupiah,
        daysPastDue: count,
      }),
    ),
    v.maxLength(500),
  ),
  fraudListed: v.boolean(),
  sanctionListed: v.boolean(),
  score: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(300), v.maxValue(850))),
});

export function createHttpBureau(partner: PartnerClient, needsMothersName = false): BureauPort {
  return {
    adapter: "http",
    needsMothersName,
    async report(order) {
      const answer = await partner.ask("/v1/reports", order.reportId, order, answerSchema);
      if (!answer) return { outcome: "UNAVAILABLE" };
      const { reference, ...rest } = answer;
      return { outcome: "REPORT", providerReference: reference, ...rest };
    },
  };
}
