import type { Route } from "./+types/statement";
import { call } from "#web/api.ts";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { formatMonth, formatDate, lastDayOfMonth } from "#shared/dates.ts";
import { formatPpm } from "#shared/money.ts";
import type { Language } from "#shared/texts.ts";
import { getLenderStatement, type LenderStatement } from "../contract.ts";
import { linesOfStatement, type LenderStatementLine } from "../lines-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.statement };

export async function loader({ params, context }: Route.LoaderArgs) {
  return call(getLenderStatement, { lenderId: params.lenderId, month: params.month }, { context });
}

export default function Statement({ loaderData: statement }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const first = `${statement.month}-01`;
  const month = formatMonth(first, language);
  const until = formatDate(lastDayOfMonth(first), language);
  return (
    <>
      <Title lead={t("paperLead", { until })}>{t("paperTitle", { month })}</Title>
      <p>
        <strong>{statement.lenderName}</strong>
      </p>
      <Files of={statement} />
      {linesOfStatement(statement).map(({ code, note, lines }) => (
        <Section key={code} heading={t(code)}>
          {note && <Small>{t(note)}</Small>}
          {lines.length > 0 && (
            <DataTable
              caption={t(code)}
              captionHidden
              rows={lines}
              rowKey={(line) => line.code}
              columns={[
                {
                  key: "line",
                  label: t("line"),
                  show: (line) => (line.kind === "SUM" ? <strong>{t(line.code)}</strong> : t(line.code)),
                },
                ...(code === "BUCKETS"
                  ? [
                      {
                        key: "loans",
                        label: t("loans"),
                        figures: true,
                        show: (line: LenderStatementLine) => line.loans,
                      },
                    ]
                  : []),
                { key: "amount", label: t("amount"), figures: true, show: (line) => figure(line, language) },
              ]}
            />
          )}
        </Section>
      ))}
      <p>
        <a href="/staff/lenders">{t("back")}</a>
      </p>
    </>
  );
}

function figure({ amount, kind }: LenderStatementLine, language: Language) {
  if (kind === "RATE") return formatPpm(amount, language);
  const money = <Money rupiah={amount} />;
  return kind === "SUM" ? <strong>{money}</strong> : money;
}

function Files({ of: { lenderId, month } }: { of: LenderStatement }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const path = `/api/staff/lenders/${encodeURIComponent(lenderId)}/statements/${month}`;
  return (
    <p>
      {t("files")}: <a href={`${path}/pdf?language=${language}`}>PDF</a> ·{" "}
      <a href={`${path}/csv?language=${language}`}>CSV</a>
    </p>
  );
}
