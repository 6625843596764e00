/** A case in the console: title and deadline, who works on it, the facts next to the evidence, and the actions. */
import type { ReactNode } from "react";
import { shortTime } from "./local-time.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { useStaff, useStaffName } from "./staff-name.tsx";
import { consoleTexts } from "./texts.ts";

export interface CaseProps {
  title: ReactNode;
  /** Its state, and the time left of its promise: badges. */
  badges: ReactNode;
  /** Links to other pages about it. */
  links?: ReactNode;
  /** Facts on one side … */
  facts: ReactNode;
  /** … next to the evidence on a wide one … */
  children: ReactNode;
  /** … and the actions, with `<Claim>` first. */
  acts: ReactNode;
}

/** On a wide screen facts and actions are next to the long part; on a narrow one the order is facts, long part, actions. */
export function Case({ title, badges, links, facts, children, acts }: CaseProps) {
  return (
    <>
      <div className="case-head">
        <Title>{title}</Title>
        <InlineRow>{badges}</InlineRow>
      </div>
      {links !== undefined && <InlineRow>{links}</InlineRow>}
      <div className="case-grid">
        <div className="case-facts">{facts}</div>
        <div className="case-main">{children}</div>
        <div className="case-acts">{acts}</div>
      </div>
    </>
  );
}

export interface ClaimProps {
  /** The staff member who works on it, and until when others leave it to them; null when unclaimed. */
  claimedBy: string | null;
  claimedUntil: string | null;
  forms: { claim: BoundForm; release: BoundForm; next: BoundForm };
  /** The case can no longer be taken: only a refusal is shown. */
  isOver?: boolean;
}

/** Claims a case, extends the claim, releases it, or goes on to the next case. */
export function Claim({ claimedBy, claimedUntil, forms, isOver = false }: ClaimProps) {
  const t = useTexts(consoleTexts);
  const { ownId } = useStaff();
  const nameOf = useStaffName();
  const language = useLanguage();
  const now = new Date(useFrame().now);
  const isTaken = claimedBy !== null && claimedUntil !== null && new Date(claimedUntil) > now;
  // Within a sentence: "hari ini 14.05".
  const until = isTaken ? shortTime(new Date(claimedUntil), now, language).toLowerCase() : "";
  const isOwn = isTaken && claimedBy === ownId;
  if (isOver) return [forms.claim, forms.release, forms.next].map((of, index) => <FormRefusal key={index} of={of} />);
  return (
    <Section heading={t("work")}>
      <Small>
        {!isTaken ? t("nobody") : isOwn ? t("mine", { until }) : t("others", { name: nameOf(claimedBy), until })}
      </Small>
      <InlineRow>
        {(!isTaken || isOwn) && (
          <ActionForm of={forms.claim} id="claim" bare>
            <Button kind="secondary" compact>
              {t(isOwn ? "renew" : "claim")}
            </Button>
          </ActionForm>
        )}
        {isOwn && (
          <ActionForm of={forms.release} id="release" bare>
            <Button kind="secondary" compact>
              {t("release")}
            </Button>
          </ActionForm>
        )}
        <ActionForm of={forms.next} id="next" bare>
          <Button kind="quiet" compact>
            {t("next")}
          </Button>
        </ActionForm>
      </InlineRow>
    </Section>
  );
}
