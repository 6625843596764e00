/** Every screen of the product, by shell. A domain brings its screens in its own `routes.ts`. */
import { layout, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import * as bankAccount from "./features/account/bank-account/routes.ts";
import * as cancellation from "./features/account/cancellation/routes.ts";
import * as document from "./features/account/document/routes.ts";
import * as email from "./features/account/email/routes.ts";
import * as identity from "./features/account/identity/routes.ts";
import * as accountMerge from "./features/account/account-merge/routes.ts";
import * as login from "./features/account/login/routes.ts";
import * as information from "./features/account/information/routes.ts";
import * as linking from "./features/account/linking/routes.ts";
import * as platformCheck from "./features/account/platform-check/routes.ts";
import * as lookup from "./features/account/lookup/routes.ts";
import * as socialAccount from "./features/account/social-account/routes.ts";
import * as lostNumber from "./features/account/lost-number/routes.ts";
import * as holderName from "./features/account/holder-name/routes.ts";
import * as identityCorrection from "./features/account/identity-correction/routes.ts";
import * as mobileChange from "./features/account/mobile-change/routes.ts";
import * as privacy from "./features/account/privacy/routes.ts";
import * as profile from "./features/account/profile/routes.ts";
import * as questionnaire from "./features/account/questionnaire/routes.ts";
import * as security from "./features/account/security/routes.ts";
import * as agreement from "./features/credit/agreement/routes.ts";
import * as application from "./features/credit/application/routes.ts";
import * as appointment from "./features/credit/appointment/routes.ts";
import * as disbursement from "./features/credit/disbursement/routes.ts";
import * as restructure from "./features/credit/restructure/routes.ts";
import * as servicing from "./features/credit/servicing/routes.ts";
import * as fillIn from "./features/credit/fill-in/routes.ts";
import * as funding from "./features/credit/funding/routes.ts";
import * as limit from "./features/credit/limit/routes.ts";
import * as loan from "./features/credit/loan/routes.ts";
import * as membership from "./features/credit/membership/routes.ts";
import * as merchant from "./features/credit/merchant/routes.ts";
import * as repayment from "./features/credit/repayment/routes.ts";
import * as treasury from "./features/credit/treasury/routes.ts";
import * as underwriting from "./features/credit/underwriting/routes.ts";
import * as audit from "./features/platform/audit/routes.ts";
import * as checks from "./features/platform/checks/routes.ts";
import * as configuration from "./features/platform/configuration/routes.ts";
import * as content from "./features/platform/content/routes.ts";
import * as exception from "./features/platform/exception/routes.ts";
import * as listExport from "./features/platform/list-export/routes.ts";
import * as notice from "./features/platform/notice/routes.ts";
import * as review from "./features/platform/review/routes.ts";
import * as sandbox from "./features/operations/sandbox/routes.ts";
import * as console from "./features/platform/console/routes.ts";
import * as accounting from "./features/operations/accounting/routes.ts";
import * as accessKey from "./features/operations/access-key/routes.ts";
import * as trace from "./features/operations/trace/routes.ts";
import * as telemetry from "./features/operations/telemetry/routes.ts";
import * as webhook from "./features/operations/webhook/routes.ts";
import * as watchtower from "./features/operations/watchtower/routes.ts";
import * as campaign from "./features/rewards/campaign/routes.ts";
import * as campaignCheckIn from "./features/rewards/campaign-check-in/routes.ts";
import * as campaignEgg from "./features/rewards/campaign-egg/routes.ts";
import * as campaignGift from "./features/rewards/campaign-gift/routes.ts";
import * as campaignPick from "./features/rewards/campaign-pick/routes.ts";
import * as campaignShop from "./features/rewards/campaign-shop/routes.ts";
import * as campaignWatering from "./features/rewards/campaign-watering/routes.ts";
import * as wishes from "./features/rewards/campaign-wish/routes.ts";
import * as award from "./features/rewards/award/routes.ts";
import * as coupon from "./features/rewards/coupon/routes.ts";
import * as invitation from "./features/rewards/invitation/routes.ts";
import * as points from "./features/rewards/points/routes.ts";
import * as voucher from "./features/rewards/voucher/routes.ts";
import * as wallet from "./features/rewards/wallet/routes.ts";
import * as blog from "./features/site/blog/routes.ts";
import * as borrowerHome from "./features/site/borrower-home/routes.ts";
import * as company from "./features/site/company/routes.ts";
import * as home from "./features/site/home/routes.ts";
import * as lender from "./features/site/lender/routes.ts";
import * as shell from "./features/site/shell/routes.ts";
import * as complaint from "./features/support/complaint/routes.ts";
import * as help from "./features/support/help/routes.ts";
import * as message from "./features/support/message/routes.ts";

interface DomainRoutes {
  website?: RouteConfigEntry[];
  webview?: RouteConfigEntry[];
  staff?: RouteConfigEntry[];
  /** Pages of the console about one borrower: a layout shows the borrower above them. */
  aboutBorrower?: RouteConfigEntry[];
  bare?: RouteConfigEntry[];
}

const domains: DomainRoutes[] = [
  login,
  identity,
  profile,
  privacy,
  document,
  information,
  lookup,
  socialAccount,
  platformCheck,
  linking,
  holderName,
  identityCorrection,
  accountMerge,
  mobileChange,
  lostNumber,
  bankAccount,
  borrowerHome,
  questionnaire,
  email,
  cancellation,
  security,
  home,
  company,
  blog,
  limit,
  restructure,
  servicing,
  shell,
  lender,
  complaint,
  help,
  message,
  coupon,
  points,
  invitation,
  wallet,
  award,
  voucher,
  campaign,
  campaignEgg,
  campaignCheckIn,
  campaignGift,
  campaignPick,
  campaignShop,
  campaignWatering,
  wishes,
  configuration,
  content,
  notice,
  review,
  exception,
  listExport,
  sandbox,
  audit,
  console,
  checks,
  accessKey,
  telemetry,
  trace,
  webhook,
  watchtower,
  application,
  appointment,
  loan,
  underwriting,
  agreement,
  repayment,
  membership,
  merchant,
  fillIn,
  disbursement,
  treasury,
  funding,
  accounting,
];
/** `/Borrow` is not one of our addresses: search engines would take it for a copy of `/borrow`. */
const asWritten = (entry: RouteConfigEntry): RouteConfigEntry => ({
  ...entry,
  caseSensitive: true,
  ...(entry.children ? { children: entry.children.map(asWritten) } : {}),
});
const screensOf = (kind: keyof DomainRoutes): RouteConfigEntry[] =>
  domains.flatMap((domain) => domain[kind] ?? []).map(asWritten);

export default [
  layout("web/shells/website.tsx", screensOf("website")),
  layout("web/shells/webview.tsx", screensOf("webview")),
  layout("web/shells/staff.tsx", [
    ...screensOf("staff"),
    layout("features/operations/watchtower/screens/about-borrower.tsx", screensOf("aboutBorrower")),
  ]),
  ...screensOf("bare"),
] satisfies RouteConfig;
