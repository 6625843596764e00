import { data, redirect } from "react-router";
import type { Route } from "./+types/complaint";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Row } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call, submit } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { listStaffNames } from "#features/platform/console/contract.ts";
import {
  answerComplaint,
  assignComplaint,
  closeComplaint,
  escalateComplaint,
  extendComplaint,
  getComplaint,
  noteOnComplaint,
  unmaskComplaint,
} from "../staff-contract.ts";
import { CaseForms, type CaseAct } from "../parts/case-forms.tsx";
import { CaseFacts, CaseHistory, CaseMails, CaseMessages, CasePhotos } from "../parts/case-view.tsx";
import { stateKinds } from "../parts/state-kinds.ts";
import { stateTexts } from "../texts.ts";
import { texts } from "./texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export async function loader({ params: { complaintId }, context }: Route.LoaderArgs) {
  const [found, names] = await Promise.all([
    call(getComplaint, { complaintId }, { context }),
    call(listStaffNames, {}, { context }),
  ]);
  return { found, names: names.items };
}

type Sending = (
  form: FormData,
  context: Route.ActionArgs["context"],
  of: { complaintId: string },
) => ReturnType<typeof submit>;

/** The form of each act goes to its own call; all answer alike. */
const sendings: Readonly<Record<Exclude<CaseAct, "unmask">, Sending>> = {
  take: (...sent) => submit(assignComplaint, ...sent),
  answer: (...sent) => submit(answerComplaint, ...sent),
  extend: (...sent) => submit(extendComplaint, ...sent),
  close: (...sent) => submit(closeComplaint, ...sent),
  escalate: (...sent) => submit(escalateComplaint, ...sent),
  note: (...sent) => submit(noteOnComplaint, ...sent),
};

export async function action({ request, params: { complaintId }, context }: Route.ActionArgs) {
  const form = await request.formData();
  const wanted = form.get("act");
  if (wanted === "unmask") {
    const sent = await submit(unmaskComplaint, form, context, { complaintId });
    return sent.ok
      ? data({ act: "unmask" as CaseAct, email: sent.reply.email, answer: null })
      : data({ act: "unmask" as CaseAct, email: null, answer: sent.answer }, { status: sent.answer.status });
  }
  const act = Object.keys(sendings).find((known): known is keyof typeof sendings => known === wanted) ?? "note";
  const sent = await sendings[act](form, context, { complaintId });
  if (!sent.ok) return data({ act: act as CaseAct, email: null, answer: sent.answer }, { status: sent.answer.status });
  throw redirect(`/staff/complaints/${complaintId}`, 303);
}

export default function Complaint({ loaderData: { found, names }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const state = useTexts(stateTexts);
  const roles = useFrame().staff?.roles ?? [];
  const nameOf = Object.fromEntries(names.map(({ staffId, name }) => [staffId, name]));
  return (
    <>
      <Row spread>
        <Title>{t("caseTitle", { number: found.number })}</Title>
        <Row>
          {found.isOverdue ? (
            <Badge kind="bad">{t("overdue")}</Badge>
          ) : found.isDueSoon ? (
            <Badge kind="attention">{t("dueSoon")}</Badge>
          ) : null}
          {found.isEscalated && <Badge kind="attention">{t("escalated")}</Badge>}
          <Badge kind={stateKinds[found.state]}>{state(found.state)}</Badge>
        </Row>
      </Row>
      {actionData?.email && (
        <Notice kind="ok" live title={t("email")}>
          {actionData.email}
        </Notice>
      )}
      <div className="console-grid">
        <div className="console-aside">
          <CaseFacts found={found} names={nameOf} />
        </div>
        <div className="console-main">
          <CaseMessages found={found} names={nameOf} />
          <CasePhotos found={found} />
          <CaseHistory found={found} names={nameOf} />
          <CaseMails mails={found.mails} />
        </div>
        <div className="console-aside">
          {mayStaff(roles, "complaint.answer") && (
            <CaseForms
              found={found}
              names={names}
              acted={actionData?.answer ? { act: actionData.act, answer: actionData.answer } : undefined}
            />
          )}
        </div>
      </div>
    </>
  );
}
