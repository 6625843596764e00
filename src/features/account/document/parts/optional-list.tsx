import type { ToldAtChoice } from "#features/account/profile/parts/told-at-choice.ts";
import { platformTexts } from "#features/account/platform-check/parts/platform-texts.ts";
import { mothersNameTexts } from "#features/account/profile/parts/mother-texts.ts";
import { optionalTexts } from "#features/account/profile/parts/optional-texts.ts";
import { OptionalUse } from "#features/account/profile/parts/optional-use.tsx";
import { socialTexts } from "#features/account/social-account/parts/social-texts.ts";
import { DateText, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { dateInWib } from "#shared/dates.ts";
import { competitorTexts } from "./competitor-texts.ts";
import { texts } from "../texts.ts";

/** What else may be told, and need not be. */
export function OptionalList({ information: { isDue, askAgainAt, uplift }, mothersName }: ToldAtChoice) {
  const t = useTexts(texts);
  const o = useTexts(optionalTexts);
  const c = useTexts(competitorTexts);
  const m = useTexts(mothersNameTexts);
  const so = useTexts(socialTexts);
  const pc = useTexts(platformTexts);
  const isGiven = !isDue && askAgainAt === null;
  const aside = <Badge kind="ok">{t("done")}</Badge>;
  return (
    <Section heading={t("optional")}>
      <LinkList
        items={[
          {
            to: "/webview/optional-info",
            icon: "person",
            label: o("title"),
            detail:
              askAgainAt === null ? (
                <OptionalUse uplift={uplift} />
              ) : (
                <>
                  {o("again")} <DateText date={dateInWib(new Date(askAgainAt))} style="short" />
                </>
              ),
            ...(isGiven ? { aside } : {}),
          },
          ...(mothersName.isNeeded
            ? [
                {
                  to: "/webview/mother-surname",
                  icon: "lock" as const,
                  label: m("title"),
                  detail: m("detail"),
                  ...(mothersName.isGiven ? { aside } : {}),
                },
              ]
            : []),
          { to: "/webview/additional-info/competitors", icon: "wallet", label: c("title"), detail: c("detail") },
          { to: "/webview/ojk-checkuser", icon: "search", label: pc("title"), detail: pc("detail") },
          { to: "/webview/social-media", icon: "share", label: so("title"), detail: so("detail") },
          { to: "/webview/additional-info/input", icon: "chat", label: t("inputTitle"), detail: t("inputDetail") },
        ]}
      />
    </Section>
  );
}
