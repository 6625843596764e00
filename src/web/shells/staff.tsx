/**
 * The staff console's frame: dense, tables first, keyboard first (Alt or Alt+Shift with the digit of a place). The
 * places follow the permissions of whoever is logged in; what a place may show is decided by its calls, not here.
 */
import { isRouteErrorResponse, Outlet, useRouteError } from "react-router";
import type { Envelope } from "#shared/contract.ts";
import { mayStaff, type StaffPermission } from "#shared/staff-permissions.ts";
import { useFrame, useOwnAddress } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { staffTexts } from "#web/shells/staff-texts.ts";
import { ErrorState } from "#web/ui/error-state/error-state.tsx";
import { LoadingIndicator } from "#web/ui/loading/loading.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { LanguageMenu } from "#web/ui/site-header/site-header.tsx";
import { ToastRegion } from "#web/ui/toast/toast.tsx";

const places: readonly { to: string; label: keyof typeof staffTexts; permission: StaffPermission }[] = [
  { to: "/staff", label: "home", permission: "console.enter" },
  { to: "/staff/borrowers", label: "borrowers", permission: "borrower.search" },
  { to: "/staff/cases", label: "cases", permission: "case.read" },
  { to: "/staff/reviews", label: "reviews", permission: "review.read" },
  { to: "/staff/exceptions", label: "exceptions", permission: "exception.read" },
  { to: "/staff/complaints", label: "complaints", permission: "complaint.read" },
  { to: "/staff/payments", label: "payments", permission: "payment.unmatched.read" },
  { to: "/staff/disbursements", label: "disbursements", permission: "disbursement.read" },
  { to: "/staff/checks", label: "checks", permission: "proposal.read" },
  { to: "/staff/money/deposits", label: "money", permission: "money.read" },
  { to: "/staff/campaigns", label: "campaigns", permission: "campaign.read" },
  { to: "/staff/contents", label: "contents", permission: "content.edit" },
  { to: "/staff/questionnaires", label: "questionnaires", permission: "questionnaire.results" },
  { to: "/staff/configuration", label: "configuration", permission: "content.edit" },
  { to: "/staff/exports", label: "exports", permission: "export.run" },
  { to: "/staff/audit", label: "audit", permission: "audit.read" },
  { to: "/staff/retention", label: "retention", permission: "retention.read" },
  { to: "/staff/members", label: "members", permission: "staff.manage" },
];

export default function Staff() {
  return (
    <Page kind="dense" header={<Header />}>
      <Outlet />
      <LoadingIndicator />
      <ToastRegion />
    </Page>
  );
}

/** What could not be shown, within the console: its places stay in reach. A code for support belongs to our own faults alone. */
export function ErrorBoundary() {
  const t = useTexts(staffTexts);
  const { pathWithQuery, traceId } = useFrame();
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const envelope = isRouteErrorResponse(error) ? (error.data as Partial<Envelope> | null) : null;
  const title = status === 404 ? t("notFound") : status === 403 ? t("notAllowed") : t("failed");
  return (
    <Page kind="dense" header={<Header />}>
      <ErrorState
        level={1}
        title={title}
        {...(status < 500 ? {} : { refresh: pathWithQuery, traceId: envelope?.traceId ?? traceId })}
      >
        {envelope?.status?.detail}
      </ErrorState>
    </Page>
  );
}

function Header() {
  const t = useTexts(staffTexts);
  const { brand, path, staff } = useFrame();
  const address = useOwnAddress();
  const mine = staff ? places.filter((place) => mayStaff(staff.roles, place.permission)) : [];
  const isCurrent = (to: string) => (to === "/staff" ? path === to : path === to || path.startsWith(`${to}/`));
  return (
    <header className="console-header">
      <div className="console-row">
        <a className="console-home" href="/staff">
          {brand.name} <span className="console-mark">{t("console")}</span>
        </a>
        {staff && (
          <>
            <p className="console-person">
              <span className="console-name">{staff.name}</span>
              <span className="console-roles">{staff.roles.map((role) => t(role)).join(", ")}</span>
            </p>
            <form method="post" action="/staff/logout">
              <button className="console-logout">{t("logout")}</button>
            </form>
          </>
        )}
        <LanguageMenu path={address} />
      </div>
      {mine.length > 0 && (
        <nav className="console-places" aria-label={t("places")}>
          {mine.map((place, index) => (
            <a
              className="console-place"
              key={place.to}
              href={place.to}
              accessKey={String(index + 1)}
              aria-current={isCurrent(place.to) ? "page" : undefined}
            >
              {t(place.label)}
            </a>
          ))}
        </nav>
      )}
    </header>
  );
}
