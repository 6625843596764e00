import { useSearchParams } from "react-router";
import type { Route } from "./+types/held-awards";
import { deskForms } from "#web/console/desk.ts";
import { LocalInstant } from "#web/console/local-time.tsx";
import { defineList } from "#web/console/list.ts";
import type { ListColumn } from "#web/console/list-table.tsx";
import { Queue } from "#web/console/queue.tsx";
import { StaffName, StaffProvider } from "#web/console/staff-name.tsx";
import { TimeLeft } from "#web/console/time-left.tsx";
import { mayStaff } from "#shared/staff-permissions.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { prizeWords } from "#features/rewards/campaign/parts/prize-words.ts";
import { heldAwardDesk, listHeldAwards, type HeldAward } from "../staff-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };
const path = "/staff/rewards/review";

const held = defineList(listHeldAwards);

export async function loader({ request, context }: Route.LoaderArgs) {
  const [list, staff] = await Promise.all([held.read({ request, context }), knownStaff({ context })]);
  return { ...list, staff };
}

/** Invited friends under review are listed in the reviews. */
const invitationReviews = "/staff/reviews?kind=invitation_reward";

const forms = defineForms({
  next: deskForms(heldAwardDesk, path).next,
});
export const action = forms.action;

export default function HeldAwards({ loaderData: { items, list, staff }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const columns = useColumns();
  const roles = useFrame().staff?.roles ?? [];
  return (
    <StaffProvider staff={staff}>
      <Queue
        title={t("title")}
        lead={t("lead")}
        views={[
          { to: path, label: t("HELD"), current: true },
          ...(mayStaff(roles, "review.read")
            ? [{ to: invitationReviews, label: t("invitationReviews"), current: false }]
            : []),
        ]}
        list={list}
        next={{ of: forms.form("next", actionData), isEmpty: query.has("none") }}
        table={{
          caption: t("title"),
          rows: items,
          rowKey: ({ awardId }) => awardId,
          empty: t("empty"),
          columns,
        }}
      />
    </StaffProvider>
  );
}

function useColumns(): ListColumn<HeldAward>[] {
  const t = useTexts(texts);
  const language = useLanguage();
  const frame = useFrame();
  const now = new Date(frame.now);
  const roles = frame.staff?.roles ?? [];
  return [
    {
      key: "prize",
      label: t("prize"),
      show: ({ awardId, prize }) => <a href={`${path}/${awardId}`}>{prizeWords(prize, language)}</a>,
    },
    {
      key: "borrower",
      label: t("borrower"),
      show: ({ borrowerId }) =>
        mayStaff(roles, "borrower.read") ? (
          <a href={`/staff/borrowers/${borrowerId}/rewards`}>{borrowerId.slice(0, 8)}</a>
        ) : (
          borrowerId.slice(0, 8)
        ),
    },
    { key: "campaign", label: t("campaign"), show: ({ title }) => title },
    { key: "labels", label: t("labels"), show: ({ heldFor }) => heldFor.map((label) => t(label)).join(", ") },
    {
      key: "left",
      label: t("timeLeft"),
      show: ({ dueAt, remindAt }) => (dueAt && remindAt ? <TimeLeft until={dueAt} remindAt={remindAt} /> : "–"),
    },
    { key: "won", label: t("wonAt"), show: ({ wonAt }) => <LocalInstant at={wonAt} /> },
    {
      key: "claimed",
      label: t("claimed"),
      show: ({ claimedBy, claimedUntil }) => (
        <StaffName id={claimedUntil && new Date(claimedUntil) > now ? claimedBy : null} />
      ),
    },
  ];
}
