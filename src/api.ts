/** Every call that the server answers, every job it works and every deadline it sweeps, domain by domain. */
import { Api } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { proposalWork } from "#server/four-eyes/proposals.ts";
import { inboxWork } from "#server/events/inbox.ts";
import type { Services } from "#server/services.ts";
import { domain as accountMerge } from "#features/account/account-merge/server/index.ts";
import { domain as bankAccount } from "#features/account/bank-account/server/index.ts";
import { domain as cancellation } from "#features/account/cancellation/server/index.ts";
import { domain as changeRequest } from "#features/account/change-request/server/index.ts";
import { domain as capture } from "#features/account/capture/server/index.ts";
import { domain as document } from "#features/account/document/server/index.ts";
import { domain as email } from "#features/account/email/server/index.ts";
import { domain as identity } from "#features/account/identity/server/index.ts";
import { domain as linking } from "#features/account/linking/server/index.ts";
import { domain as platformCheck } from "#features/account/platform-check/server/index.ts";
import { domain as lookup } from "#features/account/lookup/server/index.ts";
import { domain as socialAccount } from "#features/account/social-account/server/index.ts";
import { domain as login } from "#features/account/login/server/index.ts";
import { domain as lostNumber } from "#features/account/lost-number/server/index.ts";
import { domain as hold } from "#features/account/hold/server/index.ts";
import { domain as holderName } from "#features/account/holder-name/server/index.ts";
import { domain as identityCorrection } from "#features/account/identity-correction/server/index.ts";
import { domain as mobileChange } from "#features/account/mobile-change/server/index.ts";
import { domain as privacy } from "#features/account/privacy/server/index.ts";
import { domain as profile } from "#features/account/profile/server/index.ts";
import { domain as questionnaire } from "#features/account/questionnaire/server/index.ts";
import { domain as security } from "#features/account/security/server/index.ts";
import { domain as verification } from "#features/account/verification/server/index.ts";
import { domain as agreement } from "#features/credit/agreement/server/index.ts";
import { domain as application } from "#features/credit/application/server/index.ts";
import { domain as appointment } from "#features/credit/appointment/server/index.ts";
import { domain as disbursement } from "#features/credit/disbursement/server/index.ts";
import { domain as funding } from "#features/credit/funding/server/index.ts";
import { domain as limit } from "#features/credit/limit/server/index.ts";
import { domain as loan } from "#features/credit/loan/server/index.ts";
import { domain as membership } from "#features/credit/membership/server/index.ts";
import { domain as fillIn } from "#features/credit/fill-in/server/index.ts";
import { domain as merchant } from "#features/credit/merchant/server/index.ts";
import { domain as underwriting } from "#features/credit/underwriting/server/index.ts";
import { domain as treasury } from "#features/credit/treasury/server/index.ts";
import { domain as restructure } from "#features/credit/restructure/server/index.ts";
import { domain as servicing } from "#features/credit/servicing/server/index.ts";
import { domain as repayment } from "#features/credit/repayment/server/index.ts";
import { domain as audit } from "#features/platform/audit/server/index.ts";
import { domain as checks } from "#features/platform/checks/server/index.ts";
import { domain as configuration } from "#features/platform/configuration/server/index.ts";
import { domain as content } from "#features/platform/content/server/index.ts";
import { domain as delivery } from "#features/platform/delivery/server/index.ts";
import { domain as exception } from "#features/platform/exception/server/index.ts";
import { domain as listExport } from "#features/platform/list-export/server/index.ts";
import { domain as notice } from "#features/platform/notice/server/index.ts";
import { domain as review } from "#features/platform/review/server/index.ts";
import { domain as campaign, sandboxCampaigns } from "#features/rewards/campaign/server/index.ts";
import { domain as accounting } from "#features/operations/accounting/server/index.ts";
import { domain as report } from "#features/operations/report/server/index.ts";
import { domain as wishes } from "#features/rewards/campaign-wish/server/index.ts";
import { domain as sandbox } from "#features/operations/sandbox/server/index.ts";
import { domain as console } from "#features/platform/console/server/index.ts";
import { domain as award } from "#features/rewards/award/server/index.ts";
import { domain as coupon } from "#features/rewards/coupon/server/index.ts";
import { domain as invitation } from "#features/rewards/invitation/server/index.ts";
import { domain as points } from "#features/rewards/points/server/index.ts";
import { domain as voucher } from "#features/rewards/voucher/server/index.ts";
import { domain as wallet } from "#features/rewards/wallet/server/index.ts";
import { domain as blog } from "#features/site/blog/server/index.ts";
import { domain as company } from "#features/site/company/server/index.ts";
import { domain as home } from "#features/site/home/server/index.ts";
import { domain as watchtower } from "#features/operations/watchtower/server/index.ts";
import { domain as accessKey } from "#features/operations/access-key/server/index.ts";
import { domain as webhook } from "#features/operations/webhook/server/index.ts";
import { domain as trace } from "#features/operations/trace/server/index.ts";
import { domain as telemetry } from "#features/operations/telemetry/server/index.ts";
import { domain as complaint } from "#features/support/complaint/server/index.ts";
import { domain as message } from "#features/support/message/server/index.ts";

/** In the order in which the console lists their work and `within` subscribers are called. */
export const domains: readonly Domain[] = [
  privacy,
  verification,
  login,
  identity,
  document,
  capture,
  lookup,
  socialAccount,
  platformCheck,
  linking,
  bankAccount,
  changeRequest,
  holderName,
  identityCorrection,
  mobileChange,
  lostNumber,
  security,
  hold,
  email,
  cancellation,
  accountMerge,
  profile,
  questionnaire,
  limit,
  loan,
  underwriting,
  agreement,
  application,
  appointment,
  repayment,
  disbursement,
  treasury,
  funding,
  membership,
  fillIn,
  merchant,
  campaign,
  wishes,
  sandboxCampaigns,
  voucher,
  wallet,
  award,
  // Behind repayment, whose books the discount of a coupon is booked in.
  coupon,
  // After repayment, whose events may end an offer.
  restructure,
  servicing,
  points,
  invitation,
  complaint,
  message,
  review,
  exception,
  listExport,
  content,
  configuration,
  checks,
  telemetry,
  trace,
  delivery,
  notice,
  sandbox,
  audit,
  console,
  accounting,
  report,
  watchtower,
  webhook,
  accessKey,
  home,
  company,
  blog,
];

/** @param answering the domains of this installation */
export function createApi(services: Services, answering: readonly Domain[] = domains): Api {
  const api = new Api(services);
  for (const answered of answering.flatMap(({ answers = [] }) => answers)) api.mount(answered);
  return api;
}

/** @param working the domains of this installation */
export function registerWork(services: Services, working: readonly Domain[] = domains): void {
  services.events.open(
    services,
    working.flatMap(({ subscribes = [] }) => subscribes),
  );
  inboxWork(
    services,
    working.flatMap(({ inbox = [] }) => inbox),
  );
  proposalWork(services);
  for (const domain of working) {
    for (const source of domain.sitePages ?? []) services.sitePages.add(source);
    domain.work?.(services);
  }
}
