import type { Route } from "./+types/home";
import { HelpLink } from "#features/platform/content/parts/help-link.tsx";
import { call } from "#web/api.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { getHome, type Home } from "../contract.ts";
import {
  AlsoOwed,
  CameBack,
  Ended,
  FillIn,
  MayApply,
  OnItsWay,
  OwnBalance,
  Refused,
  ToPay,
  ToSign,
  UnderReview,
} from "../parts/home-stages.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.homeTitle };

export async function loader({ context }: Route.LoaderArgs) {
  return { home: await call(getHome, {}, { context }) };
}

export default function BorrowerHome({ loaderData: { home } }: Route.ComponentProps) {
  return (
    <>
      {home.alsoOwed && <AlsoOwed owed={home.alsoOwed} />}
      {home.balanceRupiah > 0 && <OwnBalance balanceRupiah={home.balanceRupiah} />}
      <Stage home={home} />
      <HelpLink to={[home.loan ? "linkCentre" : "linkHow", "linkService"]} centred />
    </>
  );
}

function Stage({ home }: { home: Home }) {
  const { loan } = home;
  if (!loan) return home.stage === "NEW" ? <FillIn home={home} /> : <MayApply home={home} />;
  if (home.payoutReturn && loan.state === "ACTIVE")
    return <CameBack home={home} loan={loan} sendingAgain={home.payoutReturn.sendingAgain} />;
  switch (loan.state) {
    case "SUBMITTED":
    case "IN_REVIEW":
      return <UnderReview home={home} loan={loan} />;
    case "APPROVED":
      return <ToSign home={home} loan={loan} />;
    case "SIGNED":
    case "DISBURSING":
      return <OnItsWay home={home} loan={loan} />;
    case "ACTIVE":
    case "WRITTEN_OFF":
      return <ToPay home={home} loan={loan} />;
    case "REJECTED":
      return <Refused home={home} loan={loan} />;
    default:
      return <Ended home={home} loan={loan} />;
  }
}
