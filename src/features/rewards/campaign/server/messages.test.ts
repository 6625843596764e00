/**
 * The table of section 11, row by row: the message of each event with its channels, and the events that screens report.
 * // Product decisions, rewards 11
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { noticeKinds, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import { domain as coupons } from "#features/rewards/coupon/server/index.ts";
import { domain as invitations } from "#features/rewards/invitation/server/index.ts";
import { domain as wallet } from "#features/rewards/wallet/server/index.ts";
import { domain as campaigns } from "./index.ts";
import { askOf } from "#server/questions.ts";

const told = new Map(
  (
    askOf([campaigns, coupons, invitations, wallet])(
      noticeKinds,
    ).flat() as unknown as readonly NoticeDefinition<never>[]
  ).map((notice) => [notice.kind, notice] as const),
);

/** The event, the notice's kind, and whether it is also sent outside the inbox. */
const messages: readonly (readonly [what: string, kind: string, isOutside: boolean])[] = [
  ["withdrawal ordered", "wallet.ordered", false],
  ["withdrawal arrived", "wallet.arrived", true],
  ["withdrawal failed", "wallet.failed", true],
  ["withdrawal returned", "wallet.returned", true],
  ["wallet ends", "wallet.ends", true],
  ["prize", "campaign.prize", true],
  ["coupon obtained", "coupon.obtained", false],
  ["coupon ends in 3 days", "coupon.ends", false],
  ["friend counted", "invitation.counted", false],
  ["friend rewarded", "invitation.rewarded", false],
  ["campaign stopped", "campaign.stopped", false],
  ["award revoked", "campaign.award_revoked", false],
];

it.each(messages)("%s is told in the inbox by %s, and by channel: %s.", (_what, kind, isOutside) => {
  const notice = told.get(kind);
  expect(notice, kind).toBeDefined();
  expect(notice!.channels).toContain("INBOX");
  expect(notice!.channels.some((channel) => channel === "SMS" || channel === "WHATSAPP")).toBe(isOutside);
});

it("A revoked award says why and leads to a complaint; an opened event is promotion, a stopped one none.", () => {
  const revoked = told.get("campaign.award_revoked")!;
  const reasons = ["SAME_PERSON", "ARRANGED", "FALSE_DETAILS", "PAYMENT_TAKEN_BACK", "TERMS_NOT_MET"];
  // Each with its prize and campaign, and without them for older notices that lack these fields.
  expect(Object.keys(revoked.variants ?? {})).toEqual(reasons.flatMap((reason) => [reason, `${reason}_NAMED`]));
  expect(revoked.link!({ borrowerId: null, values: {} as never }).path).toBe("/webview/customer-service/complaint");
  expect(told.get("campaign.opened")!.topic).toBe("NEWS");
  expect(told.get("campaign.stopped")!.topic).not.toBe("NEWS");
});

const root = join(import.meta.dirname, "../../..");
const screens = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => readFileSync(join(root, name), "utf8"));

it.each([
  "campaign_view",
  "campaign_act",
  "coupon_obtain",
  "coupon_apply",
  "wallet_withdraw",
  "invite_share",
  "draw_proof_view",
  "break_set",
])("%s is told by a screen, without amounts or codes.", (event) => {
  const lines = screens.flatMap((text) => text.split("\n")).filter((line) => line.includes(`"${event}"`));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines)
    expect(line).not.toMatch(/trackContent|trackValue=(?!"act=go"|\{`act=\$\{act\}(?:&outcome=\$\{came\})?`\})/);
});
