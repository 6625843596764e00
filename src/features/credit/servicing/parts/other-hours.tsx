import { consentRuleOf } from "#features/account/privacy/contract.ts";
import { ConsentData } from "#features/account/privacy/parts/consent-data.tsx";
import { InstantText, useTexts } from "#web/language.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox, Choices } from "#web/ui/choices/choices.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { otherHours, type AgreedHours } from "../hours-contract.ts";
import { windowTexts } from "../texts.ts";
import { hoursTexts } from "./hours-texts.ts";

interface OtherHoursProps {
  agreed: AgreedHours | null;
  /** The page itself. */
  action: string;
  agree: BoundForm;
  withdraw: BoundForm;
}

/** The consent to contacts at other hours: given, seen and withdrawn here. */
export function OtherHoursForm({ agreed, action, agree, withdraw }: OtherHoursProps) {
  const t = useTexts(hoursTexts);
  const window = useTexts(windowTexts);
  return (
    <Section heading={t("title")} id="hours">
      <Saved by="agreed">{t("saved")}</Saved>
      <Saved by="withdrawn">{t("withdrawn")}</Saved>
      <FormRefusal of={withdraw} />
      {agreed ? (
        <>
          <FormRefusal of={agree} />
          <DefinitionList
            items={[
              [t("inForce"), window(agreed.hours)],
              [t("until"), <InstantText key="until" at={agreed.until} style="short" />],
            ]}
          />
          <ActionForm of={withdraw} id="withdraw-hours" action={action}>
            <Button kind="secondary" track="contact_hours_withdraw">
              {t("withdraw")}
            </Button>
          </ActionForm>
        </>
      ) : (
        <Disclosure summary={t("choose")} open={agree.answer !== undefined}>
          <Stack>
            <Small>{t("lead")}</Small>
            <ActionForm of={agree} id="agree-hours" action={action}>
              <Choices
                name="hours"
                label={t("choose")}
                labelHidden
                choices={otherHours.map((value) => ({ value, label: window(value) }))}
              />
              <ConsentData kind="CONTACT_HOURS" />
              <Checkbox name="consent" required>
                {t("consent", { days: consentRuleOf("CONTACT_HOURS").days ?? 0 })}
              </Checkbox>
              <Button kind="secondary" track="contact_hours_agree">
                {t("agree")}
              </Button>
            </ActionForm>
          </Stack>
        </Disclosure>
      )}
    </Section>
  );
}

/** The same for staff: one line, or nothing. */
export function AgreedHoursLine({ agreed }: { agreed: AgreedHours | null }) {
  const t = useTexts(hoursTexts);
  const window = useTexts(windowTexts);
  return (
    agreed && (
      <Small>
        {t("agreedByBorrower")}: {window(agreed.hours)} · {t("until").toLowerCase()}{" "}
        <InstantText at={agreed.until} style="short" />
      </Small>
    )
  );
}
