/** Account look-ups over the partner contract: `POST /v1/lookups` and `POST /v1/lookups/code`. The credential travels once, in the signed body, and is kept nowhere. */
import * as v from "valibot";
import type { Partner } from "../partner.ts";
import type { LookupAnswer, LookupPort } from "./port.ts";

const reference = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const answerSchema = v.variant("outcome", [
  v.object({
    outcome: v.literal("FOUND"),
    facts: v.record(v.pipe(v.string(), v.maxLength(50)), v.pipe(v.string(), v.maxLength(300))),
    reference,
  }),
  v.object({ outcome: v.literal("CODE_NEEDED"), reference }),
  v.object({ outcome: v.picklist(["NOT_FOUND", "CREDENTIAL_REFUSED"]) }),
]);

export function createHttpLookup(partner: Partner): LookupPort {
  const read = (answer: v.InferOutput<typeof answerSchema> | undefined): LookupAnswer => {
    if (!answer) return { outcome: "UNAVAILABLE" };
    if (answer.outcome === "FOUND")
      return { outcome: "FOUND", facts: answer.facts, providerReference: answer.reference };
    if (answer.outcome === "CODE_NEEDED") return { outcome: "CODE_NEEDED", providerReference: answer.reference };
    return { outcome: answer.outcome };
  };
  return {
    adapter: "http",
    look: async (order) => read(await partner.ask("/v1/lookups", order.lookupId, order, answerSchema)),
    answerCode: async (answer) =>
      read(await partner.ask("/v1/lookups/code", `${answer.lookupId}-code`, answer, answerSchema)),
  };
}
