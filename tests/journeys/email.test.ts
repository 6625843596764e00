/** An e-mail address from its naming to its removal, with and without script; the mailbox's owner in another browser; unsubscribing. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { openKeys } from "#server/keys/keys.server.ts";
import { systemRandom } from "#server/process/random.ts";
import { waitForNextCode } from "#tests/support/applying.ts";
import { invented, logIn, newestCode, newestLink } from "#tests/support/borrower.ts";
import { phone, type Phone, type PhoneOptions } from "#tests/support/browser.ts";
import { press } from "#tests/support/information.ts";
import { nameEmail } from "#tests/support/naming-email.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { enter } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

// Codes wait for minutes: that needs a clock of its own.
let product: ReadyProduct;
beforeAll(async () => {
  product = await ownDays();
});
const phoneHere = (options: PhoneOptions = {}) => phone({ origin: product.origin, ...options });
const text = ({ page }: Phone) => page.locator("main").innerText();
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const tokenOf = (link: string) => new URL(link).searchParams.get("t") ?? "";

/** One click as RFC 8058 has it, from a client that is not ours: curl, and where it is not installed the platform's. */
async function postAsMailProgram(link: string, body: string): Promise<{ status: number; headers: Headers }> {
  const ask = ["-s", "-o", "/dev/null", "-D", "-", "--suppress-connect-headers", "--http1.1"];
  const trust = ["--cacert", process.env["NODE_EXTRA_CA_CERTS"] ?? ""];
  try {
    const { stdout } = await promisify(execFile)("curl", [...ask, ...trust, "--data", body, link]);
    const [first = "", ...lines] = stdout.trim().split("\r\n");
    const headers = lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)] as const);
    return { status: Number(first.split(" ")[1]), headers: new Headers(headers.map(([name, value]) => [name, value])) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    return fetch(link, { method: "POST", body, headers, redirect: "manual" });
  }
}

it.each(waysOf(import.meta.url, [true, false]))(
  "a person adds an address by its code, refuses mailings and removes it (script: %s)",
  async (javaScript) => {
    const who = await phoneHere({ javaScript });
    const { page } = who;
    const person = await invented(who, javaScript ? 71 : 72);
    const email = `siti.${javaScript ? 1 : 2}@contoh.id`;
    await logIn(who, person.mobileNumber);
    await who.open("/webview/my-profile");
    await page.locator('a[href="/webview/add-email"]').click();
    await page.locator("[name=email]").waitFor();
    await who.look("add-email");
    if (javaScript) {
      await page.fill("[name=email]", "siti@contoh");
      await press(who, "email_add");
      await page.getByText("Format email salah").first().waitFor();
      expect(await page.inputValue("[name=email]")).toBe("siti@contoh");
      await who.look("add-email-wrong");
    }
    await waitForNextCode(who);
    await nameEmail(who, email, person.mobileNumber);
    await newestLink(who, email);
    await who.open("/webview/email-status");
    expect(await text(who)).toContain("Menunggu konfirmasi");
    await who.open("/webview/verify-email");
    await page.fill("[name=code]", wrong(await newestCode(who, email)));
    await press(who, "email_verify");
    await page.getByText("Sisa 4 percobaan").waitFor();
    await who.look("verify-email-wrong");
    await page.fill("[name=code]", await newestCode(who, email));
    await press(who, "email_verify");
    await page.waitForURL(/email-status\?verified/);
    await who.look("email-status-verified");
    expect(await text(who)).toContain("si••••@contoh.id");
    await press(who, "email_mailing_off");
    // Offers are off until they are switched on; surveys were stopped just now.
    await page.locator("[data-track=email_mailing_on]").nth(1).waitFor();
    expect(await text(who)).toContain("Tidak aktif");
    await who.look("email-status-mailing");
    await who.open("/webview/my-profile");
    expect(await text(who)).toContain("si••••@contoh.id");
    await who.open("/webview/email-status");
    await page.locator('a[href="#remove"]').click();
    await press(who, "email_remove");
    // Ten minutes after the code of the own number its proof is over; here it still holds.
    await page.waitForURL(/removed/);
    expect(await text(who)).toContain("Belum ada email");
    await who.look("email-status-none");
  },
);

it("the owner of the mailbox confirms in another browser, or says that it is not theirs", async () => {
  const who = await phoneHere();
  const person = await invented(who, 73);
  await enter(who, person.mobileNumber);
  await waitForNextCode(who);
  await who.open("/webview/add-email");
  await nameEmail(who, "budi@contoh.id", person.mobileNumber);
  const link = await newestLink(who, "budi@contoh.id");
  const elsewhere = await phoneHere({ javaScript: false });
  await elsewhere.page.goto(link);
  expect(elsewhere.page.url()).not.toContain(tokenOf(link));
  await elsewhere.look("email-fast-link");
  expect(await text(elsewhere)).toContain("bu••••@contoh.id");
  expect(await text(elsewhere)).toContain(`berakhiran ${person.mobileNumber.slice(-2)}`);
  expect(await text(elsewhere)).not.toContain(person.mobileNumber);
  await press(elsewhere, "email_link_confirm");
  await elsewhere.page.getByRole("heading", { name: "Email terkonfirmasi" }).waitFor();
  await elsewhere.look("email-fast-link-done");
  await elsewhere.page.goto(`${product.origin}/webview/email-status`);
  expect(elsewhere.page.url()).toContain("/login");
  await who.open("/webview/email-status");
  expect(await text(who)).toContain("bu••••@contoh.id");

  await who.open("/webview/add-email");
  expect(await text(who)).toContain("Tetap berlaku sampai yang baru dikonfirmasi");
  await nameEmail(who, "orang@contoh.id", person.mobileNumber);
  const stranger = await phoneHere({ language: "en-GB" });
  await stranger.page.goto(await newestLink(who, "orang@contoh.id"));
  await stranger.look("email-fast-link");
  await press(stranger, "email_link_not_mine");
  await stranger.page.waitForURL(/email-fast-link$/);
  await stranger.look("email-fast-link-not-mine");
  await who.open("/webview/email-status");
  const shown = await text(who);
  expect(shown).toContain("Gagal");
  expect(shown).toContain("bu••••@contoh.id");
  await who.look("email-status-not-mine");
  // A link that is over is told in words.
  const late = await phoneHere({ language: "zh-CN" });
  await late.page.goto(`${product.origin}/webview/email-fast-link?t=k1.x.y`);
  await late.look("email-fast-link-over");
});

it.each(["bounce", "spam"])("a %s address fails, and the page says what comes next", async (local) => {
  const who = await phoneHere({ language: local === "spam" ? "zh-CN" : "en-GB" });
  const person = await invented(who, local === "spam" ? 74 : 75);
  await enter(who, person.mobileNumber);
  await waitForNextCode(who);
  await who.open("/webview/add-email");
  await nameEmail(who, `${local}.${process.pid}@contoh.id`, person.mobileNumber);
  await expect
    .poll(async () => {
      await who.page.goto(`${product.origin}/webview/email-status`);
      return who.page.locator(".badge-bad").count();
    })
    .toBe(1);
  await who.look(`email-status-${local}`);
  await who.page.goto(`${product.origin}/webview/verify-email`);
  expect(who.page.url()).toContain("/webview/email-status");
});

it("a link that is none is told on a page of the website, in each language", async () => {
  for (const language of ["id-ID", "en-GB", "zh-CN"] as const) {
    const who = await phoneHere({ language });
    const answer = await who.page.goto(`${product.origin}/unsubscribe/k1.guessed.guessed`);
    expect(answer?.status()).toBe(404);
    await who.look("unsubscribe-unknown");
  }
});

it("one press in a mail program unsubscribes, by a plain client without cookie or origin; the page says so in each language", async () => {
  const who = await phoneHere();
  const person = await invented(who, 76);
  const email = "rina@contoh.id";
  await enter(who, person.mobileNumber);
  await waitForNextCode(who);
  await who.open("/webview/add-email");
  await nameEmail(who, email, person.mobileNumber);
  const confirming = await phoneHere({ javaScript: false });
  await confirming.page.goto(await newestLink(who, email));
  await press(confirming, "email_link_confirm");
  // The link in the List-Unsubscribe header of a mailing to this address.
  const keys = openKeys({ folder: join(product.dataDir, "secrets"), random: systemRandom() });
  const subject = `PROMOTION.${keys.blindIndex("email", email)}`;
  const link = `${product.origin}/unsubscribe/${keys.signLink({ purpose: "EMAIL_UNSUBSCRIBE", subject, expiresAt: null })}`;

  for (const language of ["id-ID", "en-GB", "zh-CN"] as const) {
    const reader = await phoneHere({ language });
    await reader.page.goto(link);
    await reader.look("unsubscribe");
  }
  expect((await fetch(link)).status).toBe(200);
  await who.open("/webview/email-status");
  await press(who, "email_mailing_on");
  await expect.poll(() => who.page.locator("[data-track=email_mailing_off]").count()).toBe(2);

  for (const body of ["List-Unsubscribe=One-Click", "List-Unsubscribe=One-Click"]) {
    const { status, headers } = await postAsMailProgram(link, body);
    expect([status, headers.has("set-cookie")]).toEqual([200, false]);
  }
  const form = new FormData();
  form.set("List-Unsubscribe", "One-Click");
  expect((await fetch(link, { method: "POST", body: form, redirect: "manual" })).status).toBe(200);
  await who.open("/webview/email-status");
  expect(await who.page.locator("[data-track=email_mailing_on]").count()).toBe(1);
  expect(await text(who)).toContain("Penawaran dan kabar Tidak aktif");

  const reader = await phoneHere({ javaScript: false });
  await reader.page.goto(link);
  await press(reader, "email_unsubscribe");
  await reader.page.getByText("Tersimpan").waitFor();
  await reader.look("unsubscribe-done");
  // Another site's page cannot press it for the reader's browser.
  const forged = await fetch(link, {
    method: "POST",
    body: "category=SURVEY",
    headers: { Origin: "https://evil.example" },
  });
  expect(forged.status).toBe(403);
  // Undone in the app alone.
  await who.open("/webview/email-status");
  expect(await who.page.locator("[data-track=email_mailing_on]").count()).toBe(2);
  await press(who, "email_mailing_on");
  await expect.poll(() => who.page.locator("[data-track=email_mailing_off]").count()).toBe(1);
});
