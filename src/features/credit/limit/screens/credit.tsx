import type { Route } from "./+types/credit";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { LinkList, type LinkListItem } from "#web/ui/link-list/link-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Section, Small, Title } from "#web/ui/text/text.tsx";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { getLimits } from "../contract.ts";
import { FactorPoints } from "../parts/factor-points.tsx";
import { ScoreLine } from "../parts/score-line.tsx";
import {
  getCreditScore,
  pauseCredit,
  limitFreezeDays,
  type CreditScoreAnswer,
  type ScoreHelp,
} from "../score-contract.ts";
import { scoreTexts } from "../texts.ts";

export const handle: ScreenHandle = { title: scoreTexts.title, back: "/webview/quota" };

export async function loader({ context }: Route.LoaderArgs) {
  const [score, limits] = await Promise.all([call(getCreditScore, {}, { context }), call(getLimits, {}, { context })]);
  return { score, limits };
}

const path = "/webview/credit";
const forms = defineForms({ pause: { call: pauseCredit, done: `${path}?paused=1` } });
export const action = forms.action;

/** Where each can be done. */
const helpPaths: Readonly<Record<ScoreHelp, LinkListItem["to"] | null>> = {
  PAY_NOW: "/webview/bills",
  PAY_IN_TIME: "/webview/bills",
  CONNECT_SOURCE: "/webview/additional-info",
  WAIT: null,
};

export default function Credit({ loaderData: { score, limits }, actionData }: Route.ComponentProps) {
  const t = useTexts(scoreTexts);
  if (score.score === null || !limits.assessed)
    return (
      <Stack gap="loose">
        <EmptyState
          level={1}
          art="shield"
          title={t("noneTitle")}
          action={<ButtonLink to="/webview/profile">{t("completeProfile")}</ButtonLink>}
        >
          {t("noneBody")}
        </EmptyState>
        <Freezes freezes={score.freezes} />
        <Pause score={score} actionData={actionData} />
      </Stack>
    );
  return (
    <Stack gap="loose">
      <Title>{t("title")}</Title>
      <Saved by="paused">{t("paused")}</Saved>
      <Freezes freezes={score.freezes} />
      <Figure label={t("limitNow")} note={<Next score={score} creditRupiah={limits.creditRupiah} />}>
        <Money rupiah={limits.creditRupiah} />
      </Figure>
      <Helps helps={score.helps} />
      <Disclosure summary={t("points")}>
        <Stack>
          <Figure label={t("score")} note={score.band && t("band", { band: score.band })}>
            {score.score}
          </Figure>
          <p>
            {t("base", { base: score.score - sumOf(score.factors) })} {score.factors.length === 0 && t("noFactors")}
          </p>
          <FactorPoints factors={score.factors} />
          <Section heading={t("line")}>
            <ScoreLine months={score.months} />
          </Section>
        </Stack>
      </Disclosure>
      <Pause score={score} actionData={actionData} />
      <Section heading={t("askTitle")}>
        <ButtonLink kind="secondary" to="/webview/customer-service/complaint">
          {t("ask")}
        </ButtonLink>
      </Section>
    </Stack>
  );
}

/** The factors' points are the difference of the score from where everyone starts. */
const sumOf = (factors: CreditScoreAnswer["factors"]): number => factors.reduce((sum, { points }) => sum + points, 0);

/** The effect of the next monthly refresh on the limit. */
function Next({ score, creditRupiah }: { score: CreditScoreAnswer; creditRupiah: number }) {
  const t = useTexts(scoreTexts);
  const language = useLanguage();
  const { nextRefreshOn, nextLimitRupiah } = score;
  if (nextRefreshOn === null || nextLimitRupiah === null) return null;
  const text = nextLimitRupiah > creditRupiah ? "canRise" : nextLimitRupiah < creditRupiah ? "canFall" : "stays";
  return <>{t(text, { date: formatDate(nextRefreshOn, language), amount: formatRupiah(nextLimitRupiah) })}</>;
}

function Freezes({ freezes }: Pick<CreditScoreAnswer, "freezes">) {
  const t = useTexts(scoreTexts);
  const language = useLanguage();
  if (freezes.length === 0) return null;
  const dayOf = (endsAt: string | null) => (endsAt ? formatDate(dateInWib(new Date(endsAt)), language) : "");
  return (
    <Notice kind="attention" title={t("frozen")}>
      {freezes.map(({ cause, endsAt }) => (
        <span key={cause}>{t(cause, { date: dayOf(endsAt) })} </span>
      ))}
    </Notice>
  );
}

function Helps({ helps }: Pick<CreditScoreAnswer, "helps">) {
  const t = useTexts(scoreTexts);
  const links = helps.flatMap((help): LinkListItem[] => {
    const to = helpPaths[help];
    return to === null ? [] : [{ to, label: t(help), detail: t(`${help}_detail`) }];
  });
  return (
    <Section heading={t("helps")}>
      <Stack gap="tight">
        {links.length > 0 && (
          <LinkList items={links.filter((one, index) => links.findIndex(({ to }) => to === one.to) === index)} />
        )}
        {helps.includes("WAIT") && (
          <p>
            {t("WAIT")}: {t("WAIT_detail")}
          </p>
        )}
        <Small>{t("helpsFree")}</Small>
      </Stack>
    </Section>
  );
}

/** The own pause; none is offered while one is in force. */
function Pause({ score, actionData }: { score: CreditScoreAnswer } & Pick<Route.ComponentProps, "actionData">) {
  const t = useTexts(scoreTexts);
  if (score.freezes.some(({ cause }) => cause === "BORROWER")) return null;
  return (
    <Disclosure summary={t("pauseTitle")} open={actionData !== undefined}>
      <ActionForm of={forms.form("pause", actionData)} action={path}>
        <p>{t("pauseBody")}</p>
        <Choices
          name="days"
          label={t("pauseFor")}
          columns={3}
          choices={limitFreezeDays.map((days) => ({ value: String(days), label: t("days", { days }) }))}
        />
        <Button kind="secondary" track="credit_pause">
          {t("pause")}
        </Button>
      </ActionForm>
    </Disclosure>
  );
}
