import type { Envelope } from "#shared/contract.ts";
import { useTexts } from "#web/language.tsx";
import { NoticeSign } from "../notice/notice.tsx";
import { fieldId } from "../form/form-state.tsx";
import { kitTexts } from "../texts.ts";

/**
 * The errors of a form, above it: the refusal's text or the list of fields with links to them. It is always rendered
 * (hidden without errors), so that the enhancer can fill it and move the focus to it. A support code appears only when
 * the fault is ours: next to "this code is wrong" it would only worry people.
 */
export function ProblemSummary({
  formId,
  failure,
  names = {},
}: {
  formId: string;
  failure?: Envelope;
  /** Labels of fields, by path: when several have the same problem, the problem alone would not identify the field. */
  names?: Readonly<Record<string, string>>;
}) {
  const t = useTexts(kitTexts);
  const isInput = failure?.status.code === "INPUT_INVALID";
  // The refusal's own text is always shown here, even when a field shows it too; different texts at fields are listed.
  const fields = (failure?.status.fields ?? []).filter(({ detail }) => isInput || detail !== failure?.status.detail);
  const general = failure !== undefined && (!isInput || fields.length === 0);
  return (
    <div
      className="notice notice-bad"
      id={`${formId}-problems`}
      data-problem-summary=""
      role="alert"
      tabIndex={-1}
      hidden={failure === undefined}
    >
      <NoticeSign kind="bad" />
      <div className="notice-words">
        <p className="problem-summary-detail">{general ? failure.status.detail : t("fixThese")}</p>
        <ul className="problem-summary-fields">
          {fields.map((field) => (
            <li key={field.path}>
              <a href={`#${fieldId(formId, field.path)}`}>{names[field.path] ?? field.detail}</a>
            </li>
          ))}
        </ul>
        {general && failure.status.code === "INTERNAL" && failure.traceId !== "" && (
          <p className="problem-summary-code">{t("supportCode", { traceId: failure.traceId })}</p>
        )}
      </div>
    </div>
  );
}
