import type { Act } from "#web/console/acts.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { useTexts } from "#web/language.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { reviewDecisions, type ReviewDetail } from "../contract.ts";
import { texts } from "../texts.ts";

/** The decision form; its effect depends on how many people must decide. */
export function useDecideAct(of: BoundForm, { reasons, findings, needsTwoPeople }: ReviewDetail): Act {
  const t = useTexts(texts);
  return {
    of,
    id: "decide",
    heading: t("decideHeading"),
    lead: t(needsTwoPeople ? "decideTwo" : "decideAlone"),
    children: (
      <>
        <Choices
          name="decision"
          label={t("decision")}
          columns={2}
          choices={reviewDecisions.map((one) => ({ value: one, label: t(one) }))}
        />
        <Select
          name="reasonCode"
          label={t(findings.length > 0 ? "reasonOrFinding" : "reasonOf")}
          hint={t(findings.length > 0 ? "findingHint" : "reasonHint")}
          options={[
            ...findings.map(({ code, text }) => ({ value: code, label: `${t("APPROVE")}: ${text}` })),
            ...reasons.map(({ code, text }) => ({
              value: code,
              label: findings.length > 0 ? `${t("REJECT")}: ${text}` : text,
            })),
          ]}
        />
        <TextArea name="note" label={t("note")} hint={t("noteHint")} rows={3} />
        <ActionBar>
          <Button>{t(needsTwoPeople ? "propose" : "decide")}</Button>
        </ActionBar>
      </>
    ),
  };
}

/** The form that asks the borrower for more, once; null when it was used, or the kind has nothing to ask for. */
export function useReviewAskAct(of: BoundForm, { asks, asked }: ReviewDetail): Act | null {
  const t = useTexts(texts);
  if (asked || asks.length === 0) return null;
  return {
    of,
    id: "ask",
    heading: t("askHeading"),
    lead: t("askLead"),
    children: (
      <>
        <Choices
          name="asks"
          label={t("what")}
          multiple
          choices={asks.map(({ code, text }) => ({ value: code, label: text }))}
        />
        <ActionBar>
          <Button kind="secondary">{t("ask")}</Button>
        </ActionBar>
      </>
    ),
  };
}
