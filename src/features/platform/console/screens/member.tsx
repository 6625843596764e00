import { data, redirect } from "react-router";
import type { Route } from "./+types/member";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Button, type ButtonKind } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Form, type FormCall, type FormProps } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import type { ReactNode } from "react";
import { call, submit } from "#web/api.ts";
import { InstantText, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { staffTexts } from "#web/shells/staff-texts.ts";
import { formatInstant } from "#shared/dates.ts";
import {
  changeStaffRoles,
  disableStaffMember,
  getStaffMember,
  getStaffSession,
  reinviteStaffMember,
} from "../contract.ts";
import { RolesField } from "../parts/roles-field.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.membersTitle };

export async function loader({ params: { staffId }, context }: Route.LoaderArgs) {
  const [found, own] = await Promise.all([
    call(getStaffMember, { staffId }, { context }),
    call(getStaffSession, {}, { context }),
  ]);
  return { ...found, isOwn: own.staffId === staffId };
}

const acts = { roles: changeStaffRoles, disable: disableStaffMember, reinvite: reinviteStaffMember } as const;
type Act = keyof typeof acts;

export async function action({ request, params: { staffId }, context }: Route.ActionArgs) {
  const form = await request.formData();
  const act = (Object.keys(acts) as Act[]).find((one) => one === form.get("act")) ?? "roles";
  const sent =
    act === "roles"
      ? await submit(changeStaffRoles, form, context, { staffId })
      : await submit(acts[act], form, context, { staffId });
  if (!sent.ok) return data({ ...sent.answer, act }, { status: sent.answer.status });
  throw redirect(`/staff/members/${staffId}`, 303);
}

export default function Member({ loaderData: { member, invitation, isOwn }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const role = useTexts(staffTexts);
  const language = useLanguage();
  const answerTo = (act: Act) =>
    actionData?.act === act ? { values: actionData.values, failure: actionData.failure } : {};
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
              act="roles"
              call={changeStaffRoles}
              heading={t("changeRoles")}
              lead={t("changeRolesLead")}
              kind="secondary"
              {...answerTo("roles")}
            >
              <RolesField present={member.roles} />
            </ActForm>
          )}
          <ActForm
            act="reinvite"
            call={reinviteStaffMember}
            heading={t("reinvite")}
            lead={t("reinviteLead")}
            kind="secondary"
            {...answerTo("reinvite")}
          />
          {member.status !== "DISABLED" && (
            <ActForm
              act="disable"
              call={disableStaffMember}
              heading={t("disable")}
              lead={t("disableLead")}
              kind="danger"
              {...answerTo("disable")}
            />
          )}
        </>
      )}
    </>
  );
}

interface ActFormProps extends Pick<FormProps, "values" | "failure"> {
  act: Act;
  call: FormCall;
  heading: string;
  lead: string;
  kind: ButtonKind;
  children?: ReactNode;
}

/** One change of an account, with its reason. */
function ActForm({ act, call: contract, heading, lead, kind, values, failure, children }: ActFormProps) {
  const t = useTexts(texts);
  return (
    <Section heading={heading}>
      <Small>{lead}</Small>
      <Form id={act} call={contract} {...(values ? { values } : {})} {...(failure ? { failure } : {})}>
        <input type="hidden" name="act" value={act} />
        {children}
        <TextArea name="reason" label={t("reason")} rows={2} />
        <ActionBar>
          <Button kind={kind}>{heading}</Button>
        </ActionBar>
      </Form>
    </Section>
  );
}
