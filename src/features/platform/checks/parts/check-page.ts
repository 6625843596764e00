/** What every page of one proposal does alike: who is who, and the answer to a check or to taking it back. */
import { data, redirect, type RouterContextProvider } from "react-router";
import { getStaffSession, listStaffNames } from "#features/platform/console/contract.ts";
import { call, submit } from "#web/api.ts";
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

/** Sends the form to the call that its button means; back to the page at `path` when it was taken. */
export async function answerCheck(request: Request, context: Context, proposalId: string, path: string) {
  const form = await request.formData();
  const sent = await (form.get("act") === "take-back"
    ? submit(takeProposalBack, form, context, { proposalId })
    : submit(checkProposal, form, context, { proposalId }));
  if (!sent.ok) return data(sent.answer, { status: sent.answer.status });
  throw redirect(path, 303);
}
