import { data, redirect } from "react-router";
import type { Route } from "./+types/case";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Row } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call, submit } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { getStaffSession, listStaffNames } from "#features/platform/console/contract.ts";
import { checkDecision, getCase, proposeDecision } from "../contract.ts";
import { CheckForm, DecisionForm } from "../parts/decision-forms.tsx";
import { Applicant, Bureau, Findings, Reasons, Steps } from "../parts/case-parts.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.casesTitle };

export async function loader({ params: { caseId }, context }: Route.LoaderArgs) {
  const [found, names, own] = await Promise.all([
    call(getCase, { caseId }, { context }),
    call(listStaffNames, {}, { context }),
    call(getStaffSession, {}, { context }),
  ]);
  return {
    found,
    names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])),
    ownId: own.staffId,
  };
}

export async function action({ request, params: { caseId }, context }: Route.ActionArgs) {
  const form = await request.formData();
  const isCheck = form.get("act") === "check";
  const sent = isCheck
    ? await submit(checkDecision, form, context, { caseId })
    : await submit(proposeDecision, form, context, { caseId });
  if (!sent.ok) return data({ ...sent.answer, isCheck }, { status: sent.answer.status });
  throw redirect(`/staff/cases/${caseId}`, 303);
}

export default function Case({ loaderData: { found, names, ownId }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const roles = useFrame().staff?.roles ?? [];
  const answerTo = (isCheck: boolean) =>
    actionData?.isCheck === isCheck ? { values: actionData.values, failure: actionData.failure } : {};
  const borrower = `/staff/borrowers/${found.borrowerId}`;
  return (
    <>
      <Row spread>
        <Title>{t("caseTitle", { number: found.loanNumber })}</Title>
        <Badge kind={found.state === "CLOSED" ? "plain" : "attention"}>{t(found.outcome ?? found.state)}</Badge>
      </Row>
      <Row>
        <a href={borrower}>{t("borrowerPage")}</a>
        {mayStaff(roles, "borrower.documents") && <a href={`${borrower}/documents`}>{t("documents")}</a>}
      </Row>
      <div className="console-grid">
        <div className="console-aside">
          <Applicant found={found} />
        </div>
        <div className="console-main">
          <Findings findings={found.findings} />
          <Reasons found={found} />
          <Bureau bureau={found.bureau} />
          <Steps steps={found.steps} names={names} />
        </div>
        <div className="console-aside">
          {found.state === "WAITING" && mayStaff(roles, "case.decide") && <DecisionForm {...answerTo(false)} />}
          {found.state === "PROPOSED" && mayStaff(roles, "case.check") && (
            <CheckForm
              proposal={found.proposal}
              maker={names[found.proposedBy ?? ""] ?? ""}
              isOwn={found.proposedBy === ownId}
              {...answerTo(true)}
            />
          )}
        </div>
      </div>
    </>
  );
}
