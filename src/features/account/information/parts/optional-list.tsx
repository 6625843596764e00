import { competitorTexts } from "#features/account/document/parts/competitor-texts.ts";
import { offeredInformationTexts } from "#features/account/document/parts/input-texts.ts";
import type { OptionalInformationFacts } from "#features/account/profile/parts/told-at-choice.ts";
import { platformCheckTexts } from "#features/account/platform-check/parts/platform-texts.ts";
import { mothersNameTexts } from "#features/account/profile/parts/mother-texts.ts";
import { optionalTexts } from "#features/account/profile/parts/optional-texts.ts";
import { OptionalUse } from "#features/account/profile/parts/optional-use.tsx";
import { socialTexts } from "#features/account/social-account/parts/social-texts.ts";
import { DateText, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { dateInWib } from "#shared/dates.ts";
import { texts } from "../texts.ts";

/** The information that a borrower may add, and need not. */
export function OptionalList({ information: { isDue, askAgainAt, uplift }, mothersName }: OptionalInformationFacts) {
  const t = useTexts(texts);
  const o = useTexts(optionalTexts);
  const c = useTexts(competitorTexts);
  const m = useTexts(mothersNameTexts);
  const so = useTexts(socialTexts);
  const pc = useTexts(platformCheckTexts);
  const i = useTexts(offeredInformationTexts);
  const isGiven = !isDue && askAgainAt === null;
  const aside = <Badge kind="ok">{t("done")}</Badge>;
  return (
    <Disclosure id="optional" summary={t("optional")} open>
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
          { to: "/webview/additional-info/input", icon: "chat", label: i("title"), detail: i("detail") },
        ]}
      />
    </Disclosure>
  );
}
