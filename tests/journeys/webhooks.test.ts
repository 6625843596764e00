/** A lender's backend is connected at the console: an endpoint and its secret, what arrives there, a replay, and an access key. */
import { expect, it } from "vitest";
import { invented } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { madeApplication, staffPhone } from "#tests/support/console.ts";
import { deskFaults } from "#tests/support/desk.ts";
import { receiver, verified } from "#tests/support/receiver.ts";
import { realTime } from "#server/work/timers.ts";

const reason = "Disepakati dengan pemberi dana.";
const width = 1280;

/** Another administrator agrees to the proposal that the maker's browser stands at. */
async function agree(maker: Phone, checker: Phone): Promise<void> {
  await maker.page.waitForURL(/\/staff\/checks\/[\w-]+$/);
  await checker.open(new URL(maker.page.url()).pathname);
  await checker.page.locator("button[name=approve][value=true]").click();
  await checker.page.getByText("Dilaksanakan").first().waitFor();
}

it("Two administrators connect a backend; it receives signed events, gets one again, and asks for them by a key.", async () => {
  const backend = await receiver();
  const [maker, checker] = [await staffPhone("admin", 0, { width }), await staffPhone("admin", 1, { width })];
  const { page, origin } = maker;

  await page.getByRole("navigation", { name: "Bagian konsol" }).getByRole("link", { name: "Webhook" }).click();
  await page.waitForURL(/\/staff\/webhooks$/);
  await page.selectOption("[name=brand]", "tunai");
  await page.fill("[name=url]", "ftp://backend.example");
  await page.fill("[name=reason]", reason);
  await page.getByRole("button", { name: "Usulkan" }).click();
  await page.getByText("Tulis alamat https yang bisa dicapai dari internet").first().waitFor();
  expect(await page.inputValue("[name=reason]")).toBe(reason);
  await maker.look("webhooks-refused");
  await page.fill("[name=url]", backend.url);
  await page.getByRole("button", { name: "Usulkan" }).click();
  await agree(maker, checker);
  await checker.look("webhooks-check");

  await maker.open("/staff/webhooks");
  await maker.look("webhooks");
  expect(await deskFaults(page)).toEqual([]);
  await page.getByRole("link", { name: backend.url }).click();
  await page.getByRole("button", { name: "Tampilkan rahasia" }).click();
  const secret = await page.locator(".copy-text-value").innerText();
  await maker.look("webhook-secret");
  await page.reload();
  await maker.open(new URL(page.url()).pathname);
  expect(await page.getByRole("button", { name: "Tampilkan rahasia" }).count()).toBe(0);

  const borrower = await phone();
  const person = await invented(borrower, 7);
  const { loanId } = await madeApplication(borrower, person, person.mobileNumber);
  const ofLoan = () => backend.received.filter(({ body }) => body.includes(loanId));
  await expect.poll(() => ofLoan().length).toBeGreaterThan(0);
  const [first] = ofLoan();
  expect(verified(secret, first!, realTime())).toMatchObject({ data: { loanId } });

  // Sent once more: without saying which, it is refused where it was asked.
  const place = new URL(page.url()).pathname;
  await page.getByText("Satu kabar", { exact: true }).click();
  await page.locator("form:has([name=scope]) [name=reason]").fill(reason);
  await page.getByRole("button", { name: "Kirim ulang" }).click();
  await page.getByText("Tulis nomor kabarnya.").first().waitFor();
  await maker.look("webhook-replay-refused");
  await page.locator("[name=eventId]").fill(first!.id);
  await page.getByRole("button", { name: "Kirim ulang" }).click();
  await page.getByText("Dikirim ulang. Lihat hasilnya di catatan pengiriman.").waitFor();
  await expect.poll(() => ofLoan().filter(({ id }) => id === first!.id).length).toBe(2);
  await maker.look("webhook");
  expect(await deskFaults(page)).toEqual([]);
  await maker.open(`/staff/webhooks/deliveries?eventId=${first!.id}`);
  await expect.poll(async () => (await page.reload(), page.locator("main tbody tr").count())).toBe(2);
  await maker.look("webhook-deliveries");
  expect(await deskFaults(page)).toEqual([]);

  await maker.open("/staff/webhooks/access-keys");
  await page.fill("[name=name]", "Pembukuan");
  await page.selectOption("[name=brand]", "tunai");
  await page.getByText("Kabar (events:read)", { exact: true }).last().click();
  await page.locator("form:has([name=scopes]) [name=reason]").fill(reason);
  await page.getByRole("button", { name: "Usulkan" }).first().click();
  await agree(maker, checker);
  await maker.open("/staff/webhooks/access-keys");
  await page.getByRole("button", { name: "Tampilkan kunci" }).last().click();
  const key = await page.locator(".copy-text-value").innerText();
  await maker.look("access-keys");
  expect(await deskFaults(page)).toEqual([]);
  const asked = await page.request.get(`${origin}/api/partner/events?limit=100`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(asked.status()).toBe(200);

  await maker.open(place);
  await page.getByText("Matikan", { exact: true }).click();
  await page.locator("form:has([name=action][value=OFF]) [name=reason]").fill(reason);
  await page.locator("form:has([name=action][value=OFF]) button").click();
  await agree(maker, checker);
  await maker.open(place);
  await page.getByText("Dimatikan oleh dua orang").waitFor();
  await maker.look("webhook-off");

  const auditor = await staffPhone("auditor", 0, { language: "en-GB" });
  await auditor.open(place);
  expect(await auditor.page.locator("main form").count()).toBe(0);
  await auditor.look("webhook-of-an-auditor-360");
});
