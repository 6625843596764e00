/**
 * Account look-ups over the partner contract: `POST /v1/lookups`, `/v1/lookups/code` and `/v1/lookups/result`. The
 * credential is sent once, in the signed body, and is stored nowhere: a missing answer is polled by `/result`.
 */
import * as v from "valibot";
import type { Attempt, PartnerClient } from "../partner.ts";
import type { LookupAnswer, LookupPort } from "./port.ts";

const reference = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const answerSchema = v.variant("outcome", [
  v.object({
    outcome: v.literal("FOUND"),
    holderName: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
    facts: v.record(v.pipe(v.string(), v.maxLength(50)), v.pipe(v.string(), v.maxLength(300))),
    reference,
  }),
  v.object({ outcome: v.literal("CODE_NEEDED"), reference }),
  v.object({ outcome: v.picklist(["NOT_FOUND", "CREDENTIAL_REFUSED", "PENDING"]) }),
]);
/** Only in the answer of `/result`: the order never arrived. */
const resultSchema = v.variant("outcome", [...answerSchema.options, v.object({ outcome: v.literal("ORDER_UNKNOWN") })]);

export function createHttpLookup(partner: PartnerClient): LookupPort {
  const read = (attempt: Attempt<v.InferOutput<typeof resultSchema>>): LookupAnswer => {
    if (!attempt.answered) return { outcome: attempt.arrived === "NO" ? "UNAVAILABLE" : "PENDING" };
    const { reply } = attempt;
    if (reply.outcome === "FOUND") {
      const { outcome, holderName, facts } = reply;
      return { outcome, holderName, facts, providerReference: reply.reference };
    }
    if (reply.outcome === "CODE_NEEDED") return { outcome: "CODE_NEEDED", providerReference: reply.reference };
    if (reply.outcome === "ORDER_UNKNOWN") return { outcome: "UNAVAILABLE" };
    return { outcome: reply.outcome };
  };
  return {
    adapter: "http",
    async look({ credential, statedIncomeRupiah: _own, ...order }) {
      const body = { ...order, credential: credential?.reveal() ?? "" };
      return read(await partner.attempt("/v1/lookups", order.lookupId, body, answerSchema));
    },
    async answerCode({ code, ...answer }) {
      const body = { ...answer, code: code.reveal() };
      return read(await partner.attempt("/v1/lookups/code", `${answer.lookupId}-code`, body, answerSchema));
    },
    async result(order) {
      const attempt = await partner.attempt("/v1/lookups/result", `${order.lookupId}-result`, order, resultSchema);
      // Asking has no side effect: after any failure, it is asked again.
      return attempt.answered ? read(attempt) : { outcome: "PENDING" };
    },
  };
}
