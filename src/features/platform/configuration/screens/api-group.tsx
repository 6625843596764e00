import { data } from "react-router";
import type { Route } from "./+types/api-group";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Card } from "#web/ui/card/card.tsx";
import { DataTable, type Column } from "#web/ui/data-table/data-table.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import type { Policy } from "#shared/contract.ts";
import { getOpenApi } from "../contract.ts";
import { operationsOf, type FieldRow, type Operation, type ProblemRow } from "../parts/open-api.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.apiTitle, kind: "reading", measure: "wide", noIndex: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const operations = operationsOf(await call(getOpenApi, {}, { context }), params.group);
  const group = operations.length > 0 ? { name: params.group, operations } : null;
  return data({ group }, { status: group ? 200 : 404 });
}

export default function ApiGroup({ loaderData: { group } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const back = <a href="/api/docs">{t("backToApi")}</a>;
  if (!group) return <EmptyState art="search" level={1} title={t("groupUnknown")} action={back} />;
  return (
    <Stack gap="loose">
      <Small>{back}</Small>
      <Title lead={t("calls", { count: group.operations.length })}>{group.name}</Title>
      {group.operations.map((operation) => (
        <OperationCard key={operation.id} operation={operation} />
      ))}
    </Stack>
  );
}

function OperationCard({ operation }: { operation: Operation }) {
  const t = useTexts(texts);
  const { id, sent, answered, problems } = operation;
  return (
    <Card
      heading={
        <span className="api-call" id={id}>
          <span className="api-method">{operation.method}</span> {operation.path}
        </span>
      }
    >
      <p>{operation.summary}</p>
      <Small>
        {t("who")}: {usePolicyWords(operation.policy)}
      </Small>
      {sent.length > 0 ? (
        <Fields caption={t("sent")} rows={sent} withPlace />
      ) : (
        <Small>{`${t("sent")}: ${t("nothingSent")}`}</Small>
      )}
      {operation.bytes ? (
        <Small>{`${t("answered")}: ${t("bytes")}`}</Small>
      ) : (
        <Fields caption={t("answered")} rows={answered} />
      )}
      <Disclosure summary={`${t("problems")} (${problems.length})`}>
        <DataTable
          caption={t("problems")}
          captionHidden
          rows={problems}
          rowKey={(problem) => problem.code}
          columns={useProblemColumns()}
        />
      </Disclosure>
    </Card>
  );
}

function useProblemColumns(): Column<ProblemRow>[] {
  const t = useTexts(texts);
  return [
    { key: "code", label: t("code"), show: (problem) => problem.code },
    { key: "status", label: t("status"), show: (problem) => problem.status },
    { key: "meaning", label: t("meaning"), show: (problem) => problem.meaning },
  ];
}

function Fields({ caption, rows, withPlace }: { caption: string; rows: FieldRow[]; withPlace?: boolean }) {
  const t = useTexts(texts);
  const place: Column<FieldRow>[] = withPlace
    ? [
        { key: "place", label: t("place"), show: (row) => row.place },
        { key: "required", label: t("required"), show: (row) => (row.required ? "✓" : "–") },
      ]
    : [];
  const columns: Column<FieldRow>[] = [
    { key: "field", label: t("field"), show: (row) => row.name },
    ...place,
    { key: "shape", label: t("shape"), show: (row) => row.shape },
  ];
  return <DataTable caption={caption} rows={rows} rowKey={(row) => `${row.place} ${row.name}`} columns={columns} />;
}

function usePolicyWords(policy: Policy): string {
  const t = useTexts(texts);
  const who = t(policy.who, policy.who === "staff" ? { permission: policy.permission } : undefined);
  const more = [
    "stepUp" in policy && policy.stepUp ? t("stepUp") : "",
    "idempotent" in policy && policy.idempotent ? t("once") : "",
  ];
  return [who, ...more.filter(Boolean)].join("; ");
}
