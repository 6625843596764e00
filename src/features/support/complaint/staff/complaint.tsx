import type { Route } from "./+types/complaint";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { defineForms, type Posted } from "#web/form-actions.ts";
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
import { CaseForms } from "../parts/case-forms.tsx";
import { CaseFacts, CaseHistory, CaseMails, CaseMessages, CasePhotos } from "../parts/case-view.tsx";
import { complaintStateKinds } from "../parts/state-kinds.ts";
import { complaintStateTexts } from "../texts.ts";
import { texts } from "./texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export async function loader({ params: { complaintId }, context }: Route.LoaderArgs) {
  const [found, names] = await Promise.all([
    call(getComplaint, { complaintId }, { context }),
    call(listStaffNames, {}, { context }),
  ]);
  return { found, names: names.items };
}

const own = (_reply: unknown, { url }: Posted): string => url.pathname;
const forms = defineForms({
  take: { call: assignComplaint, done: own },
  assign: { call: assignComplaint, done: own },
  answer: { call: answerComplaint, done: own },
  extend: { call: extendComplaint, done: own },
  close: { call: closeComplaint, done: own },
  escalate: { call: escalateComplaint, done: own },
  note: { call: noteOnComplaint, done: own },
  unmask: { call: unmaskComplaint },
});
export const action = forms.action;

export default function Complaint({ loaderData: { found, names }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const state = useTexts(complaintStateTexts);
  const roles = useFrame().staff?.roles ?? [];
  const nameOf = Object.fromEntries(names.map(({ staffId, name }) => [staffId, name]));
  return (
    <>
      <InlineRow spread>
        <Title>{t("caseTitle", { number: found.number })}</Title>
        <InlineRow>
          {found.isOverdue ? (
            <Badge kind="bad">{t("overdue")}</Badge>
          ) : found.isDueSoon ? (
            <Badge kind="attention">{t("dueSoon")}</Badge>
          ) : null}
          {found.isEscalated && <Badge kind="attention">{t("escalated")}</Badge>}
          <Badge kind={complaintStateKinds[found.state]}>{state(found.state)}</Badge>
        </InlineRow>
      </InlineRow>
      {actionData?.form === "unmask" && actionData.reply && (
        <Notice kind="ok" live title={t("email")}>
          {actionData.reply.email}
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
            <CaseForms found={found} names={names} form={(act) => forms.form(act, actionData)} />
          )}
        </div>
      </div>
    </>
  );
}
