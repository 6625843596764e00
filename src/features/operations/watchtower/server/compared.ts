/** Data to compare with a borrower's pictures: the typed data, and the result of the face check. */
import type { Services } from "#server/services.ts";
import type { ReplyOf } from "#shared/contract.ts";
import { ageOn, dateInWib } from "#shared/dates.ts";
import { maskNik } from "#shared/fields/nik.ts";
import { faceScores, identityOf } from "#features/account/identity/server/index.ts";
import { profileOf } from "#features/account/profile/server/index.ts";
import { faceOutcomes, type listBorrowerDocuments } from "../staff-contract.ts";
import { unlessShredded } from "./shredded.ts";

const maxFaces = 10;

export async function comparedOf(
  services: Services,
  borrowerId: string,
): Promise<Pick<ReplyOf<typeof listBorrowerDocuments>, "typed" | "faces">> {
  const { clock, database } = services;
  const [identity, profile, faces] = await Promise.all([
    unlessShredded(identityOf(services, database, borrowerId), null),
    unlessShredded(profileOf(services, database, borrowerId), null),
    faceScores(database, borrowerId, maxFaces),
  ]);
  return {
    typed: {
      fullName: identity?.fullName ?? null,
      maskedNik: identity && maskNik(identity.nik),
      nikMatchesBirth: identity?.nikMatchesBirth ?? null,
      ageYears: identity && ageOn(identity.birthDate, dateInWib(clock.now())),
      monthlyIncomeRupiah: profile?.monthlyIncomeRupiah ?? null,
      workingMonths: profile?.workingMonths ?? null,
    },
    faces: faces.flatMap(({ outcome, checkedAt, ...face }) => {
      const known = faceOutcomes.find((one) => one === outcome);
      return known ? [{ ...face, outcome: known, checkedAt: checkedAt.toISOString() }] : [];
    }),
  };
}
