import type { Route } from "./+types/case";
import { deskForms } from "#web/console/desk.ts";
import { Acts, type Act } from "#web/console/acts.tsx";
import { Case, Claim } from "#web/console/case.tsx";
import { StaffProvider } from "#web/console/staff-name.tsx";
import { TimeLeft } from "#web/console/time-left.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { mayStaff, type StaffRole } from "#shared/staff-permissions.ts";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { askForDocuments, caseDesk, checkDecision, getCase, proposeDecision, type CaseDetail } from "../contract.ts";
import { useCaseAskAct, useCheckAct, useDecisionAct } from "../parts/decision-forms.tsx";
import { CaseApplicant, Asks, Bureau, Findings, Reasons, CaseSteps } from "../parts/case-parts.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.casesTitle };

export async function loader({ params: { caseId }, context }: Route.LoaderArgs) {
  const [found, staff] = await Promise.all([call(getCase, { caseId }, { context }), knownStaff({ context })]);
  return { found, staff };
}

const stay = ({ caseId }: { caseId: string }) => `/staff/cases/${caseId}`;
const forms = defineForms({
  decide: { call: proposeDecision, done: stay },
  ask: { call: askForDocuments, done: stay },
  check: { call: checkDecision, done: stay },
  ...deskForms(caseDesk, "/staff/cases"),
});
export const action = forms.action;

/** Decides what this reader can do now. A form sent from a page older than the decision (`sent`) is also answered on it. */
function turnOf({ state, steps }: CaseDetail, roles: readonly StaffRole[], sent: string | undefined) {
  const isWaiting = state === "WAITING";
  const isProposed = state === "PROPOSED";
  const mayDecide = (isWaiting || sent === "decide" || sent === "ask") && mayStaff(roles, "case.decide");
  const mayCheck = (isProposed || sent === "check") && mayStaff(roles, "case.check");
  const last = steps.at(-1);
  const isMoved = (mayDecide && !isWaiting) || (mayCheck && !isProposed);
  const by = last?.actor.startsWith("STAFF:") ? last.actor.slice("STAFF:".length) : null;
  return { isWaiting, mayDecide, mayCheck, decided: isMoved && last ? { by, at: last.happenedAt } : null };
}

export default function CasePage({ loaderData: { found, staff }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const roles = useFrame().staff?.roles ?? [];
  const { ownId, names } = staff;
  const decide = useDecisionAct(forms.form("decide", actionData));
  const ask = useCaseAskAct(forms.form("ask", actionData), found.asksLeft);
  const check = useCheckAct(
    forms.form("check", actionData),
    found.proposal,
    names[found.proposedBy ?? ""] ?? "",
    found.proposedBy === ownId,
  );
  const { isWaiting, mayDecide, mayCheck, decided } = turnOf(found, roles, actionData?.form);
  const acts: Act[] = [
    ...(mayDecide ? [decide] : []),
    ...(mayDecide && ask ? [ask] : []),
    ...(mayCheck ? [check] : []),
  ];
  const borrower = `/staff/borrowers/${found.borrowerId}`;
  return (
    <StaffProvider staff={staff}>
      <Case
        title={t("caseTitle", { number: found.loanNumber })}
        badges={
          <>
            <Badge kind={found.state === "CLOSED" ? "plain" : "attention"}>{t(found.outcome ?? found.state)}</Badge>
            {found.state !== "CLOSED" && (
              <TimeLeft until={found.promisedUntil} remindAt={found.remindAt} isStopped={found.state === "ASKED"} />
            )}
          </>
        }
        links={
          <>
            <a href={`/staff/loans/${found.loanId}`}>{t("loanPage")}</a>
            <a href={borrower}>{t("borrowerPage")}</a>
            {mayStaff(roles, "borrower.documents") && <a href={`${borrower}/documents`}>{t("documents")}</a>}
          </>
        }
        facts={<CaseApplicant found={found} />}
        acts={
          <>
            {mayStaff(roles, "case.decide") && (
              <Claim
                isOver={!isWaiting}
                claimedBy={found.claimedBy}
                claimedUntil={found.claimedUntil}
                forms={{
                  claim: forms.form("claim", actionData),
                  release: forms.form("release", actionData),
                  next: forms.form("next", actionData),
                }}
              />
            )}
            <Acts acts={acts} claim={isWaiting ? found : { claimedBy: null, claimedUntil: null }} decided={decided} />
          </>
        }
      >
        <Findings findings={found.findings} />
        <Reasons found={found} />
        <Bureau bureau={found.bureau} />
        <Asks asks={found.asks} />
        <CaseSteps steps={found.steps} />
      </Case>
    </StaffProvider>
  );
}
