import type { ReactNode } from "react";
import type { Route } from "./+types/my-profile";
import { listBankAccounts } from "#features/account/bank-account/contract.ts";
import { listDocuments } from "#features/account/document/contract.ts";
import { getEmail } from "#features/account/email/contract.ts";
import { getIdentity } from "#features/account/identity/contract.ts";
import { call } from "#web/api.ts";
import { DateText, Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { PartCard } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { MaskedPhone, Small, Title } from "#web/ui/text/text.tsx";
import { maskNik } from "#shared/fields/nik.ts";
import { maskOfficePhone } from "#shared/fields/phone.ts";
import { sayMonths } from "#shared/month-count.ts";
import { getOptionalInformation } from "../optional-contract.ts";
import { mothersNameTexts } from "../parts/mother-texts.ts";
import { optionalTexts } from "../parts/optional-texts.ts";
import { getCreditStatus, getProfile, type OptionalAnswers, type ProfileAnswer } from "../contract.ts";
import { listEmergencyContacts } from "../contact-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.myTitle };

export async function loader({ context }: Route.LoaderArgs) {
  const ask = { context };
  const [identity, profile, contacts, accounts, documents, credit, email, optional] = await Promise.all([
    call(getIdentity, {}, ask),
    call(getProfile, {}, ask),
    call(listEmergencyContacts, {}, ask),
    call(listBankAccounts, {}, ask),
    call(listDocuments, {}, ask),
    call(getCreditStatus, {}, ask),
    call(getEmail, {}, ask),
    call(getOptionalInformation, {}, ask),
  ]);
  return {
    identity,
    profile,
    contacts: contacts.items,
    accounts: accounts.items,
    documentCount: documents.items.reduce((sum, one) => sum + one.count, 0),
    creditStatus: credit.creditStatus,
    email,
    optional: optional.answers,
  };
}

type Shown = Route.ComponentProps["loaderData"];

export default function MyProfile({ loaderData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const m = useTexts(mothersNameTexts);
  const { contacts, accounts, documentCount } = loaderData;
  return (
    <Stack gap="loose">
      <Title lead={t("myLead")}>{t("myTitle")}</Title>
      <IdentityCard identity={loaderData.identity} />
      <EmailCard email={loaderData.email} />
      <ProfileCards profile={loaderData.profile} creditStatus={loaderData.creditStatus} />
      {loaderData.optional && <OptionalCard answers={loaderData.optional} />}
      <Part heading={t("contactsTitle")} to="/webview/additional-info/contact-upload" isEmpty={contacts.length === 0}>
        {contacts.map((contact) => (
          <InlineRow key={contact.id} spread>
            <span>
              {contact.name}{" "}
              <Small>
                {t(contact.relationship)} · <MaskedPhone number={contact.mobileNumber} />
              </Small>
            </span>
            <Badge kind={contact.consent === "GIVEN" ? "ok" : contact.consent === "REFUSED" ? "bad" : "attention"}>
              {t(contact.consent)}
            </Badge>
          </InlineRow>
        ))}
      </Part>
      <Part heading={t("bankAccounts")} to="/webview/bank-account" isEmpty={accounts.length === 0}>
        {accounts.map((account) => (
          <InlineRow key={account.id} spread>
            <span>
              {account.bankName} <span className="money">{account.masked}</span>
            </span>
            {account.isMain && <Badge kind="info">{t("mainAccount")}</Badge>}
          </InlineRow>
        ))}
      </Part>
      <Part heading={t("documents")} to="/webview/additional-info" isEmpty={documentCount === 0}>
        <p>{t("documentCount", { count: documentCount })}</p>
      </Part>
      <LinkList
        items={[
          { to: "/webview/privacy/export", icon: "download", label: t("wholeCopy"), detail: t("wholeCopyWhy") },
          { to: "/webview/additional-info", icon: "plus", label: t("moreToAdd"), detail: t("moreToAddWhy") },
          { to: "/webview/mother-surname", icon: "lock", label: m("title") },
          { to: "/webview/questionnaire", icon: "chat", label: t("questionnaires") },
        ]}
      />
      <Notice>{t("myProtected")}</Notice>
    </Stack>
  );
}

/** One part of our data about the borrower: its head links to the page that changes it. An empty part is one line. */
function Part({
  heading,
  to,
  isEmpty,
  action,
  children,
}: {
  heading: string;
  to: string;
  isEmpty: boolean;
  action?: string;
  children: ReactNode;
}) {
  const t = useTexts(texts);
  if (isEmpty) return <LinkList items={[{ to, label: heading, detail: t("nothingYet") }]} />;
  return (
    <PartCard to={to} heading={heading} act={action ?? t("edit")}>
      <Stack gap="tight">{children}</Stack>
    </PartCard>
  );
}

function IdentityCard({ identity: { person, faceVerified, complete } }: { identity: Shown["identity"] }) {
  const t = useTexts(texts);
  const facts = person && (
    <DefinitionList
      items={[
        [t("name"), person.fullName],
        [
          t("nik"),
          <span key="nik" className="money">
            {faceVerified ? person.nik : maskNik(person.nik)}
          </span>,
        ],
        [
          t("birth"),
          <span key="birth">
            {person.birthPlace}, <DateText date={person.birthDate} style="short" />
          </span>,
        ],
      ]}
    />
  );
  return (
    <Part heading={t("identity")} to="/webview/identity" isEmpty={!person} {...(complete ? { action: t("see") } : {})}>
      <InlineRow>
        <Badge kind={complete ? "ok" : "attention"}>{t(complete ? "verified" : "notVerified")}</Badge>
      </InlineRow>
      {facts}
      {complete && (
        <Small>
          <a href="/webview/my-profile/correction">{t("identityWrong")}</a>
        </Small>
      )}
    </Part>
  );
}

/** The address in force, and a request that waits or failed. */
function EmailCard({ email: { current, request } }: { email: Shown["email"] }) {
  const t = useTexts(texts);
  return (
    <Part
      heading={t("email")}
      to={current || request ? "/webview/email-status" : "/webview/add-email"}
      isEmpty={!current && !request}
    >
      {current && (
        <InlineRow spread>
          <span>{current.masked}</span>
          <Badge kind="ok">{t("emailVERIFIED")}</Badge>
        </InlineRow>
      )}
      {request && (
        <InlineRow spread>
          <span>{request.masked}</span>
          <Badge kind={request.state === "FAILED" ? "bad" : "attention"}>{t(`email${request.state}`)}</Badge>
        </InlineRow>
      )}
    </Part>
  );
}

function OptionalCard({ answers }: { answers: OptionalAnswers | null }) {
  const t = useTexts(optionalTexts);
  const { dependants, housing, yearsThere, monthlyExpensesRupiah, secondIncomeRupiah } = answers ?? {};
  const money = (rupiah: number | undefined) => rupiah !== undefined && <Money key={rupiah} rupiah={rupiah} />;
  const items: [string, ReactNode][] = [
    [t("dependants"), dependants],
    [t("housing"), housing && t(housing)],
    [t("yearsThere"), yearsThere !== undefined && t("years", { years: yearsThere })],
    [t("monthlyExpensesRupiah"), money(monthlyExpensesRupiah)],
    [t("secondIncomeRupiah"), money(secondIncomeRupiah)],
  ];
  return (
    <Part heading={t("title")} to="/webview/optional-info" isEmpty={!answers}>
      <DefinitionList items={items.filter(([, value]) => value !== undefined && value !== false)} />
    </Part>
  );
}

function ProfileCards({
  profile: { personal, home, work },
  creditStatus,
}: {
  profile: ProfileAnswer;
  creditStatus: Shown["creditStatus"];
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <>
      <Part heading={t("PERSONAL")} to="/webview/profile?step=personal" isEmpty={!personal}>
        {personal && (
          <DefinitionList
            items={[
              [t("education"), t(personal.education)],
              [t("civilStatus"), t(`civil${personal.civilStatus}`)],
              [t("loanPurpose"), t(personal.loanPurpose)],
              ...(personal.relationship ? [[t("relationship"), t(personal.relationship)] as const] : []),
              [t("owedElsewhere"), <Money key="owed" rupiah={personal.owedElsewhereRupiah} />],
              [t("creditStatus"), t(creditStatus)],
            ]}
          />
        )}
      </Part>
      <Part heading={t("HOME")} to="/webview/profile?step=home" isEmpty={!home}>
        {home && (
          <p>
            {home.street}, RT {home.rt}/RW {home.rw}, {home.village}, {home.district}, {home.regency}, {home.province}{" "}
            {home.postalCode ?? ""}
          </p>
        )}
      </Part>
      <Part heading={t("WORK")} to="/webview/profile?step=work" isEmpty={!work}>
        {work && (
          <DefinitionList
            items={[
              [t("companyName"), work.companyName],
              [t("industry"), t(work.industry)],
              [t("companyAddress"), work.companyAddress],
              [
                t("companyPhone"),
                <span key="phone" className="money">
                  {maskOfficePhone(work.companyPhone)}
                </span>,
              ],
              [t("workingTime"), sayMonths(work.workingMonths, language)],
              [t("income"), <Money key="income" rupiah={work.monthlyIncomeRupiah} />],
              [t("salaryDay"), work.salaryDay],
            ]}
          />
        )}
      </Part>
    </>
  );
}
