/** What a person may do with a case: one form for each act, and what was refused stands at its own. */
import type { ReactNode } from "react";
import type { BoundForm } from "#web/form-actions.ts";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";

export interface Act {
  /** Of the screen's `defineForms`. */
  of: BoundForm;
  /** Leads the ids of the form's fields; unique in the page. */
  id: string;
  heading: ReactNode;
  lead?: ReactNode;
  /** Instead of the form, where it is somebody else's turn: why. */
  instead?: ReactNode;
  /** The fields, and the button. */
  children?: ReactNode;
}

/** Forms in the order in which they are given; those that the person may not send are left out by the screen. */
export function Acts({ acts }: { acts: readonly Act[] }) {
  return acts.map(({ of, id, heading, lead, instead, children }) => (
    <Section key={id} heading={heading}>
      {lead !== undefined && <Small>{lead}</Small>}
      {instead ?? (
        <ActionForm of={of} id={id}>
          {children}
        </ActionForm>
      )}
    </Section>
  ));
}
