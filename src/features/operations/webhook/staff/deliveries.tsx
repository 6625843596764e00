import type { Route } from "./+types/deliveries";
import { ShortId } from "#web/console/short-id.tsx";
import { LocalInstant } from "#web/console/local-time.tsx";
import { defineList, listAddress } from "#web/console/list.ts";
import type { ListColumn } from "#web/console/list-table.tsx";
import { Queue, TwoLines } from "#web/console/queue.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { webhookTypes } from "../contract.ts";
import { deliveryStates, listWebhookDeliveries, type DeliveryView } from "../staff-contract.ts";
import { webhookStaffTexts } from "../texts.ts";

export const handle: ScreenHandle = { title: webhookStaffTexts.log };

const deliveries = defineList(listWebhookDeliveries, { filters: ["endpointId", "state", "type", "eventId"] });
export const loader = ({ request, context }: Route.LoaderArgs) => deliveries.read({ request, context });

const kinds = { WAITING: "attention", DELIVERED: "ok", DEAD: "bad" } as const;

export default function Deliveries({ loaderData: { items, list } }: Route.ComponentProps) {
  const t = useTexts(webhookStaffTexts);
  const state = list.asked["state"];
  return (
    <Queue
      title={t("log")}
      lead={
        <>
          {t("logLead")} <a href="/staff/webhooks">{t("endpoints")}</a>
        </>
      }
      views={[
        { to: listAddress(list, { state: "" }), label: t("all"), current: state === undefined },
        ...deliveryStates.map((one) => ({
          to: listAddress(list, { state: one }),
          label: t(one),
          current: state === one,
        })),
      ]}
      list={list}
      hasPeriod
      periodOf={t("madeAt")}
      filter={{
        names: ["type", "eventId", "endpointId"],
        fields: (
          <>
            <Select
              name="type"
              label={t("type")}
              conditional
              options={webhookTypes.map((value) => ({ value, label: value }))}
            />
            <TextField name="eventId" label={t("eventId")} conditional autoComplete="off" autoCapitalize="none" />
          </>
        ),
      }}
      table={{
        caption: t("log"),
        rows: items,
        rowKey: ({ deliveryId }) => deliveryId,
        empty: t("nothingSent"),
        columns: useColumns(),
      }}
    />
  );
}

function useColumns(): ListColumn<DeliveryView>[] {
  const t = useTexts(webhookStaffTexts);
  return [
    {
      key: "event",
      label: t("event"),
      show: ({ type, eventId }) => (
        <TwoLines>
          <code>{type}</code>
          <ShortId id={eventId} />
        </TwoLines>
      ),
    },
    { key: "sequence", label: t("sequence"), figures: true, show: ({ sequence }) => sequence },
    {
      key: "state",
      label: t("state"),
      show: ({ state: is, isReplay }) => (
        <>
          <Badge kind={kinds[is]}>{t(is)}</Badge> {isReplay && <Badge>{t("isReplay")}</Badge>}
        </>
      ),
    },
    { key: "answer", label: t("answer"), show: (one) => <LastAnswer of={one} /> },
    { key: "tries", label: t("tries"), figures: true, show: ({ tries }) => tries },
    {
      key: "at",
      label: t("madeAt"),
      show: ({ madeAt, dueAt }) => (
        <TwoLines>
          <LocalInstant at={madeAt} />
          {dueAt !== null && (
            <span>
              {t("nextTry")}: <LocalInstant at={dueAt} />
            </span>
          )}
        </TwoLines>
      ),
    },
    {
      key: "url",
      label: t("url"),
      show: ({ endpointId, url }) => (
        <a href={`/staff/webhooks/${endpointId}`} title={url}>
          {new URL(url).host}
        </a>
      ),
    },
  ];
}

function LastAnswer({ of: { lastStatus, lastFailure, lastMilliseconds } }: { of: DeliveryView }) {
  const t = useTexts(webhookStaffTexts);
  if (lastStatus === null && lastFailure === null) return "–";
  return (
    <TwoLines>
      <span>{lastStatus ?? t(lastFailure ?? "NOT_CONNECTED")}</span>
      {lastMilliseconds !== null && <span>{t("milliseconds", { count: lastMilliseconds })}</span>}
    </TwoLines>
  );
}
