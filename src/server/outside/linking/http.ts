/**
 * Links over the partner contract: `POST /v1/links`, `/v1/links/code`, `/v1/links/result`, `/v1/links/revoke`. A credential travels once,
 * in the signed body; an answer that does not come is asked for by `/result`.
 */
import * as v from "valibot";
import type { Attempt, PartnerClient } from "../partner.ts";
import type { LinkAnswer, LinkingPort } from "./port.ts";

const rupiah = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const answerSchema = v.variant("outcome", [
  v.object({
    outcome: v.literal("LINKED"),
    holderName: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
    // Only the last four digits of it may arrive here.
    openedOn: v.exactOptional(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/))),
    maskedAccount: v.pipe(v.string(), v.regex(/^[•*xX]{2,12}[\dA-Za-z]{2,4}$/)),
    months: v.pipe(
      v.array(
        v.object({
          month: v.pipe(v.string(), v.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)),
          inRupiah: v.exactOptional(rupiah),
          outRupiah: v.exactOptional(rupiah),
          lowestRupiah: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
          soldRupiah: v.exactOptional(rupiah),
          boughtRupiah: v.exactOptional(rupiah),
        }),
      ),
      v.maxLength(3),
    ),
  }),
  v.object({ outcome: v.literal("CODE_NEEDED"), reference: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) }),
  v.object({ outcome: v.literal("REDIRECT"), url: v.pipe(v.string(), v.maxLength(1000)) }),
  v.object({ outcome: v.picklist(["REFUSED", "PENDING"]) }),
]);
/** Only in the answer of `/result`: the order never arrived. */
const resultSchema = v.variant("outcome", [...answerSchema.options, v.object({ outcome: v.literal("ORDER_UNKNOWN") })]);

/** `hosts`: allowed hosts of a partner's page; an address elsewhere counts as no answer. */
export function createHttpLinking(partner: PartnerClient, hosts: readonly string[]): LinkingPort {
  const read = (attempt: Attempt<v.InferOutput<typeof resultSchema>>): LinkAnswer => {
    if (!attempt.answered) return { outcome: attempt.arrived === "NO" ? "UNAVAILABLE" : "PENDING" };
    const { reply } = attempt;
    switch (reply.outcome) {
      case "CODE_NEEDED":
        return { outcome: "CODE_NEEDED", providerReference: reply.reference };
      case "REDIRECT":
        return isAllowed(reply.url, hosts) ? reply : { outcome: "UNAVAILABLE" };
      case "ORDER_UNKNOWN":
        return { outcome: "UNAVAILABLE" };
      default:
        return reply;
    }
  };
  return {
    adapter: "http",
    async link({ login, ...order }) {
      const body = { ...order, userId: login?.userId ?? "", credential: login?.credential.reveal() ?? "" };
      return read(await partner.attempt("/v1/links", order.linkId, body, answerSchema));
    },
    async answerCode({ code, ...answer }) {
      const body = { ...answer, code: code.reveal() };
      return read(await partner.attempt("/v1/links/code", `${answer.linkId}-code`, body, answerSchema));
    },
    async result(linkId) {
      const attempt = await partner.attempt("/v1/links/result", `${linkId}-result`, { linkId }, resultSchema);
      return attempt.answered ? read(attempt) : { outcome: "PENDING" };
    },
    async revoke(linkId) {
      const schema = v.object({ revoked: v.literal(true) });
      return (await partner.attempt("/v1/links/revoke", `${linkId}-revoke`, { linkId }, schema)).answered;
    },
  };
}

function isAllowed(url: string, hosts: readonly string[]): boolean {
  const { protocol, host, username, password } = URL.parse(url) ?? {};
  return protocol === "https:" && host !== undefined && hosts.includes(host) && !username && !password;
}
