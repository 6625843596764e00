/** Shared by the screens of the steps: access, the bar above them, and the page of a completed step. */
import { redirect, type RouterContextProvider } from "react-router";
import { changeRequestProblems } from "#features/account/change-request/contract.ts";
import { call, leadRefused } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import { stepPage } from "#web/steps.ts";
import { Steps } from "#web/ui/steps/steps.tsx";
import { getMobileChange, mobileChangePages, type MobileChangeAnswer, type MobileChangeView } from "../contract.ts";
import { texts } from "../texts.ts";

type ServerContext = Readonly<RouterContextProvider>;

const inOrder = [
  mobileChangePages.old,
  mobileChangePages.identity,
  mobileChangePages.number,
  mobileChangePages.proof,
] as const;
export type StepPath = (typeof inOrder)[number];
const names = {
  [mobileChangePages.old]: "stepOld",
  [mobileChangePages.identity]: "stepIdentity",
  [mobileChangePages.number]: "stepNumber",
  [mobileChangePages.proof]: "stepProof",
} as const satisfies Record<StepPath, keyof typeof texts>;

/** For the loader of a step: the request, and the page's place. Redirects when the state needs another page. @throws a redirect */
export async function loadStep(
  own: StepPath,
  context: ServerContext,
): Promise<{ change: MobileChangeAnswer; request: MobileChangeView; step: number; isTaken: boolean }> {
  const change = await call(getMobileChange, {}, { context });
  const { request } = change;
  if (!request || request.closedAt !== null) throw redirect(mobileChangePages.entry, 303);
  const { step } = stepPage(inOrder, request.path, own);
  return { change, request, step, isTaken: request.path !== own };
}

/** Input of every step: the id of the open request. */
export async function mobileChangeInput({ context }: { context: ServerContext }): Promise<{ requestId: string }> {
  const { request } = await call(getMobileChange, {}, { context });
  if (!request)
    throw leadRefused(
      mobileChangePages.entry,
      "CHANGE_REQUEST_UNKNOWN",
      changeRequestProblems.CHANGE_REQUEST_UNKNOWN,
      context,
    );
  return { requestId: request.requestId };
}

/** The page after a step: that of the current step. */
export const nextMobileChangePath = ({ request }: MobileChangeAnswer): string =>
  request?.path ?? mobileChangePages.entry;

export function MobileChangeSteps({ of, step }: { of: StepPath; step: number }) {
  const t = useTexts(texts);
  return <Steps step={step} count={inOrder.length} name={t(names[of])} />;
}
