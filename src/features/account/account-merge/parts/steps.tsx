/** Shared by the screens of the steps: the open request, the bar above them, and the next page of a step. */
import { redirect, type RouterContextProvider } from "react-router";
import { changeRequestProblems } from "#features/account/change-request/contract.ts";
import { call, leadRefused } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import { Steps } from "#web/ui/steps/steps.tsx";
import { getAccountMerge, mergePages, type AccountMergeAnswer, type MergeRequestView } from "../contract.ts";
import { texts } from "../texts.ts";

type ServerContext = Readonly<RouterContextProvider>;

const names = ["stepCode", "stepFace", "stepProof", "stepSign"] as const satisfies readonly (keyof typeof texts)[];

/** For the loader of a step: the request that is not sent yet. @throws a redirect to the entry where there is none */
export async function readOpenMerge(
  context: ServerContext,
): Promise<{ merge: AccountMergeAnswer; request: MergeRequestView }> {
  const merge = await call(getAccountMerge, {}, { context });
  const { request } = merge;
  if (!request || request.closedAt !== null) throw redirect(mergePages.entry, 303);
  return { merge, request };
}

/** Input of every step: the id of the newest request. */
export async function mergeInput({ context }: { context: ServerContext }): Promise<{ requestId: string }> {
  const { request } = await call(getAccountMerge, {}, { context });
  if (!request)
    throw leadRefused(
      mergePages.entry,
      "CHANGE_REQUEST_UNKNOWN",
      changeRequestProblems.CHANGE_REQUEST_UNKNOWN,
      context,
    );
  return { requestId: request.requestId };
}

/** The page after a step: that of the current step. */
export const nextMergePath = ({ request }: AccountMergeAnswer): string => request?.path ?? mergePages.entry;

export function MergeSteps({ step }: { step: 1 | 2 | 3 | 4 }) {
  const t = useTexts(texts);
  return <Steps step={step} count={names.length} name={t(names[step - 1]!)} />;
}
