import type { FormAnswer } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { Approval } from "#web/ui/approval/approval.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Heading } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { checkProposal, takeProposalBack, type ProposalCard } from "../contract.ts";
import { texts } from "../texts.ts";

export interface CheckFormsProps {
  card: Pick<ProposalCard, "mayCheck" | "mayRefuse" | "mayTakeBack" | "state">;
  /** Words of the button that agrees, where they can say what happens then. */
  agree?: string;
  /** What the page's action answered. */
  answer?: Partial<Pick<FormAnswer, "values" | "failure">> | undefined;
}

/** What this person may do with a proposal that waits: take the own one back, or agree, or refuse with a reason. */
export function CheckForms({ card, agree, answer = {} }: CheckFormsProps) {
  const t = useTexts(texts);
  const { formKey } = useFrame();
  const answered = {
    ...(answer.values ? { values: answer.values } : {}),
    ...(answer.failure ? { failure: answer.failure } : {}),
  };
  // What was refused is said also where the proposal has ended meanwhile: the form stays with it.
  if (card.state !== "OPEN" && !answer.failure) return null;
  if (card.mayTakeBack)
    return (
      <Form call={takeProposalBack} id="check" idempotencyKey={formKey} {...answered}>
        <Notice>{t("ownProposal")}</Notice>
        <ActionBar>
          <Button name="act" value="take-back" kind="secondary">
            {t("takeBack")}
          </Button>
        </ActionBar>
      </Form>
    );
  if (!card.mayRefuse && !answer.failure) return <Notice>{t("mayNotCheck")}</Notice>;
  return (
    <Form call={checkProposal} id="check" idempotencyKey={formKey} {...answered}>
      <Heading>{t("checkHeading")}</Heading>
      {card.mayRefuse && !card.mayCheck && <Notice kind="attention">{t("needsHigher")}</Notice>}
      <TextArea name="reason" label={t("reasonField")} hint={t("reasonHint")} rows={2} />
      <Approval agree={card.mayCheck ? (agree ?? t("confirm")) : undefined} refuse={t("refuse")} />
    </Form>
  );
}
