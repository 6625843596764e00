import type { Route } from "./+types/member";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Button, type ButtonKind } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import type { ReactNode } from "react";
import { call } from "#web/api.ts";
import { defineForms, type BoundForm, type Posted } from "#web/form-actions.ts";
import { InstantText, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { consoleShellTexts } from "#web/shells/staff-texts.ts";
import { formatInstant } from "#shared/dates.ts";
import {
  changeStaffRoles,
  disableStaffMember,
  getStaffMember,
  getStaffSession,
  reinviteStaffMember,
} from "../contract.ts";
import { RolesField } from "../parts/roles-field.tsx";
import { StateBadge } from "#web/console/state-badge.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.membersTitle };

export async function loader({ params: { staffId }, context }: Route.LoaderArgs) {
  const [found, own] = await Promise.all([
    call(getStaffMember, { staffId }, { context }),
    call(getStaffSession, {}, { context }),
  ]);
  return { ...found, isOwn: own.staffId === staffId };
}

const own = (_reply: unknown, { url }: Posted): string => url.pathname;
const forms = defineForms({
  roles: { call: changeStaffRoles, done: own },
  reinvite: { call: reinviteStaffMember, done: own },
  disable: { call: disableStaffMember, done: own },
});
export const action = forms.action;

export default function Member({ loaderData: { member, invitation, isOwn }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const role = useTexts(consoleShellTexts);
  const language = useLanguage();
  return (
    <>
      <Title>{member.name}</Title>
      <DefinitionList
        items={[
          [t("email"), member.email],
          [t("roles"), member.roles.map((one) => role(one)).join(", ")],
          [t("status"), <StateBadge key="status" state={member.status} label={t(member.status)} />],
          [t("created"), <InstantText key="created" at={member.createdAt} />],
          [t("lastLogin"), member.lastLoginAt ? <InstantText at={member.lastLoginAt} /> : t("never")],
        ]}
      />
      {invitation && (
        <Section heading={t("invitation")}>
          <Small>
            {t("invitationLead", { name: member.name, time: formatInstant(new Date(invitation.expiresAt), language) })}
          </Small>
          <p className="console-secret">{invitation.link}</p>
        </Section>
      )}
      {isOwn ? (
        <Notice>{t("ownAccount")}</Notice>
      ) : (
        <>
          {member.status !== "DISABLED" && (
            <ActForm
              of={forms.form("roles", actionData)}
              id="roles"
              heading={t("changeRoles")}
              lead={t("changeRolesLead")}
              kind="secondary"
            >
              <RolesField present={member.roles} />
            </ActForm>
          )}
          <ActForm
            of={forms.form("reinvite", actionData)}
            id="reinvite"
            heading={t("reinvite")}
            lead={t("reinviteLead")}
            kind="secondary"
          />
          {member.status !== "DISABLED" && (
            <ActForm
              of={forms.form("disable", actionData)}
              id="disable"
              heading={t("disable")}
              lead={t("disableLead")}
              kind="danger"
            />
          )}
        </>
      )}
    </>
  );
}

interface ActFormProps {
  of: BoundForm;
  id: string;
  heading: string;
  lead: string;
  kind: ButtonKind;
  children?: ReactNode;
}

/** One change of an account, with its reason. */
function ActForm({ of, id, heading, lead, kind, children }: ActFormProps) {
  const t = useTexts(texts);
  return (
    <Section heading={heading}>
      <Small>{lead}</Small>
      <ActionForm of={of} id={id}>
        {children}
        <TextArea name="reason" label={t("reason")} rows={2} />
        <ActionBar>
          <Button kind={kind}>{heading}</Button>
        </ActionBar>
      </ActionForm>
    </Section>
  );
}
