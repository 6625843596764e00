/** Face check over the partner contract: `POST /v1/face-checks` with pictures in base64 → `{ outcome, similarityPpm?, livenessPpm?, reference }`. */
import * as v from "valibot";
import type { PartnerClient } from "../partner.ts";
import type { FaceCheckPort } from "./port.ts";

const reference = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const ppm = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));
const answerSchema = v.variant("outcome", [
  v.object({ outcome: v.picklist(["MATCH", "NO_MATCH"]), similarityPpm: ppm, livenessPpm: ppm, reference }),
  v.object({ outcome: v.picklist(["UNREADABLE", "NOT_REGISTERED"]), reference }),
]);

export function createHttpFaceCheck(partner: PartnerClient): FaceCheckPort {
  return {
    adapter: "http",
    async check({ checkId, nik, fullName, birthDate, selfie, cardPhoto }) {
      const base64 = (picture: Uint8Array): string => Buffer.from(picture).toString("base64");
      const body = {
        checkId,
        nik,
        fullName,
        birthDate,
        selfie: base64(selfie),
        ...(cardPhoto ? { cardPhoto: base64(cardPhoto) } : {}),
      };
      const answer = await partner.ask("/v1/face-checks", checkId, body, answerSchema);
      if (!answer) return { outcome: "UNAVAILABLE" };
      const { reference: providerReference, ...rest } = answer;
      return { ...rest, providerReference };
    },
  };
}
