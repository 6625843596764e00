/** From an invitation to withdrawn cash: two people in one language each, the friend's landing with and without script, and what the inviter gets to see. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitForNextCode } from "#tests/support/applying.ts";
import { invented, newestCode, passCaptcha, sandboxGet, sandboxPost } from "#tests/support/borrower.ts";
import { phone, type Phone, type PhoneOptions } from "#tests/support/browser.ts";
import { press } from "#tests/support/information.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";
import { madeLoan } from "#tests/support/paying.ts";
import { readQr } from "#tests/support/qr.ts";
import { withIdentity } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

let product: RunningProduct;
beforeAll(async () => {
  product = await startBehindTls(await mkdtemp(join(tmpdir(), "tunai-invitation-")));
}, 240_000);
afterAll(async () => {
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
});
/** Once the sandbox's campaign runs. */
async function running(): Promise<void> {
  const { origin } = product;
  await expect
    .poll(async () => (await sandboxGet<{ items: unknown[] }>({ origin }, "/api/activity?skin=invite")).items.length, {
      timeout: 90_000,
      interval: 500,
    })
    .toBe(1);
}
const here = (options: PhoneOptions = {}) => phone({ origin: product.origin, ...options });
const says = ({ page }: Phone) => page.locator("main").innerText();
const pass = (seconds: number) =>
  sandboxPost({ origin: product.origin }, "/api/sandbox/clock", { advanceSeconds: seconds });

/** Runs in the page, as the product's own script would. */
// oxlint-disable-next-line typescript/no-explicit-any
async function ask({ path, body }: { path: string; body: unknown }): Promise<any> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : {});
  return answer.json();
}

/** A borrower whose face was checked. */
async function inviter(options: PhoneOptions = {}) {
  await running();
  const { who, person } = await withIdentity({ origin: product.origin, ...options });
  const send = async (path: string, kind: string, more: Record<string, string> = {}) => {
    const picture = await who.context.request.get(`${who.origin}/api/sandbox/persons/${person.key}/pictures/${kind}`);
    const photo = { name: "photo.jpg", mimeType: "image/jpeg", buffer: await picture.body() };
    const headers = { "Sec-Fetch-Site": "same-origin" };
    const answer = await who.context.request.post(who.origin + path, { multipart: { photo, ...more }, headers });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  };
  await send("/api/identity/card-photo", "identity-card");
  await send("/api/identity/face-check", "selfie", { agreed: "true" });
  return { who, person };
}

let seeds = 700;
interface Landing {
  path: string;
  name: string;
  connects: boolean;
}
/** A friend goes from the landing into the account. */
async function lands(who: Phone, { path, name, connects }: Landing) {
  const { page } = who;
  const person = await invented(who, ++seeds);
  await page.goto(who.origin + path);
  await who.look(`landing-${name}`);
  await page.fill("input[name=mobileNumber]", person.mobileNumber);
  await page.locator("input[name=channel][value=SMS]").check();
  await page.check("input[name=agreeTerms]");
  await page.check("input[name=agreePrivacy]");
  if (connects) await page.check("input[name=connect]");
  await page.locator("button.button[name=intent][value=send]").click();
  await passCaptcha(who);
  await page.fill("input[name=code]", await newestCode(who, person.mobileNumber));
  await page.locator("form:has(input[name=code]) button.button-primary").click();
  await page.waitForURL(/\/webview\/home/);
  return person;
}

async function withdraw(who: Phone, mobileNumber: string): Promise<void> {
  const { page } = who;
  await who.open("/webview/withdraw");
  await page.fill("[name=amountRupiah]", "150000");
  await waitForNextCode(who);
  await press(who, "wallet_withdraw");
  const code = page.locator("[data-track=wallet_withdraw_code]");
  await code.or(page.locator("[data-track=otp_send]")).first().waitFor();
  if ((await page.locator("[data-track=otp_send]").count()) > 0) {
    await page.check("[name=channel][value=SMS]", { force: true });
    await press(who, "otp_send");
    await code.waitFor();
  }
  await page.fill("[name=code]", await newestCode(who, mobileNumber));
  await press(who, "wallet_withdraw_code");
  await page.waitForURL(/\/webview\/wallet\?ordered/);
}

/** Takes part in an egg of today and in today's draw of wishes, by the calls that the screens make. */
async function takesPart({ page }: Phone): Promise<string[]> {
  const read = async (path: string) => page.evaluate(ask, { path, body: null });
  const act = (path: string, body: object = {}) => page.evaluate(ask, { path: `/api/activity/${path}`, body });
  await act("egg-lose/check-in");
  const [ticketId] = (await read("/api/activity/egg-lose")).ticketIds;
  const { drawId } = await act("egg-lose/play", { ticketId, choice: 3 });
  await act("wish-dream/join", { agree: true, wishKey: "WISH_25000" });
  await act("wish-dream/check-in");
  return [drawId, (await read("/api/activity/wish-dream")).commitment.drawId];
}

/** A draw's page recomputes it where it is read, and prints lines that a shell confirms. // Product decisions, rewards 8 */
async function proves(who: Phone, drawId: string): Promise<void> {
  const { page } = who;
  await who.open(`/webview/activity/draw/${drawId}`);
  await page.locator("button[data-track=draw_proof_view]").click();
  await page.locator("main .notice").waitFor();
  await who.look(`proof-${drawId.split(":")[0]}`);
  expect(await page.locator("main .notice-ok").count(), drawId).toBe(1);
  const lines = await page.locator("pre.draw-lines").last().innerText();
  const said = execFileSync("sh", ["-c", lines], { encoding: "utf8" }).trimEnd().split("\n");
  // Seal, prizes, entries, and what decided the one who took part.
  expect(said, drawId).toEqual(["OK", "OK", "OK", expect.stringMatching(/^OK 0x[0-9a-f]{16} mod \d+ = \d+: /)]);
}

it("An invitation goes from its link to cash in the bank, draws of those days are proven, and it tells nothing of the friend but two digits.", async () => {
  const { who, person } = await inviter();
  const { page } = who;
  await who.open("/webview/invitation/detail");
  const drawIds = await takesPart(who);
  await who.look("friends-empty");
  await who.open("/webview/invitation-human");
  const link = await page.locator("[data-copy*=register-human]").getAttribute("data-copy");
  const landing = new URL(link!).pathname + new URL(link!).search;
  await page.evaluate(ask, { path: "/api/bank-account", body: { bankCode: "014", accountNumber: "7755331100" } });
  const friend = await here();
  const { mobileNumber } = await lands(friend, { path: landing, name: "known", connects: true });
  const read = async (path: string) => page.evaluate(ask, { path, body: null });
  await expect.poll(async () => (await read("/api/invitation")).friends.joined).toBe(1);
  // Another one registers, is verified and is paid out, by the calls that the screens make.
  const invitationCode = new URL(link!).searchParams.get("invitationCode")!;
  const borrower = await here();
  await madeLoan(borrower, "approved-1", (await invented(borrower, ++seeds)).mobileNumber, { invitationCode });
  await expect
    .poll(async () => (await read("/api/invitation/friends")).items[0].reward?.state, { timeout: 30_000 })
    .toBe("PENDING");
  await who.open("/webview/invitation-human/detail");
  await who.look("friends-waiting");
  expect(await says(who)).toContain(`Teman ••${mobileNumber.slice(-2)}`);
  await friend.open("/webview/activity/register-human");
  await friend.look("landing-logged-in");
  await pass(3 * 86_400 + 120);
  await expect
    .poll(async () => (await read("/api/wallet")).availableRupiah, { timeout: 120_000, interval: 1_000 })
    // With the wish: the only wish wins.
    .toBe(175_000);
  for (const drawId of drawIds) await proves(who, drawId);
  await who.open("/webview/invitation-human-v2");
  await page.locator("img.invite-card").scrollIntoViewIfNeeded();
  await expect
    .poll(() => page.locator("img.invite-card").evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(1_080);
  await who.look("invite-v2-rewarded");
  await who.open("/webview/invitation-human-v2/detail");
  await who.look("friends-rewarded");
  expect(await says(who)).toContain("Rp 150.000");
  await withdraw(who, person.mobileNumber);
}, 420_000);

it.each(
  waysOf(import.meta.url, [
    { language: "en-GB", javaScript: false, colorScheme: "dark", version: "-v2" },
    { language: "zh-CN", javaScript: true, colorScheme: "light", version: "" },
  ]),
)(
  "Whoever lands may decline, and an unknown code is told before (script: $javaScript, $language).",
  async ({ version, ...options }) => {
    const { who } = await inviter(options);
    const { page } = who;
    await who.open(`/webview/invitation-human${version}`);
    await who.look(`invite${version}`);
    // As a friend's camera sees it; the second version has it on the card.
    if (!version)
      expect(await readQr(await page.locator("svg.invite-qr").screenshot())).toMatch(
        /register-human\?invitationCode=[0-9A-Z]{12}$/,
      );
    const code = await page.locator(".copy-text-value").first().innerText();
    const friend = await here(options);
    await lands(friend, {
      path: `/webview/activity/register-human${version}?invitationCode=${code.toLowerCase()}`,
      name: `declined${version}`,
      connects: false,
    });
    const stranger = await here(options);
    await stranger.page.goto(
      `${stranger.origin}/webview/activity/register-human${version}?invitationCode=ZZZZZZZZZZZZ`,
    );
    await stranger.look(`landing-unknown${version}`);
    expect(await stranger.page.locator("input[name=connect]").count()).toBe(0);
    await stranger.open(`/webview/activity/register-human${version}`);
    // As it was read from a card or heard: in groups, in small letters, a letter for a digit.
    const heard = code.toLowerCase().replaceAll("0", "o").replaceAll("1", "l");
    await stranger.page.fill("#code input[name=invitationCode]", heard);
    await stranger.page.locator("#code button").click();
    await stranger.page.locator("input[name=connect]").waitFor();
    await stranger.look(`landing-typed${version}`);
    await who.open(`/webview/invitation-human${version}/detail`);
    expect(await page.locator(".invite-friend").count()).toBe(0);
  },
  180_000,
);

it("Pages of the invitation stand on a desktop, in the dark, and before the identity is verified.", async () => {
  await running();
  // Without script: axe finds the shell's navigation twice at this width, whatever the page.
  const { who } = await withIdentity({ origin: product.origin, width: 1280, javaScript: false });
  await who.open("/webview/invitation-human");
  expect(await says(who)).toContain("Verifikasi identitas");
  const dark = await inviter({ colorScheme: "dark" });
  await dark.who.open("/webview/invitation-human");
  await dark.who.open("/webview/invitation-human-v2");
  const wide = await inviter({ width: 1280, javaScript: false });
  await wide.who.open("/webview/invitation-human-v2");
  const landing = await here({ width: 1280, javaScript: false });
  await landing.open("/webview/activity/register-human-v2");
}, 300_000);
