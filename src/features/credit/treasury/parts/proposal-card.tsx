import type { Envelope } from "#shared/contract.ts";
import { formatDate, type BusinessDate } from "#shared/dates.ts";
import { useFrame } from "#web/frame.tsx";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import { Approval } from "#web/ui/approval/approval.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Heading } from "#web/ui/text/text.tsx";
import { checkMoneyProposal, type MoneyProposal } from "../contract.ts";
import { texts } from "../texts.ts";

export interface ProposalCardProps {
  proposal: MoneyProposal;
  maker: string;
  isOwn: boolean;
  mayRefuse: boolean;
  failure?: Envelope;
}

/** One proposal with all that a checker compares, and the checker's word on it. */
export function ProposalCard({ proposal, maker, isOwn, mayRefuse, failure }: ProposalCardProps) {
  const t = useTexts(texts);
  const { formKey } = useFrame();
  const waits = proposal.state === "PROPOSED";
  return (
    <section id="check" className="section">
      <Heading>{t(proposal.deed)}</Heading>
      <Facts proposal={proposal} maker={maker} />
      {waits && isOwn && <Notice>{t("ownProposal")}</Notice>}
      {waits && !isOwn && !mayRefuse && <Notice>{t("mayNotCheck")}</Notice>}
      {waits && !isOwn && mayRefuse && (
        <>
          {!proposal.mayCheck && <Notice kind="attention">{t("needsHigher")}</Notice>}
          <Form call={checkMoneyProposal} idempotencyKey={formKey} {...(failure ? { failure } : {})}>
            <input type="hidden" name="proposalId" value={proposal.proposalId} />
            <Approval agree={proposal.mayCheck ? t("confirm") : undefined} refuse={t("refuse")} />
          </Form>
        </>
      )}
    </section>
  );
}

function Facts({ proposal, maker }: { proposal: MoneyProposal; maker: string }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { facts, payee, borrowerId } = proposal;
  const decision = (["COUNT", "RECOVERED", "WRITE_OFF", "SEND_AGAIN", "GIVE_BACK", "STANDS"] as const).find(
    (one) => one === facts["deed"],
  );
  const fact = (name: string): string | null => (facts[name] == null ? null : String(facts[name]));
  const receivedOn = fact("receivedOn");
  const shown: [string, React.ReactNode][] = [
    [t("amount"), <Money key="amount" rupiah={proposal.amountRupiah} />],
    ...(proposal.dayRupiah > proposal.amountRupiah
      ? [[t("factDay"), <Money key="day" rupiah={proposal.dayRupiah} />] as [string, React.ReactNode]]
      : []),
    ...(decision ? [[t("factDeed"), t(decision)] as [string, React.ReactNode]] : []),
    ...(payee
      ? [[t("payee"), `${payee.bankName} ${payee.masked} · ${payee.accountName}`] as [string, React.ReactNode]]
      : []),
    ...(fact("lenderId") ? [[t("factLender"), fact("lenderId")] as [string, React.ReactNode]] : []),
    ...(receivedOn
      ? [[t("factReceivedOn"), formatDate(receivedOn as BusinessDate, language)] as [string, React.ReactNode]]
      : []),
    ...(fact("loanNumber") ? [[t("factLoan"), fact("loanNumber")] as [string, React.ReactNode]] : []),
    [
      t("factReference"),
      <span key="reference" className="console-id">
        {fact("reference") ?? proposal.subjectId}
      </span>,
    ],
    ...(borrowerId
      ? [
          [
            t("borrower"),
            <a key="borrower" className="console-id" href={`/staff/borrowers/${borrowerId}`}>
              {borrowerId.slice(-12)}
            </a>,
          ] as [string, React.ReactNode],
        ]
      : []),
    [t("maker"), maker],
    [t("reason"), proposal.reason ?? t("reasonForgotten")],
  ];
  return <DefinitionList items={shown} />;
}
