import { useTexts } from "#web/language.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import type { DocumentRequestView } from "../contract.ts";
import { askReasonTexts } from "./ask-reason-texts.ts";
import { documentRequestTexts } from "./request-texts.ts";

/** Reasons for requesting documents again, and the underwriter's note to the borrower. */
export function RequestReasons({ request: { reasons, note } }: { request: DocumentRequestView }) {
  const t = useTexts(documentRequestTexts);
  const name = useTexts(askReasonTexts);
  return (
    <>
      <p>{t("because", { reasons: reasons.map((reason) => name(reason)).join(" · ") })}</p>
      {note !== "" && <Notice title={t("noteOf")}>{note}</Notice>}
    </>
  );
}
