import type { Route } from "./+types/case";
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
import { mayStaff } from "#shared/staff-permissions.ts";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { askForDocuments, checkDecision, getCase, proposeDecision } from "../contract.ts";
import { claimCase, claimNextCase, releaseCase } from "../claim-contract.ts";
import { useAskAct, useCheckAct, useDecisionAct } from "../parts/decision-forms.tsx";
import { Applicant, Asks, Bureau, Findings, Reasons, Steps } from "../parts/case-parts.tsx";
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
  claim: { call: claimCase, done: stay },
  release: { call: releaseCase, done: "?" },
  next: {
    call: claimNextCase,
    input: ({ params }) => ({ after: params["caseId"] }),
    done: ({ caseId }) => (caseId ? `/staff/cases/${caseId}` : "/staff/cases?none=1"),
  },
});
export const action = ({ request, params, context }: Route.ActionArgs) => forms.action({ request, params, context });

export default function CasePage({ loaderData: { found, staff }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const roles = useFrame().staff?.roles ?? [];
  const { ownId, names } = staff;
  const decide = useDecisionAct(forms.form("decide", actionData));
  const ask = useAskAct(forms.form("ask", actionData), found.asksLeft);
  const check = useCheckAct(
    forms.form("check", actionData),
    found.proposal,
    names[found.proposedBy ?? ""] ?? "",
    found.proposedBy === ownId,
  );
  const mayDecide = found.state === "WAITING" && mayStaff(roles, "case.decide");
  const mayCheck = found.state === "PROPOSED" && mayStaff(roles, "case.check");
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
        facts={<Applicant found={found} />}
        acts={
          <>
            {mayDecide && (
              <Claim
                claimedBy={found.claimedBy}
                claimedUntil={found.claimedUntil}
                forms={{
                  claim: forms.form("claim", actionData),
                  release: forms.form("release", actionData),
                  next: forms.form("next", actionData),
                }}
              />
            )}
            <Acts acts={acts} />
          </>
        }
      >
        <Findings findings={found.findings} />
        <Reasons found={found} />
        <Bureau bureau={found.bureau} />
        <Asks asks={found.asks} />
        <Steps steps={found.steps} />
      </Case>
    </StaffProvider>
  );
}
