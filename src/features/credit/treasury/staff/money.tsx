import { data, redirect, useSearchParams } from "react-router";
import type { Route } from "./+types/money";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Row } from "#web/ui/stack/stack.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call, submit } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { InstantText, Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { getStaffSession, listStaffNames } from "#features/platform/console/contract.ts";
import { checkMoneyProposal, listMoneyProposals, type MoneyProposal } from "../contract.ts";
import { ProposalCard } from "../parts/proposal-card.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

const path = "/staff/money";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const cursor = query.get("cursor");
  const state = query.get("state") === "DONE" ? "DONE" : "OPEN";
  const [page, names, own] = await Promise.all([
    call(listMoneyProposals, { ...(cursor ? { cursor } : {}), state, limit: 50 }, { context }),
    call(listStaffNames, {}, { context }),
    call(getStaffSession, {}, { context }),
  ]);
  const opened = page.items.find((one) => one.proposalId === query.get("proposal")) ?? null;
  return {
    ...page,
    state,
    opened,
    ownId: own.staffId,
    names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const sent = await submit(checkMoneyProposal, form, context, { proposalId: form.get("proposalId") });
  if (!sent.ok) return data(sent.answer, { status: sent.answer.status });
  throw redirect(`${path}?state=DONE`, 303);
}

const badges = { PROPOSED: "attention", CONFIRMED: "ok", REFUSED: "plain" } as const;

export default function MoneyByHand({
  loaderData: { items, nextCursor, state, opened, ownId, names },
  actionData,
}: Route.ComponentProps) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const roles = useFrame().staff?.roles ?? [];
  const mark = state === "DONE" ? "state=DONE&" : "";
  const nameOf = (id: string | null) => (id ? (names[id] ?? id) : "–");
  const toOpen = (one: MoneyProposal) =>
    `${path}?${mark}${query.get("cursor") ? `cursor=${query.get("cursor")}&` : ""}proposal=${one.proposalId}#check`;
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      {mayStaff(roles, "money.propose") && (
        <Row>
          <ButtonLink kind="secondary" compact to="/staff/money/deposits">
            {t("toDeposits")}
          </ButtonLink>
        </Row>
      )}
      <Tabs
        label={t("tabs")}
        tabs={[
          { to: path, label: t("OPEN"), current: state === "OPEN" },
          { to: `${path}?state=DONE`, label: t("DONE"), current: state === "DONE" },
        ]}
      />
      {opened && (
        <ProposalCard
          proposal={opened}
          maker={nameOf(opened.makerId)}
          isOwn={opened.makerId === ownId}
          mayRefuse={mayStaff(roles, "money.check")}
          {...(actionData ? { failure: actionData.failure } : {})}
        />
      )}
      <DataTable
        caption={t("title")}
        captionHidden
        rows={items}
        rowKey={(one) => one.proposalId}
        empty={t(state === "OPEN" ? "empty" : "emptyDone")}
        columns={[
          { key: "deed", label: t("deed"), show: (one) => <a href={toOpen(one)}>{t(one.deed)}</a> },
          { key: "amount", label: t("amount"), figures: true, show: (one) => <Money rupiah={one.amountRupiah} /> },
          {
            key: "state",
            label: t("state"),
            show: (one) => (
              <Badge kind={badges[one.state]}>
                {t(one.state === "PROPOSED" && one.tierRupiah !== null ? "higher" : one.state)}
              </Badge>
            ),
          },
          { key: "maker", label: t("maker"), show: (one) => nameOf(one.makerId) },
          { key: "made", label: t("made"), show: (one) => <InstantText at={one.madeAt} style="short" /> },
          ...(state === "DONE"
            ? [
                { key: "checker", label: t("checker"), show: (one: MoneyProposal) => nameOf(one.checkerId) },
                {
                  key: "checked",
                  label: t("checked"),
                  show: (one: MoneyProposal) =>
                    one.checkedAt ? <InstantText at={one.checkedAt} style="short" /> : "–",
                },
              ]
            : []),
        ]}
      />
      <Pagination
        first={query.has("cursor") ? `${path}?${mark}` : null}
        next={nextCursor ? `${path}?${mark}cursor=${encodeURIComponent(nextCursor)}` : null}
      />
    </>
  );
}
