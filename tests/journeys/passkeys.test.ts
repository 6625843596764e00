/** Staff sign in by passkey in Chromium with its virtual authenticator, and by company account at a foreign provider. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { identityProvider, type IdentityProvider } from "#tests/peers/identity-provider.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { sandboxGet } from "#tests/support/borrower.ts";
import { freePort, startProductAt, type RunningProduct } from "#tests/support/journey-server.ts";

let provider: IdentityProvider;
let product: RunningProduct;

beforeAll(async () => {
  const port = await freePort();
  provider = await identityProvider(`http://localhost:${port}/staff/login/return`);
  const environment = { ...provider.environment, OIDC_ROLES: "tunai-finance=finance,tunai-support=support" };
  product = await startProductAt(await mkdtemp(join(tmpdir(), "tunai-passkeys-")), environment, { port });
});
afterAll(async () => {
  await product?.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
  await provider?.stop();
});

/** A device that verifies its user by itself; `forget` takes it away. */
async function virtualDevice({ context, page }: Phone) {
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    refuse: (isUserVerified: boolean) => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

/** The newest code of a sandbox person that no login has used. */
async function freshCode(who: Phone, email: string): Promise<string> {
  const { items } = await sandboxGet<{ items: { email: string; totp: string }[] }>(who, "/api/sandbox/staff");
  return items.find((one) => one.email === email)!.totp;
}

async function addPasskey(who: Phone, name: string): Promise<void> {
  const { page } = who;
  await page.goto(`${who.origin}/staff/passkeys`);
  for (;;) {
    await page.fill("#begin [name=code]", await freshCode(who, "support1@staff.sandbox.example"));
    await page.getByRole("button", { name: "Lanjut" }).click();
    const made = page.getByRole("button", { name: "Buat kunci sandi" });
    await made.or(page.locator("#begin .field-problem:not([hidden])")).first().waitFor();
    if (await made.isVisible()) break;
    await page.waitForTimeout(3000);
  }
  await who.look(`passkeys-name-${name}`);
  await page.fill("[name=name]:visible >> nth=-1", name);
  await page.getByRole("button", { name: "Buat kunci sandi" }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

it("makes, names, uses and removes passkeys with Chromium's authenticator", async () => {
  const who = await staffPhone("support", 0, { origin: product.origin, width: 1280 });
  const { page } = who;
  const device = await virtualDevice(who);
  await who.open("/staff/passkeys");
  await addPasskey(who, "Laptop kantor");
  expect(await device.credentials()).toHaveLength(1);
  await who.look("passkeys-one");
  // The name can be changed later.
  await page.goto(`${who.origin}/staff/passkeys`);
  const card = page.locator(".card", { hasText: "Laptop kantor" });
  await card.locator("[name=name]").fill("Laptop rumah");
  await card.getByRole("button", { name: "Ubah nama" }).click();
  await page.getByRole("heading", { name: "Laptop rumah" }).waitFor();
  await page.getByRole("button", { name: "Keluar" }).click();
  await page.waitForURL(/\/staff\/login/);
  // The page asked for is the one that opens.
  await page.goto(`${who.origin}/staff/audit`);
  await page.waitForURL(/\/staff\/login\?next=/);
  await page.goto(`${who.origin}/staff/login?next=${encodeURIComponent("/staff/passkeys")}`);
  await who.look("login-passkey");
  await page.getByRole("button", { name: "Masuk dengan kunci sandi" }).click();
  await page.waitForURL(`${who.origin}/staff/passkeys`);
  expect(await page.locator(".console-person").innerText()).toContain("Contoh Layanan Satu");
  await page.getByRole("button", { name: "Hapus kunci ini" }).click();
  await page.getByText("Belum ada kunci sandi").waitFor();
  await page.getByRole("button", { name: "Keluar" }).click();
  // The browser still has the key; it opens nothing any more, and the page says so.
  await page.getByRole("button", { name: "Masuk dengan kunci sandi" }).click();
  await page.getByText("Kunci sandi ini tidak membuka konsol.").waitFor();
  await who.look("login-passkey-wrong");
  // The person does not show the finger: the page says it, and the button is there for another try.
  await device.refuse(false);
  await page.getByRole("button", { name: "Masuk dengan kunci sandi" }).click();
  await page.getByText("Permintaan dibatalkan atau terlalu lama.").waitFor();
  await who.look("login-passkey-cancelled");
});

it("says without script that passkeys need it, and lets staff in by code", async () => {
  const said = ({ page }: Phone) => page.locator("noscript .notice").first().innerText();
  const who = await staffPhone("content", 0, { origin: product.origin, javaScript: false });
  await who.open("/staff/passkeys");
  expect(await said(who)).toContain("Kunci sandi memerlukan JavaScript");
  expect(await who.page.locator("#begin").isVisible()).toBe(false);
  const visitor = await phone({ origin: product.origin, javaScript: false });
  await visitor.open("/staff/login");
  expect(await said(visitor)).toContain("Kunci sandi memerlukan JavaScript");
  expect(await visitor.page.getByRole("button", { name: "Masuk dengan kunci sandi" }).isVisible()).toBe(false);
});

it("leads by company account through the provider into the console, with and without script", async () => {
  const account = { isEmailVerified: true, groups: ["tunai-finance"] };
  provider.accounts.set("one", { ...account, email: "finance1@staff.sandbox.example", amr: ["mfa"] });
  provider.accounts.set("two", { ...account, email: "finance2@staff.sandbox.example", amr: ["pwd"] });
  for (const options of [{ javaScript: false }, { width: 1280 }] as const) {
    const who = await phone({ origin: product.origin, ...options });
    const { page } = who;
    provider.arriving = "one";
    await page.goto(`${who.origin}/staff/login?next=${encodeURIComponent("/staff/payments")}`);
    await who.look("login-company");
    await page.getByRole("link", { name: "Masuk dengan akun perusahaan" }).click();
    await page.waitForURL(/\/staff\/login\/return/);
    await who.look("login-return");
    await page.getByRole("button", { name: "Lanjutkan ke konsol" }).click();
    await page.waitForURL(`${who.origin}/staff/payments`);
    await page.goto(`${who.origin}/staff/login/return`);
    await page.getByText("Proses masuk ini sudah selesai").waitFor();
    await who.look("login-return-over");
  }
  const other = await phone({ origin: product.origin });
  const { page } = other;
  provider.arriving = "two";
  await page.goto(`${other.origin}/staff/login`);
  await page.getByRole("link", { name: "Masuk dengan akun perusahaan" }).click();
  await page.getByRole("button", { name: "Lanjutkan ke konsol" }).click();
  await page.waitForURL(/\/staff\/login\/code$/);
  await other.look("login-code");
  await page.fill("[name=code]", await freshCode(other, "finance2@staff.sandbox.example"));
  await page.getByRole("button", { name: "Masuk" }).click();
  await page.waitForURL(`${other.origin}/staff`);
  // An account that the console does not know.
  provider.accounts.set("three", { ...account, email: "stranger@company.example", amr: ["mfa"] });
  provider.arriving = "three";
  const stranger = await phone({ origin: product.origin });
  await stranger.page.goto(`${stranger.origin}/staff/login`);
  await stranger.page.getByRole("link", { name: "Masuk dengan akun perusahaan" }).click();
  await stranger.page.getByRole("button", { name: "Lanjutkan ke konsol" }).click();
  await stranger.page.getByText("belum punya akun konsol").waitFor();
  await stranger.look("login-return-unknown");
});

it("looks right by night", async () => {
  for (const width of [360, 1280]) {
    const who = await staffPhone("content", 1, { origin: product.origin, width, colorScheme: "dark" });
    await who.open("/staff/passkeys");
    const visitor = await phone({ origin: product.origin, width, colorScheme: "dark" });
    await visitor.open("/staff/login");
    const admin = await staffPhone("admin", width === 360 ? 0 : 1, {
      origin: product.origin,
      width,
      colorScheme: "dark",
    });
    await admin.page.goto(`${admin.origin}/staff/members`);
    await admin.page.getByRole("link", { name: "Contoh Layanan Dua" }).click();
    await admin.look("staff_member");
  }
});
