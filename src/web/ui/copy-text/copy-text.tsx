import { useTexts } from "#web/language.tsx";
import { Icon } from "../icon/icon.tsx";
import { kitTexts } from "../texts.ts";

/**
 * A text to copy into another app: a virtual account number, a code. `shown` groups it for readability, `value` is
 * copied. The button needs a script; without one the text is selected by a long press.
 */
export function CopyText({ label, value, shown }: { label: string; value: string; shown?: string }) {
  const t = useTexts(kitTexts);
  return (
    <div className="copy-text">
      <span className="copy-text-label">{label}</span>
      <span className="copy-text-row">
        <strong className="copy-text-value">{shown ?? value}</strong>
        <button
          className="copy-text-button"
          type="button"
          data-copy={value}
          data-copied={t("copied")}
          data-copy-how={t("copyByHand")}
          aria-label={t("copy", { what: label })}
        >
          <Icon name="copy" size={20} />
        </button>
      </span>
    </div>
  );
}
