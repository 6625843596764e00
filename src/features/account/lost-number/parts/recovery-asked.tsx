/** At a login during a recovery, on a device that was known before it: was it asked for by its owner? */
import { formatInstant } from "#shared/dates.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

interface RecoveryAskedProps {
  asked: { askedAt: string; effectiveFrom: string };
  mine: BoundForm;
  foreign: BoundForm;
}

export function RecoveryAsked({ asked, mine, foreign }: RecoveryAskedProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const on = (at: string) => formatInstant(new Date(at), language);
  return (
    <Card heading={t("askedTitle")}>
      <Stack gap="tight">
        <p>{t("askedBody", { at: on(asked.askedAt) })}</p>
        <FormRefusal of={mine} />
        <FormRefusal of={foreign} />
        <ActionForm of={mine}>
          <Button track="recovery_mine">{t("askedMine")}</Button>
        </ActionForm>
        <ActionForm of={foreign} id="recovery-foreign">
          <Button kind="danger" track="recovery_foreign">
            {t("askedForeign")}
          </Button>
        </ActionForm>
        <Small>{t("askedNote", { from: on(asked.effectiveFrom) })}</Small>
      </Stack>
    </Card>
  );
}

/** Shown after the owner said that the request is theirs. */
export function RecoveryEnded() {
  const t = useTexts(texts);
  return (
    <Saved by="recovery" value="ended">
      {t("askedEnded")}
    </Saved>
  );
}
