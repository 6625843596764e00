import { formatRupiah } from "#shared/money.ts";
import { DateText, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { Columns, InlineRow } from "#web/ui/stack/stack.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import type { SandboxPersonAnswer } from "../contract.ts";
import { texts } from "../texts.ts";

const civilStatuses = { 10: "married", 20: "single", 30: "divorced" } as const;

/** Test persons: first the expected outcome of each, then all values for forms. */
export function PersonCards({ persons }: { persons: readonly SandboxPersonAnswer[] }) {
  const t = useTexts(texts);
  return (
    <Section heading={t("persons")} id="persons">
      <Small>{t("personsLead")}</Small>
      <Columns three>
        {persons.map((person) => (
          <PersonCard key={person.key} person={person} />
        ))}
      </Columns>
    </Section>
  );
}

function badgeOf(outcome: string): "ok" | "attention" | "bad" {
  if (outcome === "APPROVED") return "ok";
  return outcome.startsWith("REFUSED") ? "bad" : "attention";
}

function PersonCard({ person }: { person: SandboxPersonAnswer }) {
  const t = useTexts(texts);
  const { pictures } = person;
  return (
    <Card heading={person.fullName} level={3}>
      <div>
        <Badge kind={badgeOf(person.outcome)}>{t(`outcome${person.outcome}`)}</Badge>
      </div>
      <p>{person.expectation}</p>
      {person.steps.length > 0 && (
        <ol>
          {person.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      <Facts
        items={[
          [t("mobileNumber"), person.mobileNumber],
          [t("nik"), person.nik],
        ]}
      />
      <Disclosure summary={t("allData")} id={`person-${person.key}`}>
        <Facts items={useAllFacts(person)} />
        <DefinitionList items={[[t("birth"), <DateOfBirth key="birth" person={person} />]]} />
        <Small>{t("pictures")}</Small>
        <InlineRow>
          <a href={pictures.identityCard} download>
            {t("identityCard")}
          </a>
          <a href={pictures.selfie} download>
            {t("selfie")}
          </a>
          <a href={pictures.salarySlip} download>
            {t("salarySlip")}
          </a>
        </InlineRow>
      </Disclosure>
    </Card>
  );
}

function DateOfBirth({ person }: { person: SandboxPersonAnswer }) {
  return (
    <>
      {person.birthPlace}, <DateText date={person.birthDate} />
    </>
  );
}

type Fact = readonly [name: string, value: string];

/** One tap selects a value whole. */
function Facts({ items }: { items: readonly Fact[] }) {
  return (
    <DefinitionList
      items={items.map(([name, value]) => [
        name,
        <span className="sandbox-value" key={name}>
          {value}
        </span>,
      ])}
    />
  );
}

function useAllFacts(person: SandboxPersonAnswer): Fact[] {
  const t = useTexts(texts);
  const { address, bankAccount, employment, emergencyContact } = person;
  const civilStatus = civilStatuses[person.civilStatus as keyof typeof civilStatuses];
  return [
    [t("fullName"), person.fullName],
    [t("sex"), person.sex === "MALE" ? t("MALE") : t("FEMALE")],
    [t("email"), person.email],
    [t("mothersName"), person.mothersName],
    [t("npwp"), person.npwp],
    [t("civilStatus"), civilStatus ? t(civilStatus) : String(person.civilStatus)],
    [t("education"), person.education],
    [
      t("address"),
      `${address.street}, RT ${address.rt}/RW ${address.rw}, ${address.village}, ${address.district}, ${address.regency}, ${address.province}`,
    ],
    [t("bankAccount"), `${bankAccount.bankName} ${bankAccount.accountNumber} (${bankAccount.accountName})`],
    [t("employment"), `${employment.companyName}, ${employment.companyAddress}, ${employment.companyPhone}`],
    [
      t("income"),
      `${formatRupiah(employment.monthlyIncomeRupiah)}, ${t("salaryDate", { date: employment.salaryDate })}`,
    ],
    [t("owedElsewhere"), formatRupiah(person.owedElsewhereRupiah)],
    [t("emergencyContact"), `${emergencyContact.name}, ${emergencyContact.mobileNumber}`],
  ];
}
