/**
 * The entries of every domain in the menus of the console and of borrower's pages, domain by domain: the console shows its places, and the
 * header its links, in the order of this list.
 */
import type { DomainNav } from "#web/nav.ts";
import { nav as audit } from "#features/platform/audit/nav.ts";
import { nav as checks } from "#features/platform/checks/nav.ts";
import { nav as configuration } from "#features/platform/configuration/nav.ts";
import { nav as console } from "#features/platform/console/nav.ts";
import { nav as content } from "#features/platform/content/nav.ts";
import { nav as exception } from "#features/platform/exception/nav.ts";
import { nav as listExport } from "#features/platform/list-export/nav.ts";
import { nav as review } from "#features/platform/review/nav.ts";
import { nav as accountMerge } from "#features/account/account-merge/nav.ts";
import { nav as bankAccount } from "#features/account/bank-account/nav.ts";
import { nav as cancellation } from "#features/account/cancellation/nav.ts";
import { nav as document } from "#features/account/document/nav.ts";
import { nav as email } from "#features/account/email/nav.ts";
import { nav as identity } from "#features/account/identity/nav.ts";
import { nav as information } from "#features/account/information/nav.ts";
import { nav as linking } from "#features/account/linking/nav.ts";
import { nav as login } from "#features/account/login/nav.ts";
import { nav as lookup } from "#features/account/lookup/nav.ts";
import { nav as mobileChange } from "#features/account/mobile-change/nav.ts";
import { nav as platformCheck } from "#features/account/platform-check/nav.ts";
import { nav as privacy } from "#features/account/privacy/nav.ts";
import { nav as profile } from "#features/account/profile/nav.ts";
import { nav as questionnaire } from "#features/account/questionnaire/nav.ts";
import { nav as security } from "#features/account/security/nav.ts";
import { nav as socialAccount } from "#features/account/social-account/nav.ts";
import { nav as agreement } from "#features/credit/agreement/nav.ts";
import { nav as application } from "#features/credit/application/nav.ts";
import { nav as appointment } from "#features/credit/appointment/nav.ts";
import { nav as disbursement } from "#features/credit/disbursement/nav.ts";
import { nav as funding } from "#features/credit/funding/nav.ts";
import { nav as limit } from "#features/credit/limit/nav.ts";
import { nav as loan } from "#features/credit/loan/nav.ts";
import { nav as membership } from "#features/credit/membership/nav.ts";
import { nav as merchant } from "#features/credit/merchant/nav.ts";
import { nav as repayment } from "#features/credit/repayment/nav.ts";
import { nav as restructure } from "#features/credit/restructure/nav.ts";
import { nav as servicing } from "#features/credit/servicing/nav.ts";
import { nav as treasury } from "#features/credit/treasury/nav.ts";
import { nav as underwriting } from "#features/credit/underwriting/nav.ts";
import { nav as campaign } from "#features/rewards/campaign/nav.ts";
import { nav as complaint } from "#features/support/complaint/nav.ts";
import { nav as help } from "#features/support/help/nav.ts";
import { nav as message } from "#features/support/message/nav.ts";
import { nav as accounting } from "#features/operations/accounting/nav.ts";
import { nav as sandbox } from "#features/operations/sandbox/nav.ts";
import { nav as trace } from "#features/operations/trace/nav.ts";
import { nav as telemetry } from "#features/operations/telemetry/nav.ts";
import { nav as webhook } from "#features/operations/webhook/nav.ts";
import { nav as watchtower } from "#features/operations/watchtower/nav.ts";
import { nav as borrowerHome } from "#features/site/borrower-home/nav.ts";

export const navOfDomains: readonly DomainNav[] = [
  watchtower,
  underwriting,
  review,
  exception,
  complaint,
  repayment,
  restructure,
  servicing,
  disbursement,
  checks,
  treasury,
  funding,
  accounting,
  campaign,
  content,
  questionnaire,
  configuration,
  webhook,
  telemetry,
  trace,
  listExport,
  audit,
  cancellation,
  console,
  borrowerHome,
  login,
  loan,
  help,
  sandbox,
  accountMerge,
  bankAccount,
  document,
  email,
  identity,
  information,
  linking,
  lookup,
  mobileChange,
  platformCheck,
  privacy,
  profile,
  security,
  socialAccount,
  agreement,
  application,
  appointment,
  limit,
  membership,
  merchant,
  message,
];
