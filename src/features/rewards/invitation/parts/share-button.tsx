/** Shares by whatever the phone offers; where it offers nothing, or no script runs, by WhatsApp. Copying stands beside it. */
import { useTexts } from "#web/language.tsx";
import { texts } from "../texts.ts";

export function ShareButton({ words }: { words: string }) {
  const t = useTexts(texts);
  return (
    <a
      className="button button-primary"
      href={`https://wa.me/?text=${encodeURIComponent(words)}`}
      rel="noreferrer"
      data-share={words}

      data-open-in-app=""
      data-track="invite_share"
    >
      {t("share")}
    </a>
  );
}
