/** An e-mail address named on its page in a browser. */
import { expect } from "vitest";
import { waitForNextCode } from "./applying.ts";
import { newestCode } from "./borrower.ts";
import type { Phone } from "./browser.ts";
import { press } from "./information.ts";

/** Names an address, with the code of the own number where the session does not prove it yet. */
export async function nameEmail(who: Phone, email: string, mobileNumber: string): Promise<void> {
  const { page } = who;
  await page.fill("[name=email]", email);
  await press(who, "email_add");
  const code = page.locator("[data-track=email_step_up]");
  await code.or(page.locator("[data-track=otp_send]")).or(page.locator("[data-track=email_verify]")).first().waitFor();
  if ((await page.locator("[data-track=otp_send]").count()) > 0) {
    await waitForNextCode(who);
    await page.check("[name=channel][value=SMS]", { force: true });
    await press(who, "otp_send");
    await code.waitFor();
  }
  if ((await code.count()) > 0) {
    await who.look("add-email-code");
    expect(await page.locator("main").innerText()).toContain(email);
    await page.fill("[name=code]", await newestCode(who, mobileNumber));
    await press(who, "email_step_up");
  }
  await page.waitForURL(/verify-email/);
  expect(page.url()).not.toContain("@");
}
