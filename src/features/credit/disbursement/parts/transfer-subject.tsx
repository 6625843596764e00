/** The subject of a transfer: its number links to the decision, and a second link leads to the loan itself. */
import { useTexts } from "#web/language.tsx";
import type { FailedTransfer } from "../contract.ts";
import { texts } from "../texts.ts";

export function TransferSubject({
  of: { loanId, loanNumber, purpose },
  to,
}: {
  of: Pick<FailedTransfer, "loanId" | "loanNumber" | "purpose">;
  to: string;
}) {
  const t = useTexts(texts);
  return (
    <>
      <a className="console-id" href={to}>
        {loanNumber ?? t(purpose)}
      </a>
      {loanId && (
        <>
          <br />
          <a href={`/staff/loans/${loanId}`}>{t("toLoan")}</a>
        </>
      )}
    </>
  );
}
