import type { Route } from "./+types/winners";
import { defineList, listAddress } from "#web/console/list.ts";
import { ListTable } from "#web/console/list-table.tsx";
import { defineForms } from "#web/form-actions.ts";
import { InstantText, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { exportsPage } from "#shared/list-export.ts";
import { awardStates } from "../contract.ts";
import { prizeWords } from "../parts/prize-words.ts";
import { exportWinners, listWinners } from "../staff-contract.ts";
import { texts } from "./texts.ts";

export const handle: ScreenHandle = { title: texts.winners };

const winners = defineList(listWinners, { filters: ["state"], usualOrder: "NEWEST" });

export async function loader({ request, params: { activityId }, context }: Route.LoaderArgs) {
  return { activityId, ...(await winners.read({ request, context, input: { activityId } })) };
}

const forms = defineForms({ csv: { call: exportWinners, done: exportsPage } });
export const action = forms.action;

export default function Winners({ loaderData: { activityId, items, list }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <>
      <Title>{t("winnersOf", { name: activityId })}</Title>
      <p>
        <a href={`/staff/campaigns/${activityId}`}>{activityId}</a>
      </p>
      <Tabs
        label={t("state")}
        tabs={[null, ...awardStates].map((one) => ({
          to: listAddress(list, { state: one ?? "" }),
          label: t(one ?? "everyState"),
          current: one === (list.asked["state"] ?? null),
        }))}
      />
      <ListTable
        list={list}
        hasPeriod
        csv={forms.form("csv", actionData)}
        table={{
          caption: t("winners"),
          rows: items,
          rowKey: ({ awardId }) => awardId,
          empty: t("noWinners"),
          columns: [
            {
              key: "at",
              label: t("at"),
              orders: ["OLDEST", "NEWEST"],
              show: ({ wonAt }) => <InstantText at={wonAt} style="short" />,
            },
            { key: "prize", label: t("prize"), show: ({ prize }) => prizeWords(prize, language) },
            { key: "state", label: t("state"), show: ({ state }) => <Badge>{t(state)}</Badge> },
            {
              key: "borrower",
              label: t("borrower"),
              show: ({ borrowerId }) => <a href={`/staff/borrowers/${borrowerId}`}>{borrowerId.slice(0, 8)}</a>,
            },
            {
              key: "draw",
              label: t("draw"),
              show: ({ drawId }) => (drawId ? <a href={`/webview/activity/draw/${drawId}`}>{drawId}</a> : ""),
            },
          ],
        }}
      />
    </>
  );
}
