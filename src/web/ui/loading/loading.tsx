import { useTexts } from "#web/language.tsx";
import { kitTexts } from "../texts.ts";

/** Once in a page: shown by the enhancer while requests are in flight. // Spec 2.3, 4 */
export function LoadingIndicator() {
  const t = useTexts(kitTexts);
  return (
    <div className="loading" data-loading="" role="status" hidden>
      <span className="visually-hidden">{t("loading")}</span>
    </div>
  );
}

/** A placeholder for content that comes later: that many lines, so that nothing moves when it comes. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const t = useTexts(kitTexts);
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{t("loading")}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span className="skeleton-line" key={index} />
      ))}
    </div>
  );
}
