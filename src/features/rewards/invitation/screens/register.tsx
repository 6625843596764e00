import type { RouterContextProvider } from "react-router";
import type { Route } from "./+types/register";
import { getSession } from "#features/account/login/contract.ts";
import { loginFlow } from "#features/account/login/parts/login-flow.ts";
import type { LoginFormAnswer } from "#features/account/login/parts/login-step.ts";
import { AskStep, LoginSteps } from "#features/account/login/parts/login-steps.tsx";
import { formatRupiah } from "#shared/money.ts";
import { call, Problem } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { invitationCodeOf, getInvitationCode } from "../contract.ts";
import { InviteArt } from "../parts/invite-art.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  isStep: true,
  title: texts.landTitle,
  noIndex: true,
  event: "campaign_view",
  keptKeys: ["step", "with", "remember", "channel", "invitationCode", "connect"],
};

/** Connects a new account with its inviter only when the box was ticked: opening a link alone never does. */
const flow = loginFlow({
  kept: ["invitationCode"],
  ticks: { rememberDevice: "remember", connect: "connect" },
  invitationOf: (query) => (query.get("connect") ? codeIn(query) : null),
});
const codeIn = (query: URLSearchParams): string | null => invitationCodeOf(query.get("invitationCode") ?? "");

/** The result of looking up the address's code. */
type Offer =
  | { kind: "KNOWN"; code: string; couponRupiah: number; cashRupiah: number }
  | { kind: "NONE" }
  | { kind: "UNKNOWN" | "UNREAD"; typed: string };

async function offerOf(query: URLSearchParams, context: Readonly<RouterContextProvider>): Promise<Offer> {
  const typed = query.get("invitationCode")?.slice(0, 40);
  if (!typed) return { kind: "NONE" };
  try {
    return { kind: "KNOWN", ...(await call(getInvitationCode, { code: typed }, { context })) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { kind: error.code === "RATE_LIMITED" ? "UNREAD" : "UNKNOWN", typed };
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  if ((await call(getSession, {}, { context })).loggedIn) return { isKnown: true as const };
  const shown = await flow.load({ request, context });
  // The later steps do not show the offer.
  return { isKnown: false as const, shown, offer: shown.step === "ask" ? await offerOf(query, context) : null };
}
export const action = flow.action;

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData as LoginFormAnswer | undefined;
  const { path } = useFrame();
  const scene = path.endsWith("-v2") ? "dusk" : "day";
  if (loaderData.isKnown) return <Known scene={scene} />;
  const { shown, offer } = loaderData;
  if (shown.step !== "ask") return <LoginSteps shown={shown} answer={answer} />;
  return (
    <AskStep
      {...shown}
      notice={shown.notice === "viewAfterLogin" ? null : shown.notice}
      elsewhere="/login"
      answer={answer}
      intro={<Intro offer={offer ?? { kind: "NONE" }} scene={scene} />}
    >
      {offer?.kind === "KNOWN" && <Connect cash={formatRupiah(offer.cashRupiah)} hasCoupon={offer.couponRupiah > 0} />}
    </AskStep>
  );
}

type Scene = "day" | "dusk";

function Intro({ offer, scene }: { offer: Offer; scene: Scene }) {
  const t = useTexts(texts);
  const brand = useFrame().brand.name;
  const isKnown = offer.kind === "KNOWN";
  const leadOf = (rupiah: number) => (rupiah > 0 ? t("landLead", { coupon: formatRupiah(rupiah) }) : t("landLeadNone"));
  return (
    <Stack gap="loose">
      <div className="campaign-art">
        <InviteArt scene={scene} friends={isKnown ? 0 : 2} />
      </div>
      <Title lead={isKnown ? leadOf(offer.couponRupiah) : t("landNone", { brand })}>
        {t(isKnown ? "landHeading" : "landHeadingNone", { brand })}
      </Title>
      {offer.kind === "UNKNOWN" && <Notice kind="attention">{t("unknownCode")}</Notice>}
      {offer.kind === "UNREAD" && <Notice kind="attention">{t("codeUnread")}</Notice>}
      {offer.kind === "NONE" && <Notice>{t("noCode")}</Notice>}
      {isKnown ? <WhoSees /> : <TypeCode typed={"typed" in offer ? offer.typed : ""} />}
    </Stack>
  );
}

/** For a code from a card or given in person: the same page with it. */
function TypeCode({ typed }: { typed: string }) {
  const t = useTexts(texts);
  return (
    <Form id="code" method="get" values={{ invitationCode: typed }}>
      <TextField
        name="invitationCode"
        label={t("typeCode")}
        hint={t("typeHint")}
        autoComplete="off"
        autoCapitalize="characters"
      />
      <Button kind="secondary">{t("typeUse")}</Button>
    </Form>
  );
}

/** Shown before anything is typed: the data that the inviter will and will never see. // Product decisions, rewards 6 */
function WhoSees() {
  const t = useTexts(texts);
  return (
    <Receipt heading={t("whoSees")}>
      {(["seesTail", "seesMonth", "seesVerified", "seesLoan"] as const).map((what) => (
        <ReceiptLine key={what} label={t(what)}>
          {t("seesYes")}
        </ReceiptLine>
      ))}
      {(["seesName", "seesAmount"] as const).map((what) => (
        <ReceiptLine key={what} label={t(what)}>
          {t("seesNo")}
        </ReceiptLine>
      ))}
    </Receipt>
  );
}

function Connect({ cash, hasCoupon }: { cash: string; hasCoupon: boolean }) {
  const t = useTexts(texts);
  return (
    <Stack gap="tight">
      <Checkbox name="connect" required={false} hint={t(hasCoupon ? "link1Hint" : "link1HintNone")}>
        {t("link1", { cash })}
      </Checkbox>
    </Stack>
  );
}

function Known({ scene }: { scene: Scene }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <div className="campaign-art">
        <InviteArt scene={scene} friends={2} />
      </div>
      <Title lead={t("loggedIn")}>{t("landTitle")}</Title>
      <ActionBar>
        <ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}
