import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Columns, InlineRow } from "#web/ui/stack/stack.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import type { SandboxStaffAnswer } from "../contract.ts";
import { texts } from "../texts.ts";

/** The console's test persons with their current login data; one tap selects a whole value. */
export function StaffCards({ staff }: { staff: readonly SandboxStaffAnswer[] }) {
  const t = useTexts(texts);
  const seconds = staff[0]?.totpValidSeconds ?? 0;
  return (
    <Section heading={t("staff")} id="staff" aside={<a href="/sandbox#staff">{t("refresh")}</a>}>
      <Small>{t("staffLead")}</Small>
      <InlineRow>
        <ButtonLink to="/staff/login" kind="secondary" compact>
          {t("staffLogin")}
        </ButtonLink>
        <Small>{t("validFor", { seconds })}</Small>
      </InlineRow>
      <Columns three>
        {staff.map((person) => (
          <Card key={person.email} heading={t(person.role)} level={3}>
            <DefinitionList
              items={[
                [t("person"), person.name],
                [t("email"), <Value key="email">{person.email}</Value>],
                [t("password"), <Value key="password">{person.password}</Value>],
                [t("totp"), <Value key="totp">{person.totp}</Value>],
              ]}
            />
          </Card>
        ))}
      </Columns>
    </Section>
  );
}

function Value({ children }: { children: string }) {
  return <span className="sandbox-value">{children}</span>;
}
