import type { Route } from "./+types/home";
import { HelpLink } from "#features/platform/content/parts/help-link.tsx";
import { answerRecoveryAsked, getRecoveryAsked } from "#features/account/lost-number/contract.ts";
import { RecoveryAsked, RecoveryEnded } from "#features/account/lost-number/parts/recovery-asked.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import type { OpenAppointment } from "#features/credit/application/contract.ts";
import { getHome, type LoanHome } from "#features/credit/application/contract.ts";
import { getIdentity } from "#features/account/identity/contract.ts";
import { getReceivedInvitation } from "#features/rewards/invitation/contract.ts";
import { listCampaigns } from "#features/rewards/campaign/parts/lists.ts";
import { TodayLinks } from "#features/rewards/campaign/parts/today-list.tsx";
import type { FaceReviewState } from "../parts/face-stuck.tsx";
import { Ended, FillIn, MayApply, LoanRejected, LoanToSign, LoanUnderReview } from "../parts/home-stages.tsx";
import { AlsoOwedNotice, ReturnedMoney, OnItsWay, OwnBalance, ToPay } from "../parts/loan-stages.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";
import { formatDate } from "#shared/dates.ts";
import { unbrokenRupiah } from "#shared/money.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.homeTitle, attach: ["userStatus"] };

/** Includes today's events when nothing is urgent: no bill is late, nothing waits for a signature. // Product decisions, rewards 9 */
export async function loader({ context }: Route.LoaderArgs) {
  const [home, { asked }, events] = await Promise.all([
    call(getHome, {}, { context }),
    call(getRecoveryAsked, {}, { context }),
    call(listCampaigns, { limit: eventsAsked, state: "RUNNING" }, { context }),
  ]);
  const isOpen = !home.loan && home.readiness?.missing.includes("IDENTITY");
  const [identity, invited] = await Promise.all([
    isOpen ? call(getIdentity, {}, { context }) : null,
    isOpen ? call(getReceivedInvitation, {}, { context }) : null,
  ]);
  const face = identity && { faceReview: identity.faceReview, attemptsLeft: identity.attemptsLeft };
  return { home, face, invitedRupiah: invited?.couponRupiah ?? 0, asked, events: isCalm(home) ? events.items : [] };
}

/** Campaigns with an action today come first in the list. */
const eventsAsked = 12;

const isCalm = ({ loan, bill, alsoOwed, oldDebt }: LoanHome): boolean =>
  !alsoOwed &&
  !oldDebt &&
  loan?.state !== "APPROVED" &&
  loan?.state !== "WRITTEN_OFF" &&
  (bill?.daysPastDue ?? 0) === 0;

/** Whether this login requested the recovery of its own number. */
const forms = defineForms({
  mine: { call: answerRecoveryAsked, input: () => ({ isMine: true }), done: "?recovery=ended", gone: "/webview/home" },
  foreign: {
    call: answerRecoveryAsked,
    input: () => ({ isMine: false }),
    done: "/account-hold",
    gone: "/webview/home",
  },
});
export const action = forms.action;

export default function BorrowerHome({ loaderData, actionData }: Route.ComponentProps) {
  const { home, face, invitedRupiah, asked, events } = loaderData;
  return (
    <>
      <HomeHead />
      {asked && (
        <RecoveryAsked
          asked={asked}
          mine={forms.form("mine", actionData)}
          foreign={forms.form("foreign", actionData)}
        />
      )}
      <RecoveryEnded />
      {home.alsoOwed && <AlsoOwedNotice owed={home.alsoOwed} />}
      {home.balanceRupiah > 0 && <OwnBalance balanceRupiah={home.balanceRupiah} />}
      {home.appointment?.confirmBy && (
        <AppointmentDay appointment={home.appointment} confirmBy={home.appointment.confirmBy} />
      )}
      <Stage home={home} face={face} invitedRupiah={invitedRupiah} />
      <TodayLinks items={events} />
      <Places home={home} />
      <HelpLink to={[home.loan ? "linkCentre" : "linkHow", "linkService"]} centred />
    </>
  );
}

/** In a host app there is no tab bar: the link to the account is at the head. */
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

/** The day of an appointment has come: nothing is lent unless the borrower applies. */
function AppointmentDay({ appointment, confirmBy }: { appointment: OpenAppointment; confirmBy: string }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const amount = unbrokenRupiah(appointment.amountRupiah);
  return (
    <Notice kind="attention" title={t("appointmentDayTitle")}>
      {t("appointmentDayBody", { amount, date: formatDate(confirmBy, language) })}{" "}
      <a href="/webview/by-appointment" data-track="home_appointment">
        {t("appointmentSee")}
      </a>
    </Notice>
  );
}

/** Stages without an open loan or application, in which an appointment can be booked. */
const freeStages: ReadonlySet<LoanHome["stage"]> = new Set([
  "READY",
  "REJECTED",
  "CANCELLED",
  "PAID_OFF",
  "RESTRUCTURED",
]);

/** The way to the inbox, with how much is new in it, and to an appointment for a later loan. */
function Places({ home }: { home: LoanHome }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { unreadMessages: unread, appointment } = home;
  const aside = unread > 0 && (
    <Badge kind="info">{t(unread > 98 ? "messagesMany" : "messagesNew", { count: unread })}</Badge>
  );
  const isFree = freeStages.has(home.stage);
  const later = {
    to: "/webview/by-appointment",
    icon: "calendar",
    label: t("borrowLater"),
    detail: appointment ? t("appointmentFor", { date: formatDate(appointment.on, language) }) : t("borrowLaterDetail"),
    track: "home_later",
  } as const;
  return (
    <LinkList
      items={[
        ...(appointment || isFree ? [later] : []),
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

interface StageProps {
  home: LoanHome;
  face: FaceReviewState | null;
  /** Interest discount that waits for an invited person's identity; 0 without one. */
  invitedRupiah: number;
}

function Stage({ home, face, invitedRupiah }: StageProps) {
  const { loan } = home;
  if (!loan)
    return home.stage === "NEW" ? (
      <FillIn home={home} face={face} invitedRupiah={invitedRupiah} />
    ) : (
      <MayApply home={home} />
    );
  if (home.payoutReturn && loan.state === "ACTIVE")
    return <ReturnedMoney home={home} loan={loan} sendingAgain={home.payoutReturn.sendingAgain} />;
  switch (loan.state) {
    case "SUBMITTED":
    case "IN_REVIEW":
      return <LoanUnderReview home={home} loan={loan} />;
    case "APPROVED":
      return <LoanToSign home={home} loan={loan} />;
    case "SIGNED":
    case "DISBURSING":
      return <OnItsWay home={home} loan={loan} />;
    case "ACTIVE":
    case "WRITTEN_OFF":
      return <ToPay home={home} loan={loan} />;
    case "REJECTED":
      return <LoanRejected home={home} loan={loan} />;
    default:
      return <Ended home={home} loan={loan} />;
  }
}
