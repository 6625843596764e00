import type { Act } from "#web/console/acts.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { useTexts } from "#web/language.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import {
  documentRequestReasons,
  borrowerDocumentKinds,
  documentKindTexts,
} from "#features/account/document/contract.ts";
import { askReasonTexts } from "#features/account/document/parts/ask-reason-texts.ts";
import { caseChoices, rejectReasons, type CaseChoice } from "../contract.ts";
import { texts } from "../texts.ts";

/** The maker's proposal on a case. */
export function useDecisionAct(of: BoundForm): Act {
  const t = useTexts(texts);
  return {
    of,
    id: "decide",
    heading: t("decideHeading"),
    lead: t("decideLead"),
    children: (
      <>
        <Choices
          name="proposal"
          label={t("decision")}
          columns={2}
          choices={caseChoices.map((one) => ({ value: one, label: t(one) }))}
        />
        <Select
          name="reason"
          label={t("reason")}
          conditional
          hint={t("reasonHint")}
          options={rejectReasons.map((one) => ({ value: one, label: t(one) }))}
        />
        <TextArea name="note" label={t("note")} hint={t("noteHint")} rows={3} />
        <ActionBar>
          <Button>{t("propose")}</Button>
        </ActionBar>
      </>
    ),
  };
}

/** The form that requests documents again; null when the limit is reached. */
export function useCaseAskAct(of: BoundForm, asksLeft: number): Act | null {
  const t = useTexts(texts);
  const kind = useTexts(documentKindTexts);
  const reason = useTexts(askReasonTexts);
  if (asksLeft === 0) return null;
  return {
    of,
    id: "ask",
    heading: t("askHeading"),
    lead: t("askLead", { left: asksLeft }),
    children: (
      <>
        <Choices
          name="kinds"
          label={t("askKinds")}
          multiple
          columns={2}
          choices={borrowerDocumentKinds.map((one) => ({ value: one, label: kind(one) }))}
        />
        <Choices
          name="reasons"
          label={t("askReasons")}
          multiple
          columns={2}
          choices={documentRequestReasons.map((one) => ({ value: one, label: reason(one) }))}
        />
        <TextArea name="note" label={t("askNote")} hint={t("askNoteHint")} rows={3} />
        <ActionBar>
          <Button kind="secondary">{t("ask")}</Button>
        </ActionBar>
      </>
    ),
  };
}

/** The checker's decision; the maker sees that another member of staff is needed. */
export function useCheckAct(of: BoundForm, proposal: CaseChoice | null, maker: string, isOwn: boolean): Act {
  const t = useTexts(texts);
  return {
    of,
    id: "check",
    heading: t("checkHeading"),
    lead: t("checkLead", { name: maker, proposal: proposal ? t(proposal) : "–" }),
    ...(isOwn ? { instead: <Notice>{t("ownProposal")}</Notice> } : {}),
    children: (
      <>
        <TextArea name="note" label={t("note")} rows={3} />
        <ActionBar>
          <Button name="agree" value="true">
            {t("agree")}
          </Button>
          <Button name="agree" value="false" kind="secondary">
            {t("sendBack")}
          </Button>
        </ActionBar>
      </>
    ),
  };
}
