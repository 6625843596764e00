/**
 * The permissions to propose and to check every kind of proposal, and the decisions of reviews that need two people.
 * // Threat B13
 */
import { expect, it } from "vitest";
import { reviewKinds } from "#features/platform/review/server/kinds.ts";
import { proposalKinds } from "#server/four-eyes/proposal-kind.ts";
import { askOf } from "#server/questions.ts";
import { domains } from "../src/api.ts";

const ask = askOf(domains);

/** `<kind>: <permission to propose>, <permission to check>`, and whether an amount needs a higher one. */
const proposed = [
  "legal.hold: legal.hold, legal.hold",
  "retention.read: retention.read, retention.read",
  "payment.assignment: payment.unmatched.assign, payment.unmatched.check, by amount",
  "money.reverse_payment: money.propose, money.check, by amount",
  "money.return_unmatched: money.propose, money.check, by amount",
  "payout.settlement: disbursement.settle, disbursement.settle, by amount",
  "money.late_payout: money.propose, money.check, by amount",
  "money.returned_payout: money.propose, money.check, by amount",
  "money.lender_deposit: money.propose, money.check, by amount",
  "money.operating_deposit: money.propose, money.check, by amount",
  "money.escrow_top_up: money.propose, money.check, by amount",
  "money.voucher_paid: money.propose, money.check, by amount",
  "money.prize_tax_paid: money.propose, money.check, by amount",
  "campaign.budget: campaign.edit, campaign.check, by amount",
  "campaign.move: campaign.pause, campaign.check",
  "campaign.improve: campaign.edit, campaign.check, by amount",
  "campaign.result: campaign.edit, campaign.check",
  "campaign.permit: campaign.edit, campaign.check",
  "limit.set: limit.propose, limit.check",
  "limit.temporary: limit.propose, limit.check",
  "limit.freeze: limit.propose, limit.check",
  "restructure.offer: restructure.offer, restructure.check",
  "lender.account: money.propose, money.check",
  "money.lender_withdrawal: money.propose, money.check, by amount",
  "money.lender_distribution: money.propose, money.check, by amount",
  "money.waiver: money.propose, money.check, by amount",
  "money.loan_write_off: money.propose, money.check, by amount",
  "servicing.promise: servicing.contact, servicing.check",
  "servicing.plan: servicing.plan, servicing.check",
  "reward.grant: reward.grant, money.check, by amount",
  "reward.revoke: reward.grant, money.check, by amount",
  "webhook.access_key: webhook.propose, webhook.check",
  "webhook.endpoint: webhook.propose, webhook.check",
  "webhook.replay: webhook.propose, webhook.check",
  "review.data_request: review.decide, review.check",
  "review.face_check: review.decide, review.check",
  "review.hardship: review.decide, review.check",
  "review.holder_name: review.decide, review.check",
  "review.identity_correction: review.decide, review.check",
  "review.mobile_change: review.decide, review.check",
  "review.lost_number: review.decide, review.check",
  "review.contest: review.decide, review.check",
  "review.account_merge: review.decide, review.check",
  "review.reward_owed_again: review.decide, review.check",
  "review.invitation_reward: review.decide, review.check",
  "review.shop: review.decide, review.check",
  "content.text: content.edit, content.check",
  "configuration.value: content.edit, content.check",
];

it("Every kind of proposal is made and checked by those whom its rule names, and by no others.", () => {
  const found = [...proposalKinds({ ask }).values()].map(
    ({ kind, permissions: { propose, check }, tier }) => `${kind}: ${propose}, ${check}${tier ? ", by amount" : ""}`,
  );
  expect(found.toSorted()).toEqual(proposed.toSorted());
});

it("Reviews that move a number, a name, an account or value take two people always, others where they are flagged.", () => {
  const people = ({ twoPeople }: { twoPeople: (facts: never) => boolean }) =>
    [
      { flags: [], isShared: false },
      { flags: ["FLAG"], isShared: true },
    ].map((facts) => (twoPeople(facts as never) ? 2 : 1));
  const found = Object.fromEntries([...reviewKinds(ask).values()].map((kind) => [kind.kind, people(kind)]));
  expect(found).toEqual({
    account_merge: [2, 2],
    contest: [2, 2],
    hardship: [2, 2],
    holder_name: [2, 2],
    lost_number: [2, 2],
    reward_owed_again: [2, 2],
    shop: [1, 2],
    face_check: [1, 2],
    identity_correction: [1, 2],
    mobile_change: [1, 2],
    data_request: [1, 1],
    invitation_reward: [1, 1],
  });
});
