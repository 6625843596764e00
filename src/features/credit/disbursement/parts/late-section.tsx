import { ShortId } from "#web/console/short-id.tsx";
import { useSearchParams } from "react-router";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { listAddress } from "#web/console/list.ts";
import type { PageLinks } from "#web/list.ts";
import { InstantText, Money, useTexts } from "#web/language.tsx";
import { LoanStateBadge } from "#features/credit/loan/parts/loan-state-badge.tsx";
import { lateActions, type LatePayout } from "../contract.ts";
import { texts } from "../texts.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { DecisionForm } from "./decision-form.tsx";
import { TransferSubject } from "./transfer-subject.tsx";

/** Transfers that were paid after they had been given up, with their history and the decisions possible for two people. */
export function LateSection({
  items,
  page,
  opened,
  form,
}: {
  items: LatePayout[];
  page: PageLinks;
  opened: LatePayout | null;
  form: BoundForm;
}) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const lateCursor = query.get("lateCursor") ?? "";
  const to = (late: string) => `${listAddress({ path: "/staff/disbursements", asked: {} }, { lateCursor, late })}#late`;
  const subjectOf = (one: LatePayout) => one.loanNumber ?? t(one.purpose);
  return (
    <Section heading={t("lateTitle")} id="late">
      <Small>{t("lateLead")}</Small>
      {opened && !opened.proposalId && <LateForm late={opened} subject={subjectOf(opened)} form={form} />}
      <DataTable
        caption={t("lateTitle")}
        captionHidden
        rows={items}
        rowKey={(one) => one.transferId}
        empty={t("lateEmpty")}
        columns={[
          {
            key: "subject",
            label: t("subject"),
            show: (one) => <TransferSubject of={one} to={to(one.transferId)} />,
          },
          { key: "amount", label: t("amount"), figures: true, show: (one) => <Money rupiah={one.amountRupiah} /> },
          {
            key: "failed",
            label: t("failedAt"),
            show: (one) => (
              <>
                {one.failedAt ? <InstantText at={one.failedAt} style="short" /> : "–"}{" "}
                <span className="console-id">{one.failureCode ?? ""}</span>
              </>
            ),
          },
          { key: "paid", label: t("paidAt"), show: (one) => <InstantText at={one.settledAt} style="short" /> },
          {
            key: "reference",
            label: t("reference"),
            show: (one) => <ShortId id={one.providerReference} />,
          },
          {
            key: "loanState",
            label: t("loanState"),
            show: (one) => (one.loanState ? <LoanStateBadge state={one.loanState} /> : "–"),
          },
          {
            key: "proposal",
            label: t("proposal"),
            show: (one) =>
              one.proposalId ? (
                <a href={`/staff/checks/${one.proposalId}`}>
                  <Badge kind="attention">{t("waitsForCheck")}</Badge>
                </a>
              ) : (
                t("noProposal")
              ),
          },
        ]}
      />
      <Pagination page={page} />
    </Section>
  );
}

function LateForm({ late, subject, form }: { late: LatePayout; subject: string; form: BoundForm }) {
  const t = useTexts(texts);
  const actions = lateActions.map((deed) => ({ value: deed, label: t(deed), detail: t(`${deed}Detail`) }));
  return <DecisionForm of={form} id="late-form" transferId={late.transferId} subject={subject} actions={actions} />;
}
