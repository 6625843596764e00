/** Links to accounts elsewhere: by a login with its code, and by the partner's page, with and without script, in the three languages in turn. */
import { expect, it } from "vitest";
import { newestCode, sandboxPost, type Person } from "#tests/support/borrower.ts";
import type { Phone } from "#tests/support/browser.ts";
import { press } from "#tests/support/information.ts";
import { withIdentity } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

/** Consent; the login by a code a moment ago proves that it is the person. */
async function begin(who: Phone): Promise<void> {
  await who.page.check("[name=consent]");
  await press(who, "link_begin");
}

/** The same after a login by password, which proves nothing: by a fresh code. */
async function beginByCode(who: Phone, person: Person): Promise<void> {
  const { page } = who;
  const { mobileNumber } = person;
  const ask = async (path: string, body: object) => {
    const answer = await who.context.request.post(who.origin + path, {
      data: body,
      headers: { "Sec-Fetch-Site": "same-origin" },
    });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Record<string, string>;
  };
  const wait = () => sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: 61 });
  await wait();
  const sent = await ask("/api/mobile/sendVerificationWithoutCaptcha", { purpose: "SET_PASSWORD", channel: "SMS" });
  const password = "Kancil-1945-lari";
  const code = await newestCode(who, mobileNumber);
  await ask("/api/account/password", { verificationId: sent["verificationId"], code, password });
  await ask("/api/v2/user/union/login", { mobileNumber, password });
  await wait();
  await page.reload();
  await begin(who);
  await page.locator("[name=code]").waitFor();
  await who.look("bind-own-code");
  await page.fill("[name=code]", await newestCode(who, mobileNumber));
  await press(who, "link_code_own");
}

async function logIn(who: Phone, userId: string): Promise<void> {
  const { page } = who;
  await page.locator("[name=userId]").waitFor();
  await page.locator("[name=institution]").selectOption({ index: 1 });
  await page.fill("[name=userId]", userId);
  await page.fill("[name=credential]", "abc123");
  await press(who, "link_connect");
}
const text = ({ page }: Phone) => page.locator("main").innerText();

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "id-ID", failed: "User ID atau kata sandi salah", linked: "Akun tertaut" },
    { javaScript: false, language: "en-GB", failed: "The user ID or the password is wrong", linked: "Account linked" },
  ]),
)(
  "A bank is linked by a login and its code, read once, and removed (script: $javaScript, $language).",
  async ({ javaScript, language, failed, linked }) => {
    const { who } = await withIdentity({ javaScript, language });
    const { page } = who;
    await who.open("/webview/additional-info/bind-bank");
    await begin(who);
    await page.locator("[name=userId]").waitFor();
    await who.look("bind-bank-login");
    await logIn(who, "wrong1");
    await page.getByText(failed).first().waitFor();
    await who.look("bind-bank-refused");
    expect(await page.content()).not.toContain("abc123");
    // A mistyped login stays on its step, with the bank, the user id and the consent.
    expect(await page.inputValue("[name=userId]")).toBe("wrong1");
    expect(await page.inputValue("[name=institution]")).not.toBe("");
    await logIn(who, "code12");
    await page.locator("[name=code]").waitFor();
    expect(new URL(page.url()).pathname).toBe("/webview/additional-info/confirm-bank");
    await who.look("confirm-bank");
    await page.fill("[name=code]", "000000");
    await press(who, "link_code");
    await page.locator("[aria-invalid=true]").first().waitFor();
    await who.look("confirm-bank-wrong");
    await page.fill("[name=code]", "123456");
    await press(who, "link_code");
    await page.getByRole("heading", { name: linked }).waitFor();
    await who.look("bind-bank-linked");
    expect(await text(who)).toContain("••••4321");
    await who.open("/webview/additional-info");
    await who.open(`/webview/additional-info/bind-bank${javaScript ? "" : "#remove"}`);
    if (javaScript) await page.locator("a[href='#remove']").click();
    await page.locator("button[data-track=link_remove]").click();
    await page.waitForURL(/removed=1/);
    await who.look("bind-bank-removed");
  },
  90_000,
);

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "zh-CN", linked: "账户已绑定", over: "此返回链接无效" },
    { javaScript: false, language: "id-ID", linked: "Akun tertaut", over: "Tautan kembali ini tidak berlaku" },
  ]),
)(
  "Open finance leads to the partner and back, once (script: $javaScript, $language).",
  async ({ javaScript, language, linked, over }) => {
    const { who } = await withIdentity({ javaScript, language });
    const { page } = who;
    await who.open("/webview/finantier-register");
    await begin(who);
    await page.locator("[name=agreed]").waitFor();
    await who.look("finantier-agreement");
    await page.check("[name=agreed]");
    await press(who, "link_agree");
    await page.locator("[name=institution]").waitFor();
    await who.look("finantier-link-bank");
    await page.locator("[name=institution]").selectOption({ index: 1 });
    await press(who, "link_connect");
    await page.locator("a[href*='/sandbox/partner']").waitFor();
    await who.look("finantier-to-partner");
    await page.locator("a[href*='/sandbox/partner']").click();
    await page.locator("button[value=ALLOW]").waitFor();
    await who.look("sandbox-partner");
    await page.locator("button[value=ALLOW]").click();
    await page.waitForURL(/ayo-bank-middle-page\?state=/);
    await who.look("ayo-bank-middle-page");
    const back = new URL(page.url());
    await press(who, "link_return");
    await page.getByRole("heading", { name: linked }).waitFor();
    await who.look("finantier-linked");
    // The same way back again, and a forged one.
    for (const state of [back.searchParams.get("state")!, "AAAAAAAAAAAAAAAAAAAAAA"]) {
      await who.open(`/webview/ayo-bank-middle-page?state=${state}`);
      await press(who, "link_return");
      await page.getByRole("heading", { name: over }).waitFor();
      await who.look("ayo-bank-over");
    }
    await who.open("/webview/ayo-bank-middle-page");
    expect((await text(who)).split("\n").filter(Boolean).length, "says why nothing is here").toBeGreaterThan(2);
  },
  90_000,
);

it("A shop that is slow is waited for, somebody else's is dropped, and a code that came too late is told.", async () => {
  const { who, person } = await withIdentity();
  const { page } = who;
  await who.open("/webview/additional-info/bind-ecom");
  await beginByCode(who, person);
  await logIn(who, "slow12");
  await page.getByRole("heading", { name: "Sedang menautkan" }).waitFor();
  await who.look("bind-ecom-connecting");
  await sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: 40 });
  await page.getByRole("heading", { name: "Jawaban sudah ada" }).waitFor();
  await page.locator("main a.button").first().click();
  await page.getByRole("heading", { name: "Akun tertaut" }).waitFor();
  await who.open("/webview/additional-info/bind-bank");
  await begin(who);
  await logIn(who, "other1");
  await page.getByText("atas nama orang lain").first().waitFor();
  await who.look("bind-bank-other1");
  const small = await withIdentity({ width: 320, language: "en-GB" });
  for (const path of [
    "additional-info/bind-ecom",
    "finantier-register",
    "additional-info/confirm-ecom",
    "finantier-agreement",
  ])
    await small.who.open(`/webview/${path}`);
}, 300_000);
