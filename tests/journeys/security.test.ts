/** "Not me": a stranger logs in, the owner freezes the account from the notice and has it released, with and without script. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  invented,
  logIn,
  newestCode,
  newestLink,
  passCaptcha,
  sandboxPost,
  type Person,
} from "#tests/support/borrower.ts";
import { phone, type Phone, type PhoneOptions } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { fillBirthDate, pictureOf, press } from "#tests/support/information.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";
import { enter, proveIdentity } from "#tests/support/with-identity.ts";

// Days go by: that needs a clock of its own.
let product: RunningProduct;
beforeAll(async () => {
  product = await startBehindTls(await mkdtemp(join(tmpdir(), "tunai-security-")));
});
afterAll(async () => {
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
});
const phoneHere = (options: PhoneOptions = {}) => phone({ origin: product.origin, ...options });
const text = ({ page }: Phone) => page.locator("main").innerText();
const pass = (who: Phone, seconds: number) => sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: seconds });

/** The owner proves number, NIK and face in a browser without a login. */
async function prove(reader: Phone, person: Person): Promise<void> {
  const { page } = reader;
  await pass(reader, 61);
  await page.locator("[name=mobileNumber]").fill(person.mobileNumber);
  await page.locator("[name=channel][value=SMS]").check({ force: true });
  await reader.look("account-hold");
  await press(reader, "security_send_code");
  await passCaptcha(reader);
  await page.locator("[name=code]").waitFor();
  await reader.look("account-hold-code");
  await page.fill("[name=code]", await newestCode(reader, person.mobileNumber));
  await press(reader, "security_code");
  await page.locator("[name=nik]").waitFor();
  await reader.look("account-hold-face");
  await page.fill(
    "[name=nik]",
    person.nik.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)),
  );
  await page.setInputFiles("[name=photo]", await pictureOf(reader, person, "selfie"));
  await page.check("[name=agreed]");
  await press(reader, "identity_face_check");
  await page.getByText("Sisa 4 kali").first().waitFor();
  await reader.look("account-hold-wrong");
  await page.fill("[name=nik]", person.nik);
  await page.setInputFiles("[name=photo]", await pictureOf(reader, person, "selfie"));
  await page.check("[name=agreed]");
  await press(reader, "identity_face_check");
  await page.getByText("Permintaan Anda kami terima").waitFor();
  await reader.look("account-hold-done");
}

it.each([true, false])(
  "the owner freezes the account from the notice of a login, proves it, and staff see the case (script: %s)",
  async (javaScript) => {
    const owner = await phoneHere();
    const person = await invented(owner, javaScript ? 81 : 82);
    await enter(owner, person.mobileNumber);
    await proveIdentity(owner, person);
    await owner.open("/webview/security");
    await owner.look("security-empty");
    await pass(owner, 25 * 3_600);

    const stranger = await phoneHere();
    await enter(stranger, person.mobileNumber);
    const link = await newestLink(owner, person.mobileNumber, "/not-me");

    const reader = await phoneHere({ javaScript });
    const { page } = reader;
    await page.goto(new URL(new URL(link).pathname + new URL(link).search, product.origin).href);
    expect(page.url()).not.toContain("t=");
    await reader.look("not-me");
    expect(await text(reader)).toContain("Masuk dari perangkat baru");
    await stranger.open("/webview/security");
    await stranger.look("security");
    await press(reader, "security_freeze");
    await page.locator("a[href='/account-hold']").waitFor();
    await reader.look("not-me-frozen");
    await stranger.page.goto(`${product.origin}/webview/security`);
    expect(stranger.page.url()).toContain("/login");

    await pass(owner, 61);
    const again = await phoneHere({ javaScript });
    await again.page.goto(`${product.origin}/login`);
    await again.page.fill("input[name=mobileNumber]", person.mobileNumber);
    await again.page.locator("input[name=channel][value=SMS]").check();
    await again.page.check("input[name=agreeTerms]");
    await again.page.check("input[name=agreePrivacy]");
    await again.page.locator("button.button[name=intent][value=send]").click();
    await passCaptcha(again);
    await again.page.fill("input[name=code]", await newestCode(again, person.mobileNumber));
    await again.page.locator("form:has(input[name=code]) button.button-primary").click();
    await again.page.locator("a[href='/account-hold']").waitFor();
    await again.look("login-frozen");

    await page.locator("a[href='/account-hold']").click();
    await prove(reader, person);
    if (!javaScript) return;
    const staff = await staffPhone("underwriter", 0, { origin: product.origin });
    await staff.page.goto(`${product.origin}/staff/reviews`);
    await staff.page.locator("main td, main th").getByText("Akun dibekukan pemilik").first().waitFor();
    await staff.page.locator("a[href*='/staff/reviews/0']").first().click();
    await staff.page.getByText("Kemiripan wajah").waitFor();
    await staff.look("staff-contest");
    // The borrower's page says how the account stands, and leads back to the case.
    const opened = new URL(staff.page.url()).pathname;
    await staff.page.locator("main a[href^='/staff/borrowers/']").first().click();
    const standing = staff.page.locator("#standing");
    await standing.locator(`a[href="${opened}"]`).getByText("Akun dibekukan pemilik").waitFor();
    expect(await standing.innerText()).toContain("Pembekuan oleh pemilik");
    await staff.look("staff-contest-borrower");
  },
);

it("who asks for a release without a frozen account is told so after the proof", async () => {
  const owner = await phoneHere();
  const person = await invented(owner, 83);
  await enter(owner, person.mobileNumber);
  await pass(owner, 61);
  const reader = await phoneHere();
  await reader.page.goto(`${product.origin}/account-hold`);
  await reader.page.fill("[name=mobileNumber]", "12");
  await press(reader, "security_send_code");
  await reader.page.locator("[aria-invalid=true]").first().waitFor();
  await reader.look("account-hold-wrong-number");
  await reader.page.fill("[name=mobileNumber]", person.mobileNumber);
  await reader.page.locator("[name=channel][value=SMS]").check({ force: true });
  await press(reader, "security_send_code");
  await passCaptcha(reader);
  await reader.page.fill("[name=code]", await newestCode(reader, person.mobileNumber));
  await press(reader, "security_code");
  await reader.page.locator("a[href='/account-hold?step=again']").waitFor();
  await reader.look("account-hold-none");
  await reader.page.goto(`${product.origin}/not-me`);
  await reader.look("not-me-over");
});

/** Two owners who are not heard of for 91 days, the same ones for both: three months of a clock are most of what this costs. */
let silence: Promise<Person[]> | undefined;
const silentOwners = (): Promise<Person[]> =>
  (silence ??= (async () => {
    const persons: Person[] = [];
    const owner = await phoneHere();
    for (const seed of [84, 85]) {
      const person = await invented(owner, seed);
      const fresh = await phoneHere();
      await enter(fresh, person.mobileNumber);
      await proveIdentity(fresh, person);
      persons.push(person);
    }
    await pass(owner, 91 * 86_400);
    return persons;
  })());

it.each([true, false])(
  "after long silence a strange device confirms the account, or the number is new to it (script: %s)",
  async (javaScript) => {
    const person = (await silentOwners())[javaScript ? 0 : 1]!;
    const stranger = await phoneHere({ javaScript });
    const { page } = stranger;
    await logIn(stranger, person.mobileNumber, "/webview/security");
    expect(new URL(page.url()).pathname).toBe("/confirm-account");
    await stranger.look("confirm-account");
    expect(await text(stranger)).not.toContain(person.fullName);
    if (!javaScript) {
      await press(stranger, "confirm_number_new");
      await page.waitForURL(/free=later/);
      await stranger.look("confirm-account-waits");
      return;
    }
    await fillBirthDate(page, "1991-01-01");
    await page.fill("[name=nikEnding]", person.nik.slice(-4));
    await press(stranger, "confirm_account");
    await page.getByText("tidak cocok dengan akun ini").first().waitFor();
    await stranger.look("confirm-account-wrong");
    await fillBirthDate(page, person.birthDate);
    await page.fill("[name=nikEnding]", person.nik.slice(-4));
    await press(stranger, "confirm_account");
    await page.waitForURL(/webview\/security/);
  },
);
