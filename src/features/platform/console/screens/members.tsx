import type { Route } from "./+types/members";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { consoleShellTexts } from "#web/shells/staff-texts.ts";
import { listStaffMembers } from "../contract.ts";
import { StateBadge } from "#web/console/state-badge.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.membersTitle };

export async function loader({ context }: Route.LoaderArgs) {
  return call(listStaffMembers, {}, { context });
}

export default function Members({ loaderData: { items } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const role = useTexts(consoleShellTexts);
  return (
    <>
      <InlineRow spread>
        <Title>{t("membersTitle")}</Title>
        <ButtonLink to="/staff/members/invite">{t("inviteTitle")}</ButtonLink>
      </InlineRow>
      <DataTable
        caption={t("membersTitle")}
        captionHidden
        rows={items}
        rowKey={(member) => member.staffId}
        columns={[
          {
            key: "name",
            label: t("name"),
            show: (member) => <a href={`/staff/members/${member.staffId}`}>{member.name}</a>,
          },
          { key: "roles", label: t("roles"), show: (member) => member.roles.map((one) => role(one)).join(", ") },
          {
            key: "status",
            label: t("status"),
            show: (member) => <StateBadge state={member.status} label={t(member.status)} />,
          },
          { key: "email", label: t("email"), show: (member) => member.email },
          {
            key: "last",
            label: t("lastLogin"),
            show: (member) => (member.lastLoginAt ? <InstantText at={member.lastLoginAt} style="short" /> : t("never")),
          },
        ]}
      />
    </>
  );
}
