import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { texts } from "../texts.ts";

/** Contacts for people whom the answers did not help. */
export function StillUnanswered() {
  const t = useTexts(texts);
  return (
    <div className="no-print">
      <Card heading={t("stillTitle")}>
        <p>{t("stillBody")}</p>
        <ButtonLink to="/service" kind="secondary">
          {t("askUs")}
        </ButtonLink>
        <p>
          <a href="/complaint">{t("complain")}</a>
        </p>
      </Card>
    </div>
  );
}
