/** The borrower of a console page, from the domain of that page. */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { borrowerStatus } from "#features/account/login/server/index.ts";
import { numberOf } from "#features/account/verification/server/index.ts";
import { loansInView, openLoanAmong } from "#features/credit/loan/server/index.ts";
import { mayStaff, type StaffRole } from "#shared/staff-permissions.ts";
import { say, type Language } from "#shared/texts.ts";
import { type BorrowerTab, borrowerOfPage, borrowerPages, borrowerWarnings } from "#server/console/questions.ts";
import type { BorrowerHead } from "../head-contract.ts";
import { texts } from "../texts.ts";
import { unlessShredded } from "./shredded.ts";

/** Pages with data from every domain come first, then the domains' own pages. */
const gathering: readonly BorrowerTab[] = [
  { path: "", text: texts.overview, permissions: ["borrower.read"] },
  { path: "timeline", text: texts.timeline, permissions: ["borrower.read"] },
];
/** Tabs about the whole account come last, because this domain is the last one. */
export const borrowerTabs: readonly BorrowerTab[] = [
  { path: "documents", text: texts.documents, permissions: ["borrower.documents"] },
  { path: "unmask", text: texts.unmask, permissions: ["borrower.unmask"] },
  { path: "access", text: texts.access, permissions: ["borrower.unlock", "borrower.block", "legal.hold"] },
];

/** Null for an id without a borrower. */
export async function borrowerHeadOf(
  services: Services,
  reader: Reader,
  { place, id }: { place: string; id: string },
  viewer: { roles: readonly StaffRole[]; language: Language },
): Promise<BorrowerHead | null> {
  const borrowerId = place === "borrowers" ? id : await borrowerAt(services, reader, place, id);
  if (borrowerId === null) return null;
  const [status, mobileNumber, identity, loans, ...flags] = await Promise.all([
    borrowerStatus(reader, borrowerId),
    unlessShredded(numberOf(services, reader, borrowerId), null),
    unlessShredded(identityOf(services, reader, borrowerId), null),
    loansInView(reader, borrowerId),
    ...services.ask(borrowerWarnings).map((warnings) => unlessShredded(warnings(services, reader, borrowerId), [])),
  ]);
  if (status === null) return null;
  const open = openLoanAmong(loans);
  const allFlags = flags.flat();
  return {
    borrowerId,
    fullName: identity?.fullName ?? null,
    maskedMobileNumber: mobileNumber && maskPhone(mobileNumber),
    status,
    openLoan: open && { loanId: open.id, loanNumber: open.number, state: open.state },
    flags: (["bad", "attention"] as const).flatMap((tone) =>
      allFlags
        .filter((one) => one.tone === tone)
        .map(({ key, text }) => ({ key, text: say(text, viewer.language), tone })),
    ),
    tabs: [...gathering, ...services.ask(borrowerPages).flat()]
      .filter(({ permissions }) => permissions.some((permission) => mayStaff(viewer.roles, permission)))
      .map(({ path, text }) => ({
        to: `/staff/borrowers/${borrowerId}${path && `/${path}`}`,
        text: say(text, viewer.language),
      })),
  };
}

/** As the page's domain answers; null for a page without a borrower. */
async function borrowerAt(services: Services, reader: Reader, place: string, id: string): Promise<string | null> {
  for (const borrowerOf of services.ask(borrowerOfPage)) {
    const find = borrowerOf?.[place];
    if (find) return find(services, reader, id);
  }
  return null;
}
