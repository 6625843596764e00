import { data } from "react-router";
import type { Route } from "./+types/api-group";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Card } from "#web/ui/card/card.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Heading, Small, Title } from "#web/ui/text/text.tsx";
import type { Policy } from "#shared/contract.ts";
import { getOpenApi } from "../contract.ts";
import { groupsOf, type FieldRow, type Operation } from "../parts/open-api.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.apiTitle, kind: "reading", noIndex: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const group = groupsOf(await call(getOpenApi, {}, { context })).find(({ name }) => name === params.group) ?? null;
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
  const { sent, answered, problems } = operation;
  return (
    <Card>
      <h2 className="card-heading api-call" id={operation.id}>
        <span className="api-method">{operation.method}</span> {operation.path}
      </h2>
      <p>{operation.summary}</p>
      <Small>
        {t("who")}: {usePolicyWords(operation.policy)}
      </Small>
      <Heading level={3}>{t("sent")}</Heading>
      {sent.length > 0 ? <Fields rows={sent} withPlace /> : <Small>{t("nothingSent")}</Small>}
      <Heading level={3}>{t("answered")}</Heading>
      {operation.bytes ? <Small>{t("bytes")}</Small> : <Fields rows={answered} />}
      <details>
        <summary>
          {t("problems")} ({problems.length})
        </summary>
        <div className="api-scroll">
          <table className="api-table">
            <thead>
              <tr>
                <th scope="col">{t("status")}</th>
                <th scope="col">{t("code")}</th>
                <th scope="col">{t("meaning")}</th>
              </tr>
            </thead>
            <tbody>
              {problems.map((problem) => (
                <tr key={problem.code}>
                  <td>{problem.status}</td>
                  <td>
                    <code>{problem.code}</code>
                  </td>
                  <td>{problem.meaning}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Card>
  );
}

function Fields({ rows, withPlace }: { rows: FieldRow[]; withPlace?: boolean }) {
  const t = useTexts(texts);
  return (
    <div className="api-scroll">
      <table className="api-table">
        <thead>
          <tr>
            <th scope="col">{t("field")}</th>
            {withPlace && <th scope="col">{t("place")}</th>}
            <th scope="col">{t("shape")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.place} ${row.name}`}>
              <td>
                <code>{row.name}</code>
                {withPlace && row.required && <span className="small"> {t("required")}</span>}
              </td>
              {withPlace && <td>{row.place}</td>}
              <td>{row.shape}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function usePolicyWords(policy: Policy): string {
  const t = useTexts(texts);
  const who = t(policy.who, policy.who === "staff" ? { permission: policy.permission } : undefined);
  const more = ["stepUp" in policy && policy.stepUp ? t("stepUp") : "", "idempotent" in policy && policy.idempotent ? t("once") : ""];
  return [who, ...more.filter(Boolean)].join("; ");
}
