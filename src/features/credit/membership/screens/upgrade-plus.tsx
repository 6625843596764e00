import type { Route } from "./+types/upgrade-plus";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Section, Small, Title } from "#web/ui/text/text.tsx";
import { formatPpm } from "#shared/money.ts";
import { beginPlus, endPlus, getMembership, type Membership, type PlusCondition } from "../contract.ts";
import { memberConditionTexts, texts } from "../texts.ts";

const path = "/webview/upgrade-plus";

export const handle: ScreenHandle = { title: texts.plusTitle, back: "/webview/viprights" };

export const loader = ({ context }: Route.LoaderArgs) => call(getMembership, {}, { context });

const forms = defineForms({
  begin: { call: beginPlus, done: `${path}?begun=1` },
  end: { call: endPlus, done: `${path}?ended=1` },
});
export const action = forms.action;

/** Where each condition is met. */
const places: Record<PlusCondition, string> = {
  GOLD: "/webview/viprights",
  EMAIL: "/webview/email-status",
  SOURCE: "/webview/additional-info",
  NOT_LATE: "/webview/bills",
};

export default function UpgradePlus({ loaderData: member, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { plus, levels, terms } = member;
  const share = (level: string) => formatPpm(levels.find((one) => one.level === level)?.reductionPpm ?? 0, language);
  return (
    <Stack gap="loose">
      <Title lead={t("plusLead", { days: terms.plusDays })}>{t("plusTitle")}</Title>
      <Saved by="begun">{t("plusBegun")}</Saved>
      <Saved by="ended">{t("plusEnded")}</Saved>
      <Figure label={t("plusSaves")} note={t("plusSavesNote", { plus: share("PLUS"), gold: share("GOLD") })}>
        <Money rupiah={-terms.reductionMaxRupiah} signed />
      </Figure>
      {plus ? (
        <>
          <FormRefusal of={forms.form("begin", actionData)} />
          <Runs plus={plus} outcome={actionData} />
        </>
      ) : (
        <Act member={member} outcome={actionData} />
      )}
      <Conditions member={member} />
      <Small>{t("plusLate", { days: terms.plusEndsAtDaysLate })}</Small>
    </Stack>
  );
}

function Act({ member, outcome }: { member: Membership; outcome: object | undefined }) {
  const t = useTexts(texts);
  const condition = useTexts(memberConditionTexts);
  const missing = member.plusConditions.find(({ isMet }) => !isMet);
  if (missing)
    return (
      <>
        <FormRefusal of={forms.form(["begin", "end"], outcome)} />
        <ButtonLink to={places[missing.code]}>
          {missing.code === "GOLD"
            ? t("backToLevels")
            : t("toMissing", { condition: condition(missing.code, { days: member.terms.plusEndsAtDaysLate }) })}
        </ButtonLink>
      </>
    );
  return (
    <ActionForm of={forms.form("begin", outcome)} id="begin" action={path}>
      <Button track="plus_begin">{t("plusBegin")}</Button>
    </ActionForm>
  );
}

function Runs({
  plus: { since, endsAt },
  outcome,
}: {
  plus: NonNullable<Membership["plus"]>;
  outcome: object | undefined;
}) {
  const t = useTexts(texts);
  return (
    <>
      <DefinitionList
        items={[
          [t("plusSince"), <InstantText key="since" at={since} />],
          [t("plusRuns"), <InstantText key="until" at={endsAt} />],
        ]}
      />
      <ButtonLink to="/webview/reduce-interest">{t("reduceTitle")}</ButtonLink>
      <ActionForm of={forms.form("end", outcome)} id="end" action={path}>
        <Button kind="quiet" track="plus_end">
          {t("plusEnd")}
        </Button>
        <Small>{t("plusEndNote")}</Small>
      </ActionForm>
    </>
  );
}

function Conditions({ member: { plusConditions, terms } }: { member: Membership }) {
  const t = useTexts(texts);
  const condition = useTexts(memberConditionTexts);
  const days = terms.plusEndsAtDaysLate;
  return (
    <Section heading={t("conditions")}>
      <DefinitionList
        items={plusConditions.map(({ code, isMet }) => [
          isMet ? condition(code, { days }) : <a href={places[code]}>{condition(code, { days })}</a>,
          <Badge key={code} kind={isMet ? "ok" : "attention"}>
            {t(isMet ? "met" : "missing")}
          </Badge>,
        ])}
      />
    </Section>
  );
}
