/**
 * The sandbox's credit bureau: the NIK decides (`sandbox-bank/persons.ts`); any invented person has a clean report
 * and a score of 720. An answer set with `POST /api/sandbox/next` for the NIK comes first.
 */
import type { PersonOutcome } from "#shared/sandbox-persons.ts";
import { personByNik } from "../sandbox-bank/persons.ts";
import type { SandboxNext } from "../sandbox-next.ts";
import type { BureauOutcome } from "./outcomes.ts";
import type { BureauPort, BureauReport, Obligation } from "./port.ts";

const platformLoan = (lender: string, monthlyInstalmentRupiah: number): Obligation => ({
  lender,
  kind: "PLATFORM",
  outstandingRupiah: monthlyInstalmentRupiah * 3,
  monthlyInstalmentRupiah,
  daysPastDue: 0,
});

const outcomeOfPerson: Partial<Record<PersonOutcome, BureauOutcome>> = {
  REVIEW: "LOW_SCORE",
  REFUSED_PLATFORMS: "THREE_PLATFORMS",
  REFUSED_BURDEN: "HEAVY_BURDEN",
  REFUSED_FRAUD: "FRAUD_LISTED",
};

/** Differences of each report from a clean one. */
const reportOf: Readonly<Record<Exclude<BureauOutcome, "UNAVAILABLE">, Partial<BureauReport>>> = {
  CLEAN: {},
  LOW_SCORE: { score: 540 },
  THREE_PLATFORMS: {
    platformCount: 3,
    score: 610,
    obligations: ["Platform A", "Platform B", "Platform C"].map((name) => platformLoan(name, 300_000)),
  },
  HEAVY_BURDEN: {
    platformCount: 1,
    score: 650,
    obligations: [
      platformLoan("Platform A", 600_000),
      {
        lender: "Bank Contoh",
        kind: "BANK",
        outstandingRupiah: 15_000_000,
        monthlyInstalmentRupiah: 1_500_000,
        daysPastDue: 0,
      },
    ],
  },
  FRAUD_LISTED: { fraudListed: true, score: 380 },
};

export function createSandboxBureau(next: Pick<SandboxNext, "take">, needsMothersName = true): BureauPort {
  return {
    adapter: "sandbox",
    needsMothersName,
    async report({ reportId, nik }) {
      const chosen = await next.take("BUREAU", nik);
      const outcome = chosen?.outcome ?? outcomeOfPerson[personByNik(nik)?.outcome ?? "APPROVED"] ?? "CLEAN";
      if (outcome === "UNAVAILABLE") return { outcome };
      return {
        outcome: "REPORT",
        providerReference: `SBX-BUREAU-${reportId}`,
        platformCount: 0,
        obligations: [],
        fraudListed: false,
        sanctionListed: false,
        score: 720,
        ...reportOf[outcome],
      };
    },
  };
}
