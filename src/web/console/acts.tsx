/** The actions on a case: one form for each, and a refusal appears at its own form. */
import type { ReactNode } from "react";
import type { BoundForm } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { shortTime } from "./local-time.tsx";
import { useStaff, useStaffName } from "./staff-name.tsx";
import { consoleTexts } from "./texts.ts";

export interface Act {
  /** From the screen's `defineForms`. */
  of: BoundForm;
  /** Prefix of the ids of the form's fields; unique in the page. */
  id: string;
  heading: ReactNode;
  lead?: ReactNode;
  /** Shown instead of the form when another person must act: the reason. */
  instead?: ReactNode;
  /** The fields, and the button. */
  children?: ReactNode;
}

export interface ActsProps {
  /** In the given order; the screen leaves out those that the person may not use. */
  acts: readonly Act[];
  /** The colleague who works on the case, and until when: the forms are locked for all others. */
  claim?: { claimedBy: string | null; claimedUntil: string | null };
  /** The last action on a case that no longer waits for this person; staff id, or null when no person acted. */
  decided?: { by: string | null; at: string } | null;
}

/** The forms; when they would be refused they are locked, with the claimer's name and the time. A refusal is shown in both cases. */
export function Acts({ acts, claim, decided = null }: ActsProps) {
  const lock = useLock(claim, decided);
  if (lock === null) return acts.map((act) => <OpenAct key={act.id} act={act} />);
  return (
    <>
      {acts.map(({ id, of }) => (
        <FormRefusal key={id} of={of} />
      ))}
      <Notice kind="attention">{lock}</Notice>
    </>
  );
}

function OpenAct({ act: { of, id, heading, lead, instead, children } }: { act: Act }) {
  return (
    <Section heading={heading}>
      {lead !== undefined && <Small>{lead}</Small>}
      {instead ?? (
        <ActionForm of={of} id={id}>
          {children}
        </ActionForm>
      )}
    </Section>
  );
}

/** The reason why the forms are locked now; null when they are not. */
function useLock(claim: ActsProps["claim"], decided: ActsProps["decided"]): string | null {
  const t = useTexts(consoleTexts);
  const language = useLanguage();
  const { now } = useFrame();
  const { ownId } = useStaff();
  const nameOf = useStaffName();
  const at = (instant: string) => shortTime(new Date(instant), new Date(now), language).toLowerCase();
  if (decided)
    return decided.by === null
      ? t("decidedAt", { at: at(decided.at) })
      : t("decidedBy", { name: nameOf(decided.by), at: at(decided.at) });
  const { claimedBy, claimedUntil } = claim ?? { claimedBy: null, claimedUntil: null };
  if (claimedBy === null || claimedUntil === null || claimedBy === ownId || new Date(claimedUntil) <= new Date(now))
    return null;
  return t("locked", { name: nameOf(claimedBy), until: at(claimedUntil) });
}
