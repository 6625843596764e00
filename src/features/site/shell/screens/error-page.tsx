import { useSearchParams } from "react-router";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ErrorState } from "#web/ui/error-state/error-state.tsx";
import { safePage } from "#shared/safe-url.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.errorTitle, noIndex: true };

/** Spec 2.1: the generic error page with a click-to-refresh action; `next` is our page to try again. */
export default function ErrorPage() {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  return (
    <ErrorState level={1} title={t("errorTitle")} refresh={safePage(query.get("next") ?? "") ?? "/"}>
      {t("loadFailed")}
    </ErrorState>
  );
}
