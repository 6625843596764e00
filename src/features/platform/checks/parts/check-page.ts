/** What every page of one proposal does alike: who is who, and the forms that check it or take it back. */
import type { RouterContextProvider } from "react-router";
import { getStaffSession, listStaffNames } from "#features/platform/console/contract.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { checkProposal, takeProposalBack } from "../contract.ts";

type Context = Readonly<RouterContextProvider>;

/** What was asked for beside the names of staff by their id, and who looks at it. */
export async function withNames<Found>(
  context: Context,
  asked: Promise<Found>,
): Promise<{ found: Found; ownId: string; names: Record<string, string> }> {
  const [found, names, own] = await Promise.all([
    asked,
    call(listStaffNames, {}, { context }),
    call(getStaffSession, {}, { context }),
  ]);
  return {
    found,
    ownId: own.staffId,
    names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])),
  };
}

/** The forms of a page of one proposal, whose id its address names as `proposalId`; done, the page itself follows. */
export const checkForms = defineForms({
  check: { call: checkProposal, done: "?" },
  takeBack: { call: takeProposalBack, done: "?" },
});
