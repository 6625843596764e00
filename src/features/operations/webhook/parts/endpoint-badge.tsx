import { useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import type { EndpointView } from "../staff-contract.ts";
import { webhookStaffTexts } from "../texts.ts";

/** Whether an endpoint is on, and whether a proposal about it waits. */
export function EndpointBadge({ endpoint: { state, proposalId } }: { endpoint: EndpointView }) {
  const t = useTexts(webhookStaffTexts);
  return (
    <>
      <Badge kind={state === "ON" ? "ok" : "bad"}>{t(state)}</Badge>{" "}
      {proposalId !== null && <Badge kind="attention">{t("waits")}</Badge>}
    </>
  );
}
