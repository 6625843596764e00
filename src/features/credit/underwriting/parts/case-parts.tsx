import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { LocalInstant } from "#web/console/local-time.tsx";
import { StaffName } from "#web/console/staff-name.tsx";
import { InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import { formatDate } from "#shared/dates.ts";
import { formatPpm, unbrokenRupiah } from "#shared/money.ts";
import { sayMonths } from "#shared/month-count.ts";
import { say } from "#shared/texts.ts";
import { askReasonTexts } from "#features/account/document/parts/ask-reason-texts.ts";
import { documentKindTexts } from "#features/account/document/contract.ts";
import type { CaseDetail, CaseFinding } from "../contract.ts";
import { answerTexts, ruleInputTexts, texts } from "../texts.ts";

const outcomeKinds = { PASS: "ok", REVIEW: "attention", REJECT: "bad", SKIPPED: "plain" } as const;
/** Findings that need attention come first. */
const outcomeOrder = { REJECT: 0, REVIEW: 1, PASS: 2, SKIPPED: 3 } as const;

/** Every rule with its input, the limit in force, and the result; rules without an objection are folded. */
export function Findings({ findings }: { findings: readonly CaseFinding[] }) {
  const t = useTexts(texts);
  const isQuiet = ({ outcome }: CaseFinding) => outcome === "PASS" || outcome === "SKIPPED";
  const passed = findings.filter((finding) => finding.outcome === "PASS").length;
  const quiet = findings.filter(isQuiet);
  return (
    <>
      <FindingTable caption={t("rulesToLookAt")} findings={findings.filter((finding) => !isQuiet(finding))} />
      {quiet.length > 0 && (
        <div className="case-folded">
          <Disclosure summary={t("rulesPassed", { passed, skipped: quiet.length - passed })}>
            <FindingTable caption={t("rules")} findings={quiet} />
          </Disclosure>
        </div>
      )}
    </>
  );
}

/** The unit of a rule's figure, where its name does not show it. */
const unitOf = (rule: CaseFinding["rule"]): string => (rule === "INCOME_DISAGREES" ? "ppm" : rule);

function FindingTable({ caption, findings }: { caption: string; findings: readonly CaseFinding[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const amount = (name: string, value: string | number | boolean | null) => {
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (typeof value === "number" && /rupiah$/i.test(name)) return unbrokenRupiah(value);
    if (typeof value === "number" && /ppm$/i.test(name)) return formatPpm(value, language);
    return String(value ?? "–");
  };
  const word = (name: string) =>
    name in ruleInputTexts ? say(ruleInputTexts[name as keyof typeof ruleInputTexts], language) : name;
  return (
    <DataTable
      caption={caption}
      rows={[...findings].sort((a, b) => outcomeOrder[a.outcome] - outcomeOrder[b.outcome])}
      rowKey={(finding) => finding.rule}
      empty={t("noneToLookAt")}
      columns={[
        { key: "rule", label: t("rule"), show: (finding) => finding.explanation },
        {
          key: "outcome",
          label: t("outcome"),
          show: (finding) => (
            <Badge kind={outcomeKinds[finding.outcome]}>
              {t(finding.outcome === "REJECT" ? "REJECTrule" : finding.outcome)}
            </Badge>
          ),
        },
        {
          key: "input",
          label: t("input"),
          show: (finding) => (
            <span className="console-quote">
              {Object.entries(finding.input)
                .map(([name, value]) => `${word(name)}: ${amount(name, value)}`)
                .join("\n")}
            </span>
          ),
        },
        {
          key: "bar",
          label: t("bar"),
          figures: true,
          show: (finding) => (finding.threshold === null ? "–" : amount(unitOf(finding.rule), finding.threshold)),
        },
      ]}
    />
  );
}

/** The texts for a refused borrower, and the first day for another application. */
export function Reasons({ found }: { found: CaseDetail }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (found.reasons.length === 0) return null;
  return (
    <Section heading={t("borrowerReads")}>
      <ul>
        {found.reasons.map((reason) => (
          <li key={reason.code}>{reason.text}</li>
        ))}
      </ul>
      {found.tryAgainOn && <Small>{t("tryAgainOn", { date: formatDate(found.tryAgainOn, language) })}</Small>}
    </Section>
  );
}

export function CaseApplicant({ found }: { found: CaseDetail }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { applicant } = found;
  const word = (code: string) =>
    code in answerTexts ? say(answerTexts[code as keyof typeof answerTexts], language) : code;
  const civil = (status: number) => (status === 10 ? t("civil10") : status === 20 ? t("civil20") : t("civil30"));
  return (
    <DefinitionList
      items={[
        [t("borrower"), applicant?.fullName],
        [t("amount"), <Money key="amount" rupiah={found.principalRupiah} />],
        [t("tenor"), t("days", { count: found.tenorDays })],
        [t("purpose"), word(found.purpose)],
        [t("submitted"), <InstantText key="submitted" at={found.submittedAt} />],
        [t("promised"), <InstantText key="promised" at={found.promisedUntil} />],
        [t("nik"), applicant?.nikMasked],
        [t("age"), applicant && t("years", { count: applicant.ageYears })],
        [t("civil"), applicant && civil(applicant.civilStatus)],
        [t("income"), applicant && <Money key="income" rupiah={applicant.monthlyIncomeRupiah} />],
        [t("owed"), applicant && <Money key="owed" rupiah={applicant.owedElsewhereRupiah} />],
        [t("work"), applicant && `${word(applicant.industry)}, ${sayMonths(applicant.workingMonths, language)}`],
        [t("city"), applicant?.city],
      ]}
    />
  );
}

export function Bureau({ bureau }: { bureau: CaseDetail["bureau"] }) {
  const t = useTexts(texts);
  if (!bureau) {
    return (
      <Section heading={t("bureau")}>
        <Small>{t("noReport")}</Small>
      </Section>
    );
  }
  return (
    <Section heading={t("bureau")}>
      <DefinitionList
        items={[
          [t("score"), bureau.score],
          [t("platforms"), bureau.platformCount],
          [t("fraud"), bureau.fraudListed ? t("listed") : t("notListed")],
          [t("sanction"), bureau.sanctionListed ? t("listed") : t("notListed")],
        ]}
      />
      <DataTable
        caption={t("obligations")}
        rows={bureau.obligations.map((one, index) => ({ ...one, index }))}
        rowKey={(one) => String(one.index)}
        empty={t("noObligations")}
        columns={[
          { key: "lender", label: t("lender"), show: (one) => one.lender },
          { key: "kind", label: t("kind"), show: (one) => one.kind },
          {
            key: "outstanding",
            label: t("outstanding"),
            figures: true,
            show: (one) => <Money rupiah={one.outstandingRupiah} />,
          },
          {
            key: "monthly",
            label: t("monthly"),
            figures: true,
            show: (one) => <Money rupiah={one.monthlyInstalmentRupiah} />,
          },
          { key: "days", label: t("pastDue"), figures: true, show: (one) => one.daysPastDue },
        ]}
      />
    </Section>
  );
}

/** Documents that were requested again, and the ones that arrived. */
export function Asks({ asks }: Pick<CaseDetail, "asks">) {
  const t = useTexts(texts);
  const kind = useTexts(documentKindTexts);
  const reason = useTexts(askReasonTexts);
  if (asks.length === 0) return null;
  return (
    <DataTable
      caption={t("asksHeading")}
      rows={asks}
      rowKey={(one) => one.requestId}
      columns={[
        { key: "when", label: t("asked"), show: (one) => <LocalInstant at={one.askedAt} /> },
        {
          key: "state",
          label: t("state"),
          show: (one) => <Badge kind={one.state === "OPEN" ? "attention" : "plain"}>{t(`ask${one.state}`)}</Badge>,
        },
        { key: "until", label: t("askUntil"), show: (one) => <LocalInstant at={one.dueAt} /> },
        { key: "what", label: t("askKinds"), show: (one) => one.kinds.map((each) => kind(each.kind)).join(" · ") },
        {
          key: "given",
          label: t("askGiven"),
          show: (one) =>
            one.kinds
              .filter(({ isGiven }) => isGiven)
              .map((each) => kind(each.kind))
              .join(" · ") || "–",
        },
        { key: "why", label: t("askReasons"), show: (one) => one.reasons.map((each) => reason(each)).join(" · ") },
        { key: "note", label: t("askNote"), show: (one) => <span className="console-quote">{one.note || "–"}</span> },
      ]}
    />
  );
}

/** The steps of the case with their actors, oldest first. */
export function CaseSteps({ steps }: { steps: CaseDetail["steps"] }) {
  const t = useTexts(texts);
  return (
    <DataTable
      caption={t("steps")}
      rows={steps.map((step, index) => ({ ...step, index }))}
      rowKey={(step) => String(step.index)}
      columns={[
        { key: "when", label: t("when"), show: (step) => <LocalInstant at={step.happenedAt} /> },
        {
          key: "what",
          label: t("outcome"),
          show: (step) => t(step.kind === "PROPOSED" || step.kind === "ASKED" ? `${step.kind}step` : step.kind),
        },
        {
          key: "who",
          label: t("who"),
          show: ({ actor }) =>
            actor === "SYSTEM" || actor === "BORROWER" ? t(actor) : <StaffName id={actor.replace(/^STAFF:/, "")} />,
        },
        {
          key: "proposal",
          label: t("proposal"),
          show: (step) => (step.proposal ? `${t(step.proposal)}${step.reason ? ` (${t(step.reason)})` : ""}` : "–"),
        },
        { key: "note", label: t("note"), show: (step) => <span className="console-quote">{step.note ?? "–"}</span> },
      ]}
    />
  );
}
