import type { Route } from "./+types/ojk-checkuser";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { formatDate, formatInstant } from "#shared/dates.ts";
import { askPlatformCheck, getPlatformCheck, type PlatformCheck } from "../contract.ts";
import { platformCheckTexts as texts } from "../parts/platform-texts.ts";

const path = "/webview/ojk-checkuser";
export const handle: ScreenHandle = { title: texts.title, back: "/webview/additional-info" };

export const loader = ({ context }: Route.LoaderArgs) => call(getPlatformCheck, {}, { context });

const forms = defineForms({ check: { call: askPlatformCheck, done: path } });
export const action = forms.action;

export default function OjkCheckuser({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { check, cap, nextOn, identityGiven } = loaderData;
  return (
    <Stack gap="loose">
      <Title lead={t("lead", { cap })}>{t("title")}</Title>
      {check && <Result data={loaderData} check={check} />}
      {!identityGiven ? (
        <Notice title={t("identity")}>
          {t("identityBody")} <a href="/webview/identity">{t("identity")}</a>
        </Notice>
      ) : (
        <Ask nextOn={nextOn} outcome={actionData} isFirst={check === null} />
      )}
      <Section heading={t("disputeTitle")}>
        <p>{t("dispute")}</p>
        <p>
          <a href="/webview/customer-service/complaint">{t("object")}</a>
        </p>
      </Section>
      {check && !check.isAboveCap && (
        <ActionBar>
          <ButtonLink to="/webview/apply-loan">{t("apply")}</ButtonLink>
        </ActionBar>
      )}
    </Stack>
  );
}

/** The form with its consent text; with today's check, the date of the next possible one. */
function Ask({ nextOn, outcome, isFirst }: { nextOn: string | null; outcome: object | undefined; isFirst: boolean }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (nextOn !== null)
    return (
      <Small>
        {t("limits")} {t("nextOn", { date: formatDate(nextOn, language) })}
      </Small>
    );
  return (
    <ActionForm of={forms.form("check", outcome)} id="check" action={path}>
      <Card>
        <DefinitionList
          items={[
            [t("whatFor"), t("whatForBody")],
            [t("from"), t("fromBody")],
            [t("howLong"), t("howLongBody")],
          ]}
        />
      </Card>
      <Checkbox name="consent" required>
        {t("consent")}
      </Checkbox>
      <Button kind={isFirst ? "primary" : "secondary"} track="platform_check">
        {t("check")}
      </Button>
      <Small>{t("limits")}</Small>
    </ActionForm>
  );
}

/** The bureau's answer, its consequence, and from when. */
function Result({
  data: { cap, retryDays },
  check,
}: {
  data: PlatformCheck;
  check: NonNullable<PlatformCheck["check"]>;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (check.state !== "REPORT") {
    const what = check.state === "SILENT" ? "silent" : "asking";
    return (
      <Notice kind="attention" title={t(`${what}Title`)}>
        {t(what)}
      </Notice>
    );
  }
  const { platformCount: count, operators, isAboveCap, servesUntil } = check;
  const text = (at: string): string => formatInstant(new Date(at), language, "WIB", "short");
  return (
    <>
      <Notice kind={isAboveCap ? "bad" : "ok"} title={t(isAboveCap ? "aboveTitle" : "withinTitle")}>
        {isAboveCap
          ? t("above", { count, cap, days: retryDays })
          : t(count === 0 ? "withinNone" : "within", { count, cap })}
      </Notice>
      <Section heading={t("operators")}>
        {operators.length === 0 ? (
          <p>{t("noOperators")}</p>
        ) : (
          <DefinitionList
            items={operators.map(({ name, daysPastDue }) => [
              name,
              <Badge key={name} kind={daysPastDue > 0 ? "bad" : "ok"}>
                {daysPastDue > 0 ? t("overdue", { days: daysPastDue }) : t("onTime")}
              </Badge>,
            ])}
          />
        )}
        <Small>
          {t("result", { at: text(check.checkedAt) })}
          {servesUntil && <> · {t("serves", { until: text(servesUntil) })}</>}
        </Small>
      </Section>
    </>
  );
}
