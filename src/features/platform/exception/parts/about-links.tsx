import { ShortId } from "#web/console/short-id.tsx";
import { mayStaff } from "#shared/staff-permissions.ts";
import { TwoLines } from "#web/console/queue.tsx";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ExceptionSummary } from "../contract.ts";
import { texts } from "../texts.ts";

/** Links to borrower and loan of an exception, by the end of the id; a dash when the event names none. */
export function AboutLinks({ borrowerId, loanId }: Pick<ExceptionSummary, "borrowerId" | "loanId">) {
  const t = useTexts(texts);
  if (borrowerId === null && loanId === null) return "–";
  return (
    <TwoLines>
      {loanId !== null && (
        <span>
          {t("loan")} <Id id={loanId} place="loans" />
        </span>
      )}
      {borrowerId !== null && (
        <span>
          {t("borrower")} <Id id={borrowerId} place="borrowers" />
        </span>
      )}
    </TwoLines>
  );
}

function Id({ id, place }: { id: string; place: "borrowers" | "loans" }) {
  const mayOpen = mayStaff(useFrame().staff?.roles ?? [], "borrower.read");
  return <ShortId id={id} to={mayOpen ? `/staff/${place}/${id}` : null} />;
}
