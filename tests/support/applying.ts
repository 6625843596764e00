/** Steps 4 to 6 of a borrower in a browser: choosing, applying, being decided, signing. In any language, with and without script. */
import { expect } from "vitest";
import type { Phone } from "./browser.ts";
import { newestCode, sandboxPost } from "./borrower.ts";
import { press } from "./information.ts";

export interface LoanInput {
  amountRupiah: number;
  tenorDays: number;
}

/** Fills the application; the first tap on its button comes after. */
export async function chooseLoan({ page }: Phone, { amountRupiah, tenorDays }: LoanInput): Promise<void> {
  await page.fill("[name=amountRupiah]", String(amountRupiah));
  await page.check(`[name=tenorDays][value="${tenorDays}"]`, { force: true });
  await page.selectOption("[name=purpose]", "EDUCATION");
}

export async function applyFor(who: Phone, options: LoanInput): Promise<void> {
  await who.open("/webview/apply-loan");
  await chooseLoan(who, options);
  // With script the figures follow by themselves.
  await who.page.waitForFunction(() => !document.querySelector("[data-live-region][aria-busy=true]"));
  await who.look("apply-loan-chosen");
  await press(who, "apply-submit");
  await who.page.waitForURL(/\/webview\/home/);
}

/**
 * Asks for a page until its main part holds what is awaited, before the page is opened: a page costs a browser ten times as
 * much as the server, and decisions take seconds.
 */
async function untilSent({ context, origin }: Phone, path: string, holds: (main: string) => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        const html = await (await context.request.get(origin + path)).text();
        return holds(html.slice(html.indexOf("<main"), html.indexOf("</main>")));
      },
      { interval: 400, message: `${path} holds what is awaited` },
    )
    .toBe(true);
}

/** Opens the home once this link of the next step is there. */
export async function untilHomeLeadsTo(who: Phone, path: string): Promise<void> {
  await untilSent(who, "/webview/home", (main) => main.includes(`href="${path}`));
  await who.page.goto(`${who.origin}/webview/home`);
  await who.page.locator(`main a[href^="${path}"]`).first().waitFor({ state: "attached" });
}

/** Opens the home once it says this. */
export async function homeSays(who: Phone, words: string): Promise<void> {
  await untilSent(who, "/webview/home", (main) => main.replaceAll(/<!--.*?-->|<[^>]*>/gs, "").includes(words));
  await who.page.goto(`${who.origin}/webview/home`);
  expect(await who.page.locator("main").textContent()).toContain(words);
}

/** One code a minute goes to a number: a signature right after a login waits. The clock moves on, and so does the countdown of the page that stands. */
export async function waitForNextCode({ origin, page }: Pick<Phone, "origin" | "page">): Promise<void> {
  await sandboxPost({ origin }, "/api/sandbox/clock", { advanceSeconds: 61 });
  if ((await page.locator("[data-track=otp_send]:disabled").count()) === 0) return;
  await page
    .locator("[data-countdown]")
    .evaluate((countdown: HTMLElement) => (countdown.dataset["until"] = countdown.dataset["now"]));
  await page.locator("[data-track=otp_send]:enabled").waitFor();
}

/** Reads, ticks, asks for the code and signs. */
export async function signLoan(who: Phone, mobileNumber: string): Promise<void> {
  const { page } = who;
  await who.open("/webview/agreement");
  await page.check("[name=read]");
  await page.check("[name=platforms]");
  await waitForNextCode(who);
  await press(who, "agreement_accept");
  await page.locator("[name=code]").waitFor();
  await who.look("agreement-code");
  await page.fill("[name=code]", await newestCode(who, mobileNumber));
  await press(who, "agreement_sign");
  await page.waitForURL(/\/webview\/agreement\?loan=/);
  await who.look("agreement-signed");
}

/** Sealing takes the paper's job a moment. */
export async function untilSealed(who: Phone): Promise<void> {
  await untilSent(who, "/webview/agreement-pdf", (main) => main.includes("notice-ok"));
  await who.open("/webview/agreement-pdf");
  expect(await who.page.locator(".notice-ok").count(), "the agreement is sealed").toBeGreaterThan(0);
}

export async function pressLink({ page }: Phone, path: string): Promise<void> {
  await page.locator(`main a[href^="${path}"]`).first().click();
  await page.waitForURL((url) => url.pathname.startsWith(path.split("?")[0] as string));
}
