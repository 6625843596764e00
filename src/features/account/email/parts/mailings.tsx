/** The mailings that the address in force gets, each with the way to stop it or to have it again. */
import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Small } from "#web/ui/text/text.tsx";
import type { EmailAnswer } from "../contract.ts";
import { texts } from "../texts.ts";

interface MailingsProps {
  mailings: EmailAnswer["mailings"];
  /** The form of one mailing, which sends these fields. */
  form(id: string, fields: { category: string; on: string }, row: ReactNode): ReactNode;
}

export function Mailings({ mailings, form }: MailingsProps) {
  const t = useTexts(texts);
  return (
    <Card heading={t("mailings")}>
      <Stack gap="tight">
        {mailings.map(({ category, on }) =>
          form(
            `m-${category}`,
            { category, on: String(!on) },
            <Mailing category={category} on={on}>
              <Button kind="secondary" compact track={on ? "email_mailing_off" : "email_mailing_on"}>
                {t("mailingNamed", { action: t(on ? "turnOff" : "turnOn"), category: t(category) })}
              </Button>
            </Mailing>,
          ),
        )}
        <Small>{t("mailingsNote")}</Small>
      </Stack>
    </Card>
  );
}

/** The mailing's name and whether it is sent; below it, the possible actions in the same layout for each language. */
export function Mailing({ category, on, children }: EmailAnswer["mailings"][number] & { children: ReactNode }) {
  const t = useTexts(texts);
  return (
    <Stack gap="tight">
      <span>
        {t(category)} <Badge kind={on ? "ok" : "plain"}>{t(on ? "on" : "off")}</Badge>
      </span>
      {children && <InlineRow>{children}</InlineRow>}
    </Stack>
  );
}
