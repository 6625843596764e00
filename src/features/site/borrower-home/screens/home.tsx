import type { Route } from "./+types/home";
import { HelpLink } from "#features/platform/content/parts/help-link.tsx";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { getHome, type Home } from "#features/credit/application/contract.ts";
import { Ended, FillIn, MayApply, Refused, ToSign, UnderReview } from "../parts/home-stages.tsx";
import { AlsoOwed, CameBack, OnItsWay, OwnBalance, ToPay } from "../parts/loan-stages.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.homeTitle };

export async function loader({ context }: Route.LoaderArgs) {
  return { home: await call(getHome, {}, { context }) };
}

export default function BorrowerHome({ loaderData: { home } }: Route.ComponentProps) {
  return (
    <>
      <HomeHead />
      {home.alsoOwed && <AlsoOwed owed={home.alsoOwed} />}
      {home.balanceRupiah > 0 && <OwnBalance balanceRupiah={home.balanceRupiah} />}
      <Stage home={home} />
      <Messages unread={home.unreadMessages} />
      <HelpLink to={[home.loan ? "linkCentre" : "linkHow", "linkService"]} centred />
    </>
  );
}

/** In a host app there is no tab bar: the way to the account stands at the head. */
function HomeHead() {
  const t = useTexts(texts);
  const { nativeHost } = useFrame();
  if (!nativeHost) return null;
  return (
    <ButtonLink kind="quiet" compact to="/webview/account">
      <Icon name="person" size={20} /> {t("accountTitle")}
    </ButtonLink>
  );
}

/** The way to the inbox, and how much is new in it. */
function Messages({ unread }: { unread: number }) {
  const t = useTexts(texts);
  const aside = unread > 0 && (
    <Badge kind="info">{t(unread > 98 ? "messagesMany" : "messagesNew", { count: unread })}</Badge>
  );
  return (
    <LinkList
      items={[
        {
          to: "/webview/message",
          icon: "mail",
          label: t("messages"),
          ...(aside ? { aside } : {}),
          track: "home_messages",
        },
      ]}
    />
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
