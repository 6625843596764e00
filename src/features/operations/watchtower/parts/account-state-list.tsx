/** Requests, links, consents, freezes and holds of an account: a table for each kind with entries. */
import { LocalInstant } from "#web/console/local-time.tsx";
import { useTexts } from "#web/language.tsx";
import { accountStateGroups } from "#shared/account-state-groups.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import type { AccountStateAnswer } from "../staff-contract.ts";
import { accountStateTexts } from "./account-state-texts.ts";

export function AccountStateList({ lines }: { lines: readonly AccountStateAnswer[] }) {
  const t = useTexts(accountStateTexts);
  const groups = accountStateGroups.map((group) => ({ group, rows: lines.filter((line) => line.group === group) }));
  const empty = groups.filter(({ rows }) => rows.length === 0);
  return (
    <Section heading={t("heading")} id="standing">
      {groups
        .filter(({ rows }) => rows.length > 0)
        .map(({ group, rows }) => (
          <DataTable
            key={group}
            caption={t(group)}
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                key: "what",
                label: t("what"),
                show: ({ what, to }) => (to === null ? what : <a href={to}>{what}</a>),
              },
              {
                key: "state",
                label: t("state"),
                show: ({ state, isOpen }) =>
                  isOpen ? <Badge kind={kindOf[group]}>{state}</Badge> : <Badge>{state}</Badge>,
              },
              { key: "at", label: t("at"), show: ({ at }) => <LocalInstant at={at} /> },
              {
                key: "until",
                label: t("until"),
                show: ({ until }) => (until === null ? "–" : <LocalInstant at={until} />),
              },
            ]}
          />
        ))}
      {empty.length > 0 && (
        <Small>{t("none", { groups: empty.map(({ group }) => t(group).toLowerCase()).join(", ") })}</Small>
      )}
    </Section>
  );
}

/** The colour of each group's open items. */
const kindOf = {
  REQUESTS: "attention",
  LINKS: "info",
  CONSENTS: "ok",
  CONTESTS: "bad",
  HOLDS: "bad",
} as const;
