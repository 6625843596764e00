import { data, redirect } from "react-router";
import type { Route } from "./+types/case";
import { Acts, type Act } from "#web/console/acts.tsx";
import { Case, Claim } from "#web/console/case.tsx";
import { StaffProvider } from "#web/console/staff-name.tsx";
import { TimeLeft } from "#web/console/time-left.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { call, submit } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { checkDecision, claimCase, claimNextCase, getCase, proposeDecision, releaseCase } from "../contract.ts";
import { useCheckAct, useDecisionAct } from "../parts/decision-forms.tsx";
import { Applicant, Bureau, Findings, Reasons, Steps } from "../parts/case-parts.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.casesTitle };

export async function loader({ params: { caseId }, context }: Route.LoaderArgs) {
  const [found, staff] = await Promise.all([call(getCase, { caseId }, { context }), knownStaff({ context })]);
  return { found, staff };
}

export async function action({ request, params: { caseId }, context }: Route.ActionArgs) {
  const form = await request.formData();
  const act = String(form.get("act") ?? "");
  if (act === "next") {
    const { caseId: next } = await call(claimNextCase, { after: caseId }, { context });
    throw redirect(next ? `/staff/cases/${next}` : "/staff/cases?none=1", 303);
  }
  const calls = { decide: proposeDecision, check: checkDecision, claim: claimCase, release: releaseCase } as const;
  const chosen = calls[Object.hasOwn(calls, act) ? (act as keyof typeof calls) : "decide"];
  const sent = await submit(chosen as typeof proposeDecision, form, context, { caseId });
  if (!sent.ok) return data({ ...sent.answer, act }, { status: sent.answer.status });
  throw redirect(`/staff/cases/${caseId}`, 303);
}

export default function CasePage({ loaderData: { found, staff }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const roles = useFrame().staff?.roles ?? [];
  const { ownId, names } = staff;
  const decide = useDecisionAct();
  const check = useCheckAct(found.proposal, names[found.proposedBy ?? ""] ?? "", found.proposedBy === ownId);
  const mayDecide = found.state === "WAITING" && mayStaff(roles, "case.decide");
  const mayCheck = found.state === "PROPOSED" && mayStaff(roles, "case.check");
  const acts: Act[] = [...(mayDecide ? [decide] : []), ...(mayCheck ? [check] : [])];
  const borrower = `/staff/borrowers/${found.borrowerId}`;
  const isAboutClaim = actionData?.act === "claim" || actionData?.act === "release";
  return (
    <StaffProvider staff={staff}>
      <Case
        title={t("caseTitle", { number: found.loanNumber })}
        badges={
          <>
            <Badge kind={found.state === "CLOSED" ? "plain" : "attention"}>{t(found.outcome ?? found.state)}</Badge>
            {found.state !== "CLOSED" && <TimeLeft until={found.promisedUntil} remindAt={found.remindAt} />}
          </>
        }
        links={
          <>
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
                calls={{ claim: claimCase, release: releaseCase, next: claimNextCase }}
                failure={isAboutClaim ? actionData.failure : undefined}
              />
            )}
            <Acts acts={acts} answer={actionData} />
          </>
        }
      >
        <Findings findings={found.findings} />
        <Reasons found={found} />
        <Bureau bureau={found.bureau} />
        <Steps steps={found.steps} />
      </Case>
    </StaffProvider>
  );
}
