/** Reading cards over the partner contract: `POST /v1/id-cards` with the picture in base64 → `{ outcome, nik?, fullName?, birthPlace?, birthDate?, sex? }`. */
import * as v from "valibot";
import type { PartnerClient } from "../partner.ts";
import type { IdCardPort } from "./port.ts";

const text = v.optional(v.pipe(v.string(), v.maxLength(100)));
const answerSchema = v.variant("outcome", [
  v.object({
    outcome: v.literal("READ"),
    nik: v.optional(v.pipe(v.string(), v.regex(/^\d{16}$/))),
    fullName: text,
    birthPlace: text,
    birthDate: v.optional(v.pipe(v.string(), v.isoDate())),
    sex: v.optional(v.picklist(["FEMALE", "MALE"])),
  }),
  v.object({ outcome: v.literal("UNREADABLE") }),
]);

export function createHttpIdCard(partner: PartnerClient): IdCardPort {
  return {
    adapter: "http",
    async read({ readId, photo }) {
      const body = { readId, photo: Buffer.from(photo).toString("base64") };
      const answer = await partner.ask("/v1/id-cards", readId, body, answerSchema);
      if (!answer) return { outcome: "UNAVAILABLE" };
      if (answer.outcome === "UNREADABLE") return { outcome: "UNREADABLE" };
      const { outcome, ...read } = answer;
      const fields = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
      return { outcome, fields };
    },
  };
}
