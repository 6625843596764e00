import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import type { SandboxStaff } from "../contract.ts";
import { texts } from "../texts.ts";

/** The console's test persons with what logs them in now. */
export function StaffTable({ staff }: { staff: readonly SandboxStaff[] }) {
  const t = useTexts(texts);
  return (
    <Section heading={t("staff")} id="staff" aside={<a href="/sandbox#staff">{t("refresh")}</a>}>
      <Small>{t("staffLead")}</Small>
      <DataTable
        caption={t("staff")}
        captionHidden
        rows={staff}
        rowKey={(person) => person.email}
        columns={[
          { key: "person", label: t("person"), show: (person) => <span className="sandbox-value">{person.email}</span> },
          { key: "role", label: t("role"), show: (person) => person.role },
          { key: "password", label: t("password"), show: (person) => <span className="sandbox-value">{person.password}</span> },
          {
            key: "totp",
            label: t("totp"),
            show: (person) => (
              <>
                <strong className="sandbox-value">{person.totp}</strong> <span className="small">{t("validFor", { seconds: person.totpValidSeconds })}</span>
              </>
            ),
          },
        ]}
      />
      <div>
        <ButtonLink to="/staff/login" kind="secondary" compact>
          {t("staffLogin")}
        </ButtonLink>
      </div>
    </Section>
  );
}
