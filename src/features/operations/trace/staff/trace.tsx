import type { Route } from "./+types/trace";
import { call, Problem } from "#web/api.ts";
import { LocalInstant } from "#web/console/local-time.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { groupThousands } from "#shared/money.ts";
import { onlyFor } from "#features/platform/console/parts/only-for.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { getTrace, traceDays, type TraceLine } from "../staff-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

/** The code is in the address: it is no secret, names no person, and a colleague opens the same page by it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await onlyFor({ context }, getTrace);
  const traceId = new URL(request.url).searchParams.get("traceId")?.trim() ?? "";
  if (traceId === "") return { traceId, items: null, exceptions: [], failure: null };
  try {
    const { items, exceptions } = await call(getTrace, { traceId }, { context });
    return { traceId, items, exceptions, failure: null };
  } catch (error) {
    if (!(error instanceof Problem) || (error.init.status !== 404 && error.init.status !== 422)) throw error;
    return { traceId, items: null, exceptions: [], failure: error.data };
  }
}

export default function Trace({ loaderData: { traceId, items, exceptions, failure } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const cause = items?.findLast(isCause);
  return (
    <>
      <Title lead={t("lead", { days: traceDays })}>{t("title")}</Title>
      <Form id="trace" method="get" action="/staff/trace" values={{ traceId }} {...(failure ? { failure } : {})}>
        <div className="console-line">
          <TextField
            name="traceId"
            label={t("code")}
            hint={t("codeHint")}
            conditional
            autoComplete="off"
            autoCapitalize="none"
          />
          <Button>{t("show")}</Button>
        </div>
      </Form>
      {items && (
        <>
          <Section heading={t("cause")}>
            {cause ? (
              <Notice kind="bad">
                {t(cause.name)}: {cause.subject} · {outcomeOf(cause)}
              </Notice>
            ) : (
              <p>{t("noCause")}</p>
            )}
            {exceptions.map(({ exceptionId, text, causeText }) => (
              <p key={exceptionId}>
                <a href={`/staff/exceptions/${exceptionId}`}>{t("exception", { text })}</a> {causeText}
              </p>
            ))}
          </Section>
          <Steps items={items} />
        </>
      )}
    </>
  );
}

/** A step that failed or was refused. The last one to begin explains the others: a partner inside a call inside a request. */
const isCause = ({ hasFailed, code, status }: TraceLine): boolean =>
  hasFailed || code !== null || (status !== null && status >= 400);

const outcomeOf = ({ status, code, reason }: TraceLine): string =>
  [status, code, reason].filter((part) => part !== null).join(" · ");

function Steps({ items }: { items: readonly TraceLine[] }) {
  const t = useTexts(texts);
  return (
    <DataTable
      caption={t("steps")}
      rows={items.map((item, index) => ({ ...item, index }))}
      rowKey={({ index }) => String(index)}
      columns={[
        {
          key: "subject",
          label: t("subject"),
          show: ({ subject, attempt }) => (
            <>
              <span className="console-id">{subject || "–"}</span>
              {attempt !== null && attempt > 1 && ` · ${t("attempt", { count: attempt })}`}
            </>
          ),
        },
        { key: "kind", label: t("kind"), show: ({ name }) => t(name) },
        {
          key: "outcome",
          label: t("outcome"),
          show: (step) =>
            isCause(step) ? (
              <Badge kind="bad">{outcomeOf(step) || t("failed")}</Badge>
            ) : (
              <Badge kind="ok">{outcomeOf(step) || t("ok")}</Badge>
            ),
        },
        {
          key: "duration",
          label: t("duration"),
          figures: true,
          show: ({ milliseconds }) => groupThousands(milliseconds),
        },
        { key: "when", label: t("when"), show: ({ at }) => <LocalInstant at={at} /> },
      ]}
    />
  );
}
