/** Shared by all pages of one proposal: names of staff, and the forms that check or withdraw it. */
import type { RouterContextProvider } from "react-router";
import { getStaffSession, listStaffNames } from "#features/platform/console/contract.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { checkProposal, takeProposalBack } from "../contract.ts";

type Context = Readonly<RouterContextProvider>;

/** The page's data together with staff names by id, and the reader. */
export async function withNames<Found>(
  context: Context,
  pending: Promise<Found>,
): Promise<{ found: Found; ownId: string; names: Record<string, string> }> {
  const [found, names, own] = await Promise.all([
    pending,
    call(listStaffNames, {}, { context }),
    call(getStaffSession, {}, { context }),
  ]);
  return {
    found,
    ownId: own.staffId,
    names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])),
  };
}

/** The forms of a page of one proposal, whose address contains its id as `proposalId`; afterwards the page itself is shown again. */
export const checkForms = defineForms({
  check: { call: checkProposal, done: "?" },
  takeBack: { call: takeProposalBack, done: "?" },
});
