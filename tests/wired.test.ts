/**
 * A second list of the domains' wiring: who subscribes to which event, and who answers which question. No caller would
 * miss a removed subscription, so each added or removed one is entered here as well.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Domain } from "#server/domain.ts";
import { domains } from "../src/api.ts";

/** `within` the transaction of the event, or `after` it. */
const heard = [
  "account.closed after appointment-account-closed",
  "account.closed after campaign-awards-refused",
  "account.closed after fill-in-closed",
  "account.closed after invitation-closed",
  "account.closed after repayment-virtual-accounts",
  "account.closed after wallet-given-up",
  "account.contested after fill-in-contested",
  "account.contested within closing-contested",
  "account.contested within limit-freeze",
  "account.contested within loan-pause",
  "account.contested within lost-number-contested",
  "account.erased after agreement-certificate",
  "account.merged after agreement-merge-statement",
  "account.released after underwriting-resume",
  "account.released within limit-unfreeze",
  "account.released within loan-resume",
  "account.retention_ended after agreement-end-certificate",
  "borrower.registered after invitation-registered",
  "closure.asked after questionnaire-of-closing",
  "complaint.closed after questionnaire-of-complaint",
  "delivery.mail_reported after email-mail-report",
  "documents.answered within underwriting-answered",
  "email.verified after campaign-email",
  "export.asked after security-export-asked",
  "export.opened after security-export-opened",
  "identity.verified after campaign-identity",
  "identity.verified after invitation-verified",
  "identity.verified after limit-of-identity",
  "identity.verified after profile-contacts-asked",
  "information.given after application-prefill",
  "information.given after underwriting-information",
  "instalment.paid after campaign-instalment",
  "instalment.paid after points-instalment",
  "limit.changed within webhook-limit-changed",
  "linking.account_read after underwriting-link",
  "linking.account_read after underwriting-offer-link",
  "loan.activated after invitation-first-loan",
  "loan.activated within coupon-burnt",
  "loan.activated within repayment-books",
  "loan.moved after questionnaire-of-loan",
  "loan.moved after restructure-review-over",
  "loan.moved within coupon-back",
  "loan.moved within credit-check-over",
  "loan.moved within repeat-loan-alone",
  "loan.moved within restructure-loan-ended",
  "loan.moved within servicing-loan-ended",
  "loan.moved within servicing-work-ended",
  "loan.moved within webhook-loan-moved",
  "loan.overdue within webhook-loan-overdue",
  "loan.paid_off after campaign-paid-off",
  "loan.paid_off after points-paid-off",
  "loan.submitted within appointment-applied",
  "loan.submitted within webhook-loan-submitted",
  "login.device_added after security-device",
  "login.number_disowned after security-number",
  "lookup.found after underwriting-lookup",
  "lookup.found after underwriting-offer-lookup",
  "number.changed after fill-in-number-changed",
  "number.changed after questionnaire-of-number",
  "partner.report_doubted after exception-partner-report",
  "password.changed after security-password",
  "password.set after campaign-password",
  "password.set after points-password",
  "payment.booked within restructure-offers",
  "payment.booked within servicing-promise",
  "payment.booked within servicing-work-paid",
  "payment.booked within webhook-payment-booked",
  "payment.reversed after campaign-reversed",
  "payment.reversed after points-reversed",
  "payment.reversed within restructure-taken-back",
  "payment.reversed within servicing-promise-back",
  "payment.reversed within webhook-payment-reversed",
  "payout.returned after invitation-payout-returned",
  "profile.completed after campaign-profile",
  "profile.saved within limit-of-profile",
  "restructure.offered within webhook-offer-opened",
  "retention.ended after closing-retention-ended",
  "review.asked after account-merge-asked",
  "review.asked after identity-correction-asked",
  "review.asked after identity-face-asked",
  "review.asked after mobile-change-asked",
  "review.asked after security-proof-asked",
  "review.late after account-merge-late",
  "review.late after holder-name-late",
  "review.late after identity-correction-late",
  "review.late after identity-face-late",
  "review.late after lost-number-late",
  "review.late after merchant-late",
  "review.late after mobile-change-late",
  "review.late after privacy-request-late",
  "review.late after security-contest-late",
  "servicing.objected within servicing-objection",
];

/** Besides calls, work, notices and words, which every domain has; lists with their length. */
const handedIn: Record<string, string> = {
  "account/account-merge":
    "accounts-merged-into blockers-of-closing change-requests:1 lifecycles merge-undoing object-columns:1 personal-data-held reviews:1 subscribes",
  "account/bank-account": "personal-data-held takeover-risks",
  "account/cancellation":
    "blockers-of-closing lifecycles object-columns:1 personal-data-held proposals:1 session-limits standing-matters subscribes timeline-sources:1",
  "account/capture": "personal-data-held",
  "account/change-request": "blockers-of-closing code-refusals personal-data-held standing-matters timeline-sources:1",
  "account/document":
    "consent-holders:1 lifecycles object-columns:2 personal-data-held text-figures timeline-sources:1",
  "account/email": "lifecycles personal-data-held subscribes timeline-sources:1 unsubscribe-page",
  "account/hold": "blockers-of-closing personal-data-held standing-matters withdrawal-block",
  "account/holder-name": "change-requests:1 reviews:1 subscribes",
  "account/identity":
    "blockers-of-closing borrower-warnings consent-holders:1 lifecycles object-columns:1 personal-data-held reviews:1 search-sources:1 subscribes",
  "account/identity-correction": "change-requests:1 reviews:1 subscribes",
  "account/linking":
    "consent-holders:1 foreign-records income-statements lifecycles personal-data-held records standing-matters text-figures timeline-sources:1",
  "account/login":
    "borrower-figures borrower-warnings is-open-account is-registered lifecycles open-accounts-among personal-data-held search-sources:2 timeline-sources:1",
  "account/lookup":
    "consent-holders:1 foreign-records income-statements lifecycles personal-data-held standing-matters timeline-sources:1",
  "account/lost-number":
    "code-refusals lifecycles open-number-recovery personal-data-held reviews:1 standing-matters subscribes timeline-sources:1",
  "account/mobile-change": "change-requests:1 objection-pages reviews:1 subscribes",
  "account/platform-check": "consent-holders:1 consent-subjects lifecycles personal-data-held",
  "account/privacy":
    "blockers-of-closing borrower-warnings lifecycles object-columns:2 personal-data-held proposals:1 reviews:1 standing-matters standing-matters standing-matters subscribes",
  "account/profile": "addressee-of consent-holders:1 personal-data-held subscribes",
  "account/questionnaire":
    "borrower-pages:1 consent-holders:1 consent-subjects content-structures:1 personal-data-held timeline-sources:1",
  "account/security":
    "account-to-release address-before-freeze lifecycles number-proofs personal-data-held reviews:1 standing-matters subscribes timeline-sources:1 withdrawal-block",
  "account/social-account": "consent-holders:1 personal-data-held",
  "account/verification":
    "borrower-warnings domain-figures link-mark personal-data-held report-parts text-figures timeline-sources:1",
  "credit/agreement": "code-refusals lifecycles object-columns:1 personal-data-held subscribes",
  "credit/appointment":
    "appointment-of lifecycles merge-assets:1 personal-data-held standing-matters subscribes timeline-sources:1",
  "credit/application": "consent-holders:1 personal-data-held repeat-loan-stands subscribes",
  "credit/disbursement":
    "blockers-of-closing console-work-lists:3 inbox:1 lifecycles personal-data-held proposals:3 timeline-sources:1 transfer-purposes",
  "credit/fill-in": "borrower-pages:1 fill-link-for lifecycles personal-data-held subscribes timeline-sources:1",
  "credit/funding": "book-checks:2 console-work-lists:1 proposals:3 transfer-purposes",
  "credit/limit":
    "borrower-figures borrower-pages:1 credit-score limit-freezes lost-at-closing merge-assets:1 personal-data-held proposals:3 records subscribes timeline-sources:1",
  "credit/loan":
    "blockers-of-closing borrower-of-page borrower-warnings credit-status has-applied lifecycles loan-under-way loans-before-merge personal-data-held rate-caps report-parts search-sources:1 subscribes takeover-risks text-figures timeline-sources:1",
  "credit/membership":
    "appointment-days borrower-figures lifecycles merge-assets:1 personal-data-held temporary-limit-right timeline-sources:1",
  "credit/merchant":
    "added-incomes borrower-figures lifecycles merge-assets:1 personal-data-held reviews:1 subscribes timeline-sources:1 verified-sources",
  "credit/repayment":
    "bills-page-without-login blockers-of-closing book-checks:2 borrower-figures borrower-of-page console-work-lists:2 inbox:1 lifecycles loan-histories loan-payoff merge-assets:1 payout-books personal-data-held proposals:3 report-parts search-sources:1 subscribes timeline-sources:1 transfer-purposes",
  "credit/restructure":
    "lifecycles personal-data-held proposals:1 reviews:1 standing-matters subscribes timeline-sources:1",
  "credit/servicing":
    "borrower-figures borrower-of-page consent-holders:1 consent-subjects console-work-lists:1 lifecycles personal-data-held proposals:4 servicing-plan subscribes timeline-sources:2",
  "credit/treasury": "console-work-lists:1 proposals:5",
  "credit/underwriting":
    "borrower-of-page console-work-lists:2 lifecycles operator-limit personal-data-held subscribes text-figures",
  "operations/access-key": "partner-of-key proposals:1",
  "operations/accounting": "console-work-lists:1",
  "operations/report": "report-parts",
  "operations/telemetry": "report-parts",
  "operations/trace": "search-sources:1",
  "operations/webhook": "proposals:2 published-webhooks:15 subscribes",
  "operations/watchtower": "borrower-pages:3 personal-data-held",
  "platform/audit": "personal-data-held staff-trail timeline-sources:1",
  "platform/checks": "borrower-of-page lifecycles personal-data-held",
  "platform/configuration": "console-work-lists:1 proposals:1",
  "platform/console": "staff-roles",
  "platform/content": "console-work-lists:1 proposals:1 text-in-force",
  "platform/exception": "borrower-of-page console-work-lists:1 lifecycles personal-data-held subscribes",
  "platform/list-export": "lifecycles object-columns:1",
  "platform/notice": "personal-data-held timeline-sources:1",
  "platform/review":
    "borrower-of-page console-work-lists:1 lifecycles object-columns:1 personal-data-held proposals staff-digests:1 standing-matters timeline-sources:1",
  "rewards/award": "borrower-of-page borrower-pages:1 console-work-lists:1 proposals:1",
  "rewards/campaign":
    "book-checks:3 coupon-offers lifecycles lost-at-closing merge-assets:1 personal-data-held proposals:5 reviews:1 shop-offers subscribes withdrawal-block",
  "rewards/coupon":
    "book-checks:1 discounts-of-loans lifecycles lost-at-closing merge-assets:1 personal-data-held subscribes timeline-sources:1",
  "rewards/invitation":
    "lifecycles lost-at-closing merge-assets:1 network-of participants-of personal-data-held reviews:1 subscribes takeover-risks timeline-sources:1",
  "rewards/points": "lost-at-closing merge-assets:1 personal-data-held subscribes timeline-sources:1",
  "rewards/voucher": "personal-data-held",
  "rewards/wallet":
    "blockers-of-closing book-checks:2 closing-balance console-work-lists:1 lifecycles merge-assets:1 personal-data-held proposals:1 records subscribes timeline-sources:2 transfer-purposes",
  "site/blog": "sitePages:1",
  "site/company": "sitePages:3",
  "support/complaint":
    "borrower-of-page complaints-open console-work-lists:1 lifecycles object-columns:1 personal-data-held report-parts search-sources:1 staff-digests:1 subscribes takeover-risks text-figures timeline-sources:1",
};
const usual = new Set(["answers", "answersTo", "work", "notice-kinds", "console-words", "codes"]);
/** Lists whose entries are checked elsewhere: `heard`, `tests/lifecycles` and `tests/records`. */
const listedElsewhere = new Set(["subscribes", "lifecycles", "records"]);
const lineOf = (key: string, value: unknown): string =>
  Array.isArray(value) && !listedElsewhere.has(key) ? `${key}:${value.length}` : key;

it("every event is heard by those that stand here, and at that time", () => {
  const found = domains.flatMap(({ subscribes }) => subscribes ?? []);
  const lines = found.map(({ event, key, when }) => `${event.name} ${when === "WITHIN" ? "within" : "after"} ${key}`);
  expect(lines.toSorted()).toEqual(heard);
});

it("every domain hands in what stands here, and is mounted", async () => {
  const found: Record<string, string> = {};
  const features = join(import.meta.dirname, "../src/features");
  const mounted = new Set<Domain>(domains);
  for (const wing of readdirSync(features))
    for (const name of readdirSync(join(features, wing))) {
      const rooms = readdirSync(join(features, wing, name));
      if (!rooms.includes("server") || !readdirSync(join(features, wing, name, "server")).includes("index.ts"))
        continue;
      const { domain } = (await import(join(features, wing, name, "server/index.ts"))) as { domain?: Domain };
      if (!domain) continue;
      expect([name, mounted.has(domain)]).toEqual([name, true]);
      const answers = (domain.answersTo ?? []).map(({ question, answer }) => [question.name, answer] as const);
      const keys = [...Object.entries(domain), ...answers].flatMap(([key, value]) =>
        value === undefined || usual.has(key) ? [] : [lineOf(key, value)],
      );
      if (keys.length > 0) found[`${wing}/${name}`] = keys.toSorted().join(" ");
    }
  expect(found).toEqual(handedIn);
});
