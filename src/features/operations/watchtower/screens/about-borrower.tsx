/** The layout of every page about a borrower: keeps the borrower and the links to the other pages visible. */
import { Outlet } from "react-router";
import type { Route } from "./+types/about-borrower";
import { LoanStateBadge } from "#features/credit/loan/parts/loan-state-badge.tsx";
import { StateBadge } from "#web/console/state-badge.tsx";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { getBorrowerHead, headPlaceOf, type BorrowerHead } from "../head-contract.ts";
import { headTexts } from "../parts/head-texts.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const shown = headPlaceOf(new URL(request.url).pathname);
  return shown ? call(getBorrowerHead, shown, { context }) : { head: null };
}

export default function AboutBorrower({ loaderData: { head } }: Route.ComponentProps) {
  const t = useTexts(headTexts);
  const { path } = useFrame();
  const isOwnPage = headPlaceOf(path)?.place === "borrowers";
  return (
    <>
      {head && <Head head={head} />}
      {head && isOwnPage && (
        <Tabs label={t("pages")} tabs={head.tabs.map(({ to, text }) => ({ to, label: text, current: path === to }))} />
      )}
      <Outlet />
    </>
  );
}

function Head({ head: { borrowerId, fullName, maskedMobileNumber, status, openLoan, flags } }: { head: BorrowerHead }) {
  const t = useTexts(headTexts);
  return (
    <aside className="borrower-head" aria-label={t("borrower")}>
      <a className="borrower-head-name" href={`/staff/borrowers/${borrowerId}`}>
        {fullName ?? t("unnamed")}
      </a>
      {maskedMobileNumber && <span className="money">{maskedMobileNumber}</span>}
      <StateBadge state={status} label={t(status as "ACTIVE")} />
      <span>
        {openLoan ? (
          <>
            {t("openLoan")}{" "}
            <a className="console-id" href={`/staff/loans/${openLoan.loanId}`}>
              {openLoan.loanNumber}
            </a>{" "}
            <LoanStateBadge state={openLoan.state} />
          </>
        ) : (
          t("noOpenLoan")
        )}
      </span>
      {flags.map(({ key, text, tone }) => (
        <Badge key={key} kind={tone}>
          {text}
        </Badge>
      ))}
    </aside>
  );
}
