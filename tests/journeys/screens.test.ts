/** Every screen that docs/screens.tsv says is there, opened in a state in which it shows what it is for: whole at 360 px, in one language or, in the long run, in all three. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openKeys } from "#server/keys/keys.server.ts";
import { systemRandom } from "#server/process/random.ts";
import { dateInWib } from "#shared/dates.ts";
import { waitForNextCode } from "#tests/support/applying.ts";
import { invented, newestCode, newestLink, personOf } from "#tests/support/borrower.ts";
import { phone, type Phone, type PhoneOptions } from "#tests/support/browser.ts";
import { madeApplication, staffPhone } from "#tests/support/console.ts";
import { deskFaults } from "#tests/support/desk.ts";
import { largeTextFaults } from "#tests/support/large-text.ts";
import { madeLoan, pay } from "#tests/support/paying.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";

interface Row {
  path: string;
  login: string;
}
const rows: Row[] = readFileSync("docs/screens.tsv", "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .filter((cells) => (cells[4] ?? "").trim() !== "")
  .map(([path = "", , login = ""]) => ({ path, login }));

const languages = process.env["TEST_LONG"] ? (["id-ID", "en-GB", "zh-CN"] as const) : (["id-ID"] as const);

let product: RunningProduct;
let borrower: Phone;
let admin: Phone;
/** Where each screen with a part of its own in the address is opened; all others stand at their path. */
const addresses: Record<string, string> = {
  "/{anything else}": "/no/such/page",
  "/n/{token}": "/n/unknown-link",
  "/webview/static-text/{key}": "/webview/static-text/collection-rules",
  "/blog/{blogPath}": "/blog/how-costs-are-counted",
  "/about/faq/{section}": "/about/faq/payment-and-repayment",
  "/news/{key}": "/news/personal-summary",
  "/social-events/{key}": "/social-events/family-budget-class",
  "/webview/agreement/{key}": "/webview/agreement/riplay",
  "/webview/static-agreement/{key}": "/webview/static-agreement/authentication-service",
  "/webview/prl-example/{key}": "/webview/prl-example/loan-agreement",
  "/webview/lender/help-center/{type}": "/webview/lender/help-center/RISK",
  "/webview/event-questionnaire/{eventType}": "/webview/event-questionnaire/AFTER_PAYOUT",
  "/staff/questionnaires/{key}": "/staff/questionnaires/app-and-website",
  "/webview/img-page": "/webview/img-page?key=passbook",
  "/webview/additional-info/upload/{type}": "/webview/additional-info/upload/family-card",
  "/webview/activity/toy-egg/{activityId}": "/webview/activity/toy-egg/toy-egg-1",
  "/webview/activity/toy-egg-2/{activityId}": "/webview/activity/toy-egg-2/toy-egg-2",
  "/webview/activity/toy-egg-2/policyAgreement/{activityId}": "/webview/activity/toy-egg-2/policyAgreement/toy-egg-2",
  "/webview/activity/tomoro/{activityId}": "/webview/activity/tomoro/tomoro-coffee",
  "/webview/activity/tomoro-rules/{activityId}": "/webview/activity/tomoro-rules/tomoro-coffee",
  "/staff/campaigns/{activityId}": "/staff/campaigns/toy-egg-1",
  "/staff/campaigns/{activityId}/edit": "/staff/campaigns/toy-egg-1/edit",
  "/staff/campaigns/{activityId}/preview": "/staff/campaigns/toy-egg-1/preview",
  "/staff/campaigns/{activityId}/result": "/staff/campaigns/world-cup/result",
  "/staff/campaigns/{activityId}/winners": "/staff/campaigns/toy-egg-1/winners",
  "/webview/additional-again/upload/{type}": "/webview/additional-again/upload/SALARY_SLIP",
  "/staff/reviews/{caseId}": "/staff/reviews/01900000-0000-7000-8000-000000000000",
  "/staff/exceptions/{exceptionId}": "/staff/exceptions/01900000-0000-7000-8000-000000000000",
  "/staff/webhooks/{endpointId}": "/staff/webhooks/01900000-0000-7000-8000-000000000000",
  "/staff/rewards/review/{awardId}": "/staff/rewards/review/01900000-0000-7000-8000-000000000000",
  "/staff/lenders/{lenderId}/{month}": "/staff/lenders/unknown/2026-01",
  "/staff/accounting/reconciliation/{lineId}": "/staff/accounting/reconciliation/01900000-0000-7000-8000-000000000000",
};
/** Answers other than 200 that belong to a screen. */
const statuses: Record<string, number> = {
  "/{anything else}": 404,
  "/n/{token}": 404,
  // Without a notice's link it says that the link is over; the journey of security opens one.
  "/not-me": 401,
  // Without the link of an offer they say that it is over; the journey of offers opens one.
  "/webview/n-select-one-outside": 401,
  "/webview/social-media-outside": 401,
  // The same for a link to fill in; its journey opens one.
  "/webview/no-login-fill": 401,
  // The partner's page stands for one order; the journeys of account links open it.
  "/sandbox/partner": 404,
  // No domain hands in a kind of review yet; src/features/platform/review/staff/review.browser.test.ts looks at a case.
  "/staff/reviews/{caseId}": 404,
  // Nothing was left to staff; the journey of exceptions looks at one.
  "/staff/exceptions/{exceptionId}": 404,
  // No endpoint is there; the journey of webhooks makes one.
  "/staff/webhooks/{endpointId}": 404,
  // Nothing is held yet; the journey of rewards' staff looks at one.
  "/staff/rewards/review/{awardId}": 404,
  // No identity provider is agreed here; the tests of its calls log in by one.
  "/staff/login/company": 404,
  // No month is closed yet; the journey of lenders looks at a statement.
  "/staff/lenders/{lenderId}/{month}": 404,
  // No statement is uploaded yet; the journey of lenders looks at a line.
  "/staff/accounting/reconciliation/{lineId}": 404,
};
/** A form's post that the console's journey presses, and an address that leads on. */
const withoutPage = ["/staff/logout", "/.well-known/change-password"];
/** Shows parts of many pages on one, titles among them; src/web/ui/examples.test.tsx looks at each. */
const manyPages = ["/gallery"];

beforeAll(async () => {
  product = await startBehindTls(await mkdtemp(join(tmpdir(), "tunai-screens-")));
  borrower = await phone({ looksCloser: true, origin: product.origin });
});
afterAll(async () => {
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
});

it("a running loan, a case to decide and an invitation are there to be shown", async () => {
  const person = await invented(borrower, 9);
  const { borrowerId, loanId } = await madeLoan(borrower, "approved-1", person.mobileNumber);
  const call = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await borrower.page.evaluate(ask, { path, body, headers });
    return answer;
  };
  const { items } = await call(`/api/agreement/documents?loanId=${loanId}`);
  const { id: documentId } = items.find((document: { kind: string }) => document.kind === "loan-agreement");
  const { virtualAccountNumber } = await call("/api/repayment/virtual-account", { bankCode: "014" });
  await pay(borrower, { virtualAccountNumber, amount: 50_000 });
  const shared = await call(`/api/agreement/document/${documentId}/link`, {});
  const inOrigin = (link: string) => new URL(link).pathname + new URL(link).search;
  const contact = (await personOf(borrower, "approved-1"))["emergencyContact"].mobileNumber;
  await call(
    "/api/complaint",
    { reason: "repayment", text: "Pembayaran kemarin belum tercatat.", email: "pengadu@contoh.id" },
    { "Idempotency-Key": "complaint-of-the-screens" },
  );
  const [complaint] = (await call("/api/complaint")).items;
  const consent = await call("/api/privacy/consents", { kind: "PROMOTION", on: true });
  const shop = { name: "Toko Contoh", kind: "FOOD", platform: "SHOPEE", link: "shopee.co.id/tokocontoh", months: 18 };
  const { shopId } = await call(
    "/api/merchant",
    { ...shop, monthlyTurnoverRupiah: 4_000_000, villageCode: "31.71.01.1001" },
    { "Idempotency-Key": "shop-of-the-screens" },
  );
  Object.assign(addresses, {
    "/pdf-review/{id}": inOrigin(shared.url),
    "/complaint/ticket": complaint.path.replace("/webview/customer-service", ""),
    "/webview/customer-service/complaint/ticket": complaint.path,
    "/repayment/success": `/repayment/success?reference=${virtualAccountNumber}`,
    "/webview/pdf-view": `/webview/pdf-view?document=${documentId}`,
    "/webview/pdf-preview": `/webview/pdf-preview?document=${documentId}`,
    "/webview/agreement-pdf": `/webview/agreement-pdf?loan=${loanId}`,
    "/webview/loan-history/{id}": `/webview/loan-history/${loanId}`,
    "/webview/message/{id}": `/webview/message/${(await call("/api/message")).items[0].id}`,
    "/webview/no-login-bills": inOrigin(await newestLink(borrower, person.mobileNumber, "/webview/no-login-bills")),
    "/webview/contact-consent": (await call(`/api/notice/${(await newestLink(borrower, contact)).split("/").at(-1)}`))
      .to,
    "/verify/{id}": `/verify/${documentId}`,
    "/webview/merchant-detail/{shopId}": `/webview/merchant-detail/${shopId}`,
    "/staff/borrowers/{borrowerId}/limit": `/staff/borrowers/${borrowerId}/limit`,
    "/staff/loans/{loanId}/restructure": `/staff/loans/${loanId}/restructure`,
    "/staff/borrowers/{borrowerId}/fill-link": `/staff/borrowers/${borrowerId}/fill-link`,
    "/webview/privacy/consents/{consentId}": `/webview/privacy/consents/${consent.id}`,
    "/staff/borrowers/{borrowerId}": `/staff/borrowers/${borrowerId}`,
    "/staff/borrowers/{borrowerId}/timeline": `/staff/borrowers/${borrowerId}/timeline`,
    "/staff/borrowers/{borrowerId}/documents": `/staff/borrowers/${borrowerId}/documents`,
    "/staff/borrowers/{borrowerId}/review-answers": `/staff/borrowers/${borrowerId}/review-answers`,
    "/staff/borrowers/{borrowerId}/unmask": `/staff/borrowers/${borrowerId}/unmask`,
    "/staff/borrowers/{borrowerId}/rewards": `/staff/borrowers/${borrowerId}/rewards`,
    "/staff/borrowers/{borrowerId}/access": `/staff/borrowers/${borrowerId}/access`,
    "/staff/loans/{loanId}": `/staff/loans/${loanId}`,
    "/staff/servicing/{loanId}": `/staff/servicing/${loanId}`,
  });

  const { now } = await call("/api/sandbox/clock");
  addresses["/webview/activity/draw/{drawId}"] = `/webview/activity/draw/toy-egg-1:${dateInWib(new Date(now))}`;

  const other = await phone({ looksCloser: true, origin: product.origin });
  const inReview = await madeApplication(other, "review", (await invented(other, 10)).mobileNumber);
  admin = await staffPhone("admin", 0, { origin: product.origin });
  await expect
    .poll(async () => {
      const found = await admin.page.evaluate(ask, { path: "/api/staff/cases?limit=100" });
      const { caseId } =
        found.items.find((one: { borrowerId: string }) => one.borrowerId === inReview.borrowerId) ?? {};
      addresses["/staff/cases/{caseId}"] = `/staff/cases/${caseId}`;
      return caseId;
    })
    .toBeTruthy();
  await expect
    .poll(async () => {
      const { events } = await admin.page.evaluate(ask, { path: `/api/staff/loans/${loanId}` });
      addresses["/staff/payments/{receiptId}"] = `/staff/payments/${events[0]?.receiptId}`;
      return events.length;
    })
    .toBe(1);
  const words = { title: "Contoh usulan", summary: "Ringkasan contoh", markdown: "Isi contoh." };
  const news = {
    baseVersion: 0,
    texts: { id: words, en: words, zh: words },
    head: { published: "2026-11-01", picture: "receipt" },
  };
  const proposed = await admin.page.evaluate(ask, {
    path: "/api/staff/contents/news/screens-sample",
    body: news,
    headers: { "Idempotency-Key": "screens-content" },
  });
  const value = { baseVersion: 0, configValue: "contoh", format: "TEXT", isPublic: true };
  const proposedValue = await admin.page.evaluate(ask, {
    path: "/api/staff/configuration/screens.sample",
    body: value,
    headers: { "Idempotency-Key": "screens-configuration" },
  });
  const { items: lenders } = await admin.page.evaluate(ask, { path: "/api/staff/money/lenders" });
  const deposit = {
    lenderId: lenders[0].lenderId,
    amountRupiah: 25_000_000,
    bankReference: "SCREENS-0001",
    receivedOn: "2026-01-15",
    reason: "Contoh setoran untuk layar.",
  };
  const { proposalId } = await admin.page.evaluate(ask, {
    path: "/api/staff/money/deposits",
    body: deposit,
    headers: { "Idempotency-Key": "screens-deposit" },
  });
  await pay(admin, { virtualAccountNumber: "88801000000000999", amount: 40_000 });
  const stray = await expect
    .poll(async () => (await admin.page.evaluate(ask, { path: "/api/staff/payments/unmatched" })).items[0]?.receiptId)
    .toBeTruthy()
    .then(async () => (await admin.page.evaluate(ask, { path: "/api/staff/payments/unmatched" })).items[0].receiptId);
  Object.assign(addresses, {
    "/staff/checks/{proposalId}": `/staff/checks/${proposalId}`,
    "/staff/payments": `/staff/payments?receipt=${stray}`,
    "/staff/payments/reversal": `/staff/payments/reversal?loan=${addresses["/webview/loan-history/{id}"]?.split("/").at(-1)}`,
    "/staff/contents/proposals/{proposalId}": `/staff/contents/proposals/${proposed.proposalId}`,
    "/staff/contents/{collection}/{key}": "/staff/contents/static-text/terms",
    "/staff/contents/{collection}/{key}/versions": "/staff/contents/static-text/terms/versions",
    "/staff/configuration/proposals/{proposalId}": `/staff/configuration/proposals/${proposedValue.proposalId}`,
    "/staff/configuration/{configName}": "/staff/configuration/app_config.standard_rate_for_web",
  });
  const complaints = await admin.page.evaluate(ask, { path: "/api/staff/complaints" });
  addresses["/staff/complaints/{complaintId}"] = `/staff/complaints/${complaints.items[0].complaintId}`;
  await admin.page.goto(`${product.origin}/staff/members/invite`);
  await admin.page.fill("[name=name]", "Contoh Baru");
  await admin.page.fill("[name=email]", "baru@tunai.example");
  await admin.page.locator("[name=roles][value=finance]").check({ force: true });
  await admin.page.locator("main form button.button-primary").last().click();
  addresses["/staff/join"] = inOrigin((await admin.page.locator(".console-secret").innerText()).trim());
  addresses["/staff/members/{staffId}"] = new URL(admin.page.url()).pathname;
  await admin.page.goto(`${product.origin}/api/docs`);
  addresses["/api/docs/{group}"] =
    (await admin.page.locator("main a[href^='/api/docs/']").first().getAttribute("href")) ?? "";
});

it("a mail address waits for its owner, and a mailing says how to stop it", async () => {
  const call = (path: string, body: unknown) => borrower.page.evaluate(ask, { path, body });
  const email = "layar@contoh.id";
  await waitForNextCode(borrower);
  const { verificationId } = await call("/api/mobile/sendVerificationWithoutCaptcha", {
    purpose: "EMAIL",
    channel: "SMS",
  });
  const { mobileNumber } = await invented(borrower, 9);
  await call("/api/session/stepUp", { verificationId, code: await newestCode(borrower, mobileNumber) });
  await call("/api/email", { email });
  const link = new URL(await newestLink(borrower, email, "email-fast-link"));
  const keys = openKeys({ folder: join(product.dataDir, "secrets"), random: systemRandom() });
  const subject = `SURVEY.${keys.blindIndex("email", email)}`;
  const token = keys.signLink({ purpose: "EMAIL_UNSUBSCRIBE", subject, expiresAt: null });
  addresses["/webview/email-fast-link"] = link.pathname + link.search.replace(/lang=\w+&/, "");
  addresses["/unsubscribe/{id}"] = `/unsubscribe/${token}`;
});

it("an address that names nothing, however it is written, is a page that is not there, and no fault", async () => {
  const ofBorrower = [
    "/repayment/success?reference=%20",
    "/webview/loan-history/x",
    "/webview/loan-history?cursor=x",
    "/webview/agreement?loan=x",
    "/webview/agreement-pdf?loan=x",
    "/webview/agreement/riplay?loan=x",
    "/verify/x",
    "/webview/pdf-view?document=x",
    "/webview/pdf-preview?document=x",
    "/webview/sessions?cursor=x",
  ];
  const ofStaff = [
    "/staff/borrowers/x",
    "/staff/borrowers/x/timeline",
    "/staff/loans/x",
    "/staff/payments/x",
    "/staff/cases/x",
    "/staff/reviews/x",
    "/staff/exceptions/x",
    "/staff/complaints/x",
    "/staff/members/x",
    "/staff/configuration/%20",
    "/staff/contents/x/y",
    "/staff/contents/proposals/x",
    "/staff/payments?cursor=%20",
    "/staff/audit?staffId=x",
  ];
  for (const [who, paths] of [
    [borrower, ofBorrower],
    [admin, ofStaff],
  ] as const) {
    for (const path of paths)
      expect([path, (await who.context.request.get(product.origin + path, { maxRedirects: 0 })).status()]).toEqual([
        path,
        404,
      ]);
  }
});

/** Runs in the page, as the product's own script would. */
async function ask({
  path,
  body,
  headers = {},
}: {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  // oxlint-disable-next-line typescript/no-explicit-any
}): Promise<any> {
  const answer = await fetch(
    path,
    body === undefined
      ? {}
      : { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) },
  );
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(read)}`);
  return read;
}

/** The same person in another language, on a page of its own. */
async function inLanguage(of: Phone | null, language: PhoneOptions["language"]): Promise<Phone> {
  const who = await phone({ looksCloser: true, origin: product.origin, language });
  if (of) await who.context.addCookies((await of.context.cookies()).filter(({ name }) => name !== "lang"));
  return who;
}

/** A one-time entry of the native app, which a page's own login cannot make. */
async function entryLink(): Promise<string> {
  const cookies = await borrower.context.cookies();
  const value = (name: string) => cookies.find((cookie) => cookie.name.replace("__Host-", "") === name)?.value ?? "";
  const answer = await fetch(`${product.origin}/api/user/webviewCode`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: `Bearer ${value("sid")}`,
      "Device-Token": value("deviceToken"),
    },
    body: JSON.stringify({ path: "/webview/home" }),
  });
  const { url } = (await answer.json()) as { url: string };
  return new URL(url).pathname + new URL(url).search;
}

it.each(languages)(
  "every screen is whole in %s",
  async (language) => {
    const visitor = await inLanguage(null, language);
    const people: Record<string, Phone> = {
      yes: await inLanguage(borrower, language),
      staff: await inLanguage(admin, language),
    };
    people["optional"] = people["yes"] as Phone;
    /** One address of each path that a screen links to. */
    const leads = new Map<string, string>();
    /** Addresses that answered as a page that is there. */
    const opened = new Set<string>();
    const faults: string[] = [];
    for (const { path, login } of rows) {
      if (withoutPage.includes(path)) continue;
      const address = path === "/webview/enter" ? await entryLink() : (addresses[path] ?? path);
      expect(address, `${path} needs an address in this test`).not.toMatch(/[{}]|undefined/);
      // Papers in the app are their owner's, an entry is its device's; other links work for everyone who has them.
      const who = people[/^\/webview\/(pdf-|enter$)/.test(path) ? "yes" : login] ?? visitor;
      const answer = await who.page.goto(product.origin + address);
      if (answer?.status() !== (statuses[path] ?? 200)) {
        faults.push(`${path} at ${address}: ${answer?.status()}`);
        continue;
      }
      if (!statuses[path]) opened.add(address);
      if (login !== "no") expect(new URL(who.page.url()).pathname, path).not.toMatch(/\/login$/);
      if (!manyPages.includes(path)) await who.look(`screen-${path.slice(1)}`);
      const measured = path.startsWith("/staff") ? await deskFaults(who.page) : await largeTextFaults(who.page);
      faults.push(...measured.map((fault) => `${path} at ${address}: ${fault}`));
      expect(await who.page.getAttribute("html", "lang")).toBe(language.slice(0, 2));
      for (const href of await who.page
        .locator("a[href^='/']:not([href^='//'])")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? "")))
        if (!manyPages.includes(path) && !statuses[path])
          leads.set(href.split(/[?#]/)[0] as string, href.split("#")[0] as string);
    }
    expect(faults, "answered with another status, or not whole at a desk").toEqual([]);
    const dead: string[] = [];
    for (const href of leads.values()) {
      if (opened.has(href)) continue;
      const asked = href.startsWith("/staff") ? people["staff"] : people["yes"];
      const answer = await asked?.context.request.get(product.origin + href, { maxRedirects: 0 });
      if (answer?.status() === 404) dead.push(href);
    }
    expect(dead, "links that lead nowhere").toEqual([]);
    // Longer with every screen.
  },
  1_200_000,
);
