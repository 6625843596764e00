import { useTexts } from "#web/language.tsx";
import { Approval } from "#web/ui/approval/approval.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Heading } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import type { ProposalCard } from "../contract.ts";
import { texts } from "../texts.ts";
import { checkForms } from "./check-page.ts";

export interface CheckFormsProps {
  card: Pick<ProposalCard, "mayCheck" | "mayRefuse" | "mayTakeBack" | "state">;
  /** The label of the agree button, if it can name the consequence. */
  agree?: string;
  /** The result of the page's `checkForms`. */
  outcome?: object | undefined;
}

/** The forms for an open proposal: withdraw one's own, agree, or refuse with a reason. */
export function CheckForms({ card, agree, outcome }: CheckFormsProps) {
  const t = useTexts(texts);
  // Shows the refusal of either form: by then the other one may be possible.
  const check = checkForms.form(["check", "takeBack"], outcome);
  // A refusal is also shown when the proposal has ended; no further form can be sent.
  if (card.state !== "OPEN") return <FormRefusal of={check} />;
  if (card.mayTakeBack)
    return (
      <ActionForm of={checkForms.form(["takeBack", "check"], outcome)} id="check">
        <Notice>{t("ownProposal")}</Notice>
        <ActionBar>
          <Button kind="secondary">{t("takeBack")}</Button>
        </ActionBar>
      </ActionForm>
    );
  if (!card.mayRefuse && !check.answer) return <Notice>{t("mayNotCheck")}</Notice>;
  return (
    <ActionForm of={check} id="check">
      <Heading>{t("checkHeading")}</Heading>
      {card.mayRefuse && !card.mayCheck && <Notice kind="attention">{t("needsHigher")}</Notice>}
      <TextArea name="reason" label={t("reasonField")} hint={t("reasonHint")} rows={2} />
      <Approval agree={card.mayCheck ? (agree ?? t("confirm")) : undefined} refuse={t("refuse")} />
    </ActionForm>
  );
}
