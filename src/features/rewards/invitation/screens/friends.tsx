import type { Route } from "./+types/friends";
import { dateInWib, formatDate, formatMonth } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { readPage } from "#web/list.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { listFriends, type Friend, type InvitationState } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.friendsTitle, back: "/webview/invitation-human" };

export function loader({ request, context }: Route.LoaderArgs) {
  return readPage(request, listFriends, {}, { context });
}

/** The page of the version that the person came from, and returns to. */
const pageOf = (path: string): string =>
  path.includes("-v2") ? "/webview/invitation-human-v2" : "/webview/invitation-human";

export default function Friends({ loaderData: { items, page } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const invite = pageOf(useFrame().path);
  if (items.length === 0 && page.first === null)
    return (
      <EmptyState
        level={1}
        title={t("friendsEmptyTitle")}
        action={<ButtonLink to={invite}>{t("toInvite")}</ButtonLink>}
      >
        {t("friendsEmptyBody")}
      </EmptyState>
    );
  return (
    <Stack gap="loose">
      <Title lead={t("friendsLead")}>{t("friendsTitle")}</Title>
      <ul className="invite-friends">
        {items.map((friend) => (
          <FriendLine key={friend.invitationId} friend={friend} />
        ))}
      </ul>
      <Pagination page={page} />
      <ActionBar>
        <ButtonLink to={invite}>{t("toInvite")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}

const tones: Readonly<Record<InvitationState, "plain" | "info" | "attention" | "ok">> = {
  JOINED: "info",
  COUNTED: "ok",
  CHECKING: "attention",
  REWARDED: "ok",
  NOT_COUNTED: "plain",
  ENDED: "plain",
};

/** The text about a friend: mentions a coupon only when there is one. */
function wordsOf({ reason, state, coupon }: Friend): keyof typeof texts {
  if (reason !== null) return reason;
  if (state !== "COUNTED") return `say${state}`;
  if (coupon === null) return "couponNone";
  if (coupon === "GIVEN") return "couponGiven";
  return coupon === "PENDING" || coupon === "HELD" ? "couponWaits" : "sayCOUNTED";
}

function FriendLine({ friend }: { friend: Friend }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { tail, joinedMonth, state, reward } = friend;
  const month = formatMonth(`${joinedMonth}-01`, language);
  const isWaiting = reward?.state === "PENDING" && reward.givenFrom !== null;
  return (
    <li className="invite-friend">
      <span className="invite-friend-mark" aria-hidden="true">
        {tail ?? "··"}
      </span>
      <span className="invite-friend-words">
        <strong>{tail === null ? t("friendGone", { month }) : t("friend", { tail, month })}</strong>
        <span className="invite-friend-note">
          {isWaiting
            ? t("rewardFrom", {
                amount: formatRupiah(reward.amountRupiah),
                when: formatDate(dateInWib(new Date(reward.givenFrom!)), language),
              })
            : t(wordsOf(friend))}
        </span>
      </span>
      <span className="invite-friend-state">
        <Badge kind={tones[state]}>{t(state)}</Badge>
        {reward?.state === "GIVEN" && <strong>+{formatRupiah(reward.amountRupiah)}</strong>}
      </span>
    </li>
  );
}
