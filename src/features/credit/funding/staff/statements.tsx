import type { Route } from "./+types/statements";
import { defineList } from "#web/console/list.ts";
import { ListTable } from "#web/console/list-table.tsx";
import { TwoLines } from "#web/console/queue.tsx";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Title } from "#web/ui/text/text.tsx";
import { formatMonth } from "#shared/dates.ts";
import { listLenderStatements } from "../contract.ts";
import { texts } from "../texts.ts";
import { LenderTabs } from "./lender-tabs.tsx";

export const handle: ScreenHandle = { title: texts.title };

const statements = defineList(listLenderStatements);
export const loader = ({ request, context }: Route.LoaderArgs) => statements.read({ request, context });

export default function Statements({ loaderData: { items, list } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      <LenderTabs current="statements" />
      <ListTable
        list={list}
        table={{
          caption: t("statements"),
          rows: items,
          rowKey: ({ lenderId, month }) => `${lenderId} ${month}`,
          empty: t("empty"),
          columns: [
            {
              key: "lender",
              label: t("lender"),
              show: ({ lenderId, lenderName, month }) => (
                <TwoLines>
                  <a href={`/staff/lenders/${encodeURIComponent(lenderId)}/${month}`}>
                    {formatMonth(`${month}-01`, language)}
                  </a>
                  <span>{lenderName}</span>
                </TwoLines>
              ),
            },
            {
              key: "available",
              label: t("AVAILABLE"),
              figures: true,
              show: (one) => <Money rupiah={one.availableClosingRupiah} />,
            },
            {
              key: "invested",
              label: t("INVESTED"),
              figures: true,
              show: (one) => <Money rupiah={one.investedClosingRupiah} />,
            },
            { key: "share", label: t("share"), figures: true, show: (one) => <Money rupiah={one.shareRupiah} /> },
          ],
        }}
      />
    </>
  );
}
