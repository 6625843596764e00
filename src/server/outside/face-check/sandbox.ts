/**
 * The sandbox's face check: the NIK decides (`sandbox-bank/persons.ts`); any invented person matches. An answer set
 * with `POST /api/sandbox/next` for the NIK comes first.
 */
import type { PersonOutcome } from "#shared/sandbox-persons.ts";
import { personByNik } from "../sandbox-bank/persons.ts";
import type { SandboxNext } from "../sandbox-next.ts";
import type { FaceCheckOutcome } from "./outcomes.ts";
import type { FaceCheckPort } from "./port.ts";

const outcomeOfPerson: Partial<Record<PersonOutcome, FaceCheckOutcome>> = {
  FACE_FAILS: "NO_MATCH",
  FACE_UNREADABLE: "UNREADABLE",
};

export function createSandboxFaceCheck(next: Pick<SandboxNext, "take">): FaceCheckPort {
  return {
    adapter: "sandbox",
    async check({ checkId, nik }) {
      const chosen = await next.take("FACE_CHECK", nik);
      const outcome = chosen?.outcome ?? outcomeOfPerson[personByNik(nik)?.outcome ?? "APPROVED"] ?? "MATCH";
      const providerReference = `SBX-FACE-${checkId}`;
      switch (outcome) {
        case "UNAVAILABLE":
          return { outcome };
        case "UNREADABLE":
        case "NOT_REGISTERED":
          return { outcome, providerReference };
        case "NO_MATCH":
          return { outcome, similarityPpm: 310_000, livenessPpm: 970_000, providerReference };
        case "MATCH_WEAK":
          return { outcome: "MATCH", similarityPpm: 870_000, livenessPpm: 985_000, providerReference };
        default:
          return { outcome: "MATCH", similarityPpm: 965_000, livenessPpm: 985_000, providerReference };
      }
    },
  };
}
