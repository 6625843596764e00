import type { Route } from "./+types/viprights";
import { call } from "#web/api.ts";
import { getLimits } from "#features/credit/limit/contract.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { CheckList } from "#web/ui/check-list/check-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Small, Title } from "#web/ui/text/text.tsx";
import { formatRupiah, unbrokenRupiah } from "#shared/money.ts";
import { getMembership, getReduction } from "../contract.ts";
import { LevelList } from "../parts/level-list.tsx";
import { levelTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.rightsTitle, back: "/webview/account" };

export async function loader({ context }: Route.LoaderArgs) {
  const [member, reduction, { temporary }] = await Promise.all([
    call(getMembership, {}, { context }),
    call(getReduction, {}, { context }),
    call(getLimits, {}, { context }),
  ]);
  return { member, temporary, savedRupiah: reduction.eligible ? reduction.savedRupiah : 0 };
}

export default function Viprights({ loaderData: { member, temporary, savedRupiah } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const name = useTexts(levelTexts);
  const { level, goodLoans, score, levels, terms } = member;
  return (
    <Stack gap="loose">
      <Title lead={t("rightsLead")}>{t("rightsTitle")}</Title>
      <Figure
        label={t("yourLevel")}
        note={
          score === null
            ? t("standingNoScore", { loans: goodLoans })
            : t("standing", { loans: goodLoans, score: String(score) })
        }
      >
        {name(level)}
      </Figure>
      <Small>{t("brings", { level: name("SILVER"), amount: unbrokenRupiah(terms.reductionMaxRupiah) })}</Small>
      {savedRupiah > 0 ? (
        <ButtonLink to="/webview/reduce-interest">{t("toReduction", { amount: formatRupiah(savedRupiah) })}</ButtonLink>
      ) : (
        <ButtonLink to={level === "GOLD" || level === "PLUS" ? "/webview/upgrade-plus" : "/webview/home"}>
          {t(level === "GOLD" || level === "PLUS" ? "toPlus" : "toHome")}
        </ButtonLink>
      )}
      {temporary && (
        <Notice kind="ok">
          {t("temporaryNow", { amount: formatRupiah(temporary.amountRupiah) })}{" "}
          <InstantText at={temporary.until} style="short" />. <a href="/webview/quota">{t("toLimits")}</a>
        </Notice>
      )}
      <LevelList levels={levels} own={level} />
      <CheckList
        items={[
          t("goodMeans", { days: terms.goodDays }),
          t("reductionMeans", { max: formatRupiah(terms.reductionMaxRupiah) }),
          t("temporaryMeans"),
        ]}
      />
      {level !== "GOLD" && level !== "PLUS" && <a href="/webview/upgrade-plus">{t("toPlus")}</a>}
    </Stack>
  );
}
