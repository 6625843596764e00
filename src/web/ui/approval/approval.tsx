import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { ActionBar } from "../page/page.tsx";

export interface ApprovalProps {
  /** The label of the agree button; without it the person may only refuse. */
  agree?: ReactNode;
  refuse: ReactNode;
}

/** A checker's decision on a proposal, last in its form: sends `approve` as `true` or `false`. */
export function Approval({ agree, refuse }: ApprovalProps) {
  return (
    <ActionBar>
      {agree !== undefined && (
        <Button name="approve" value="true">
          {agree}
        </Button>
      )}
      <Button name="approve" value="false" kind="secondary">
        {refuse}
      </Button>
    </ActionBar>
  );
}
