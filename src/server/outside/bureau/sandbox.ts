/** The sandbox's credit bureau: the NIK decides (`sandbox-bank/persons.ts`); any invented person has a clean report and a score of 720. */
import { personByNik } from "../sandbox-bank/persons.ts";
import type { BureauPort, BureauReport, Obligation } from "./port.ts";

const platformLoan = (lender: string, monthlyInstalmentRupiah: number): Obligation => ({
  lender,
  kind: "PLATFORM",
  outstandingRupiah: monthlyInstalmentRupiah * 3,
  monthlyInstalmentRupiah,
  daysPastDue: 0,
});

export function createSandboxBureau(needsMothersName = true): BureauPort {
  return {
    adapter: "sandbox",
    needsMothersName,
    async report({ reportId, nik }): Promise<BureauReport> {
      const clean: BureauReport = {
        outcome: "REPORT",
        providerReference: `SBX-BUREAU-${reportId}`,
        platformCount: 0,
        obligations: [],
        fraudListed: false,
        sanctionListed: false,
        score: 720,
      };
      switch (personByNik(nik)?.outcome) {
        case "REVIEW":
          return { ...clean, score: 540 };
        case "REFUSED_PLATFORMS":
          return {
            ...clean,
            platformCount: 3,
            score: 610,
            obligations: ["Platform A", "Platform B", "Platform C"].map((name) => platformLoan(name, 300_000)),
          };
        case "REFUSED_BURDEN":
          return {
            ...clean,
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
          };
        case "REFUSED_FRAUD":
          return { ...clean, fraudListed: true, score: 380 };
        default:
          return clean;
      }
    },
  };
}
