/** What the pages of one proposal do alike, of whatever it is: who is who, and the answer to a check or to taking it back. */
import { data, redirect, type RouterContextProvider } from "react-router";
import { getStaffSession, listStaffNames } from "#features/platform/console/contract.ts";
import { call, type submit } from "#web/api.ts";

type Sent = ReturnType<typeof submit>;

/** The proposal beside the names of staff by their id, and who looks at it. */
export async function readProposal<Found>(
  context: Readonly<RouterContextProvider>,
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
export async function answerProposal(
  request: Request,
  path: string,
  sendings: { check: (form: FormData) => Sent; takeBack: (form: FormData) => Sent },
) {
  const form = await request.formData();
  const isTakingBack = form.get("act") === "take-back";
  const sent = await (isTakingBack ? sendings.takeBack(form) : sendings.check(form));
  if (!sent.ok) return data({ ...sent.answer, isTakingBack }, { status: sent.answer.status });
  throw redirect(path, 303);
}
