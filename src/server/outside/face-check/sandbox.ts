/** The sandbox's face check: the NIK decides (`sandbox-bank/persons.ts`); any invented person matches. */
import { personByNik } from "../sandbox-bank/persons.ts";
import type { FaceCheckPort } from "./port.ts";

export function createSandboxFaceCheck(): FaceCheckPort {
  return {
    adapter: "sandbox",
    async check({ checkId, nik }) {
      const providerReference = `SBX-FACE-${checkId}`;
      switch (personByNik(nik)?.outcome) {
        case "FACE_FAILS":
          return { outcome: "NO_MATCH", similarityPpm: 310_000, livenessPpm: 970_000, providerReference };
        case "FACE_UNREADABLE":
          return { outcome: "UNREADABLE", providerReference };
        default:
          return { outcome: "MATCH", similarityPpm: 965_000, livenessPpm: 985_000, providerReference };
      }
    },
  };
}
