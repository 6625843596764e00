/** Hard to pay: a late borrower finds what is offered, reads it, signs it by a code, and pays by the new schedule. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pressLink } from "#tests/support/applying.ts";
import { newestCode, personOf, sandboxPost, type Person } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { madeAgain, madeLoan, moveDays, moveToMorning, payBill } from "#tests/support/paying.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";

let product: RunningProduct;
let borrower: Phone;
let person: Person;
const page = "/webview/loanrestruture";
beforeAll(async () => {
  product = await startBehindTls(await mkdtemp(join(tmpdir(), "tunai-restructure-")));
  borrower = await phone({ origin: product.origin });
  person = await personOf(borrower, "approved-1");
});
afterAll(async () => {
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
});

const text = () => borrower.page.locator("main").innerText();
const press = (name: string | RegExp) => borrower.page.getByRole("button", { name }).click();
/** Whether the page's action stands in its first picture. */
async function actsAtOnce(): Promise<void> {
  const box = await borrower.page.locator(".action-bar .button").first().boundingBox();
  expect(box).not.toBeNull();
  expect(box!.y + box!.height).toBeLessThanOrEqual(740);
}

/** The page as it stands in each language, and in the dark. */
async function inAllLooks(name: string): Promise<void> {
  for (const language of ["en", "zh", "id"]) {
    await borrower.page.goto(`${borrower.origin}${page}?lang=${language}`);
    await borrower.look(`${name}-${language}`);
  }
  await borrower.page.emulateMedia({ colorScheme: "dark" });
  await borrower.look(`${name}-dark`);
  await borrower.page.emulateMedia({ colorScheme: "light" });
}

it("without a loan there is nothing to ease; with one in time the borrower may ask", async () => {
  await moveToMorning(borrower);
  await madeLoan(borrower, "approved-1", person.mobileNumber);
  await borrower.open("/webview/bills");
  await pressLink(borrower, page);
  await borrower.look("restructure-ask");
  await actsAtOnce();
});

it("late, the borrower finds both schedules side by side, and first what the new one costs or saves", async () => {
  await moveDays(borrower, 44);
  await borrower.page.goto(`${borrower.origin}${page}`);
  if (!(await text()).includes("Jadwal lama dan baru")) {
    await borrower.page.locator("select[name=reason]").selectOption("JOB");
    await borrower.page.locator("textarea[name=note]").fill("Toko tempat saya bekerja tutup.");
    await borrower.page.locator("[name=documentIds]").first().check({ force: true });
    await press("Minta keringanan");
    await borrower.page.locator("h1", { hasText: "Jadwal lebih panjang" }).waitFor();
  }
  await borrower.look("restructure-offer");
  await actsAtOnce();
  expect(await text()).toMatch(/Lebih hemat daripada sisa jadwal lama\s*−Rp/);
  for (const language of ["en", "zh"]) {
    await borrower.page.goto(`${borrower.origin}${page}?lang=${language}`);
    await borrower.look(`restructure-offer-${language}`);
  }
  await borrower.page.goto(`${borrower.origin}${page}?lang=id`);
  await borrower.page.getByRole("link", { name: "60 hari" }).click();
  await borrower.look("restructure-offer-60");
});

it("the agreement is read and accepted, a code signs it, and the new schedule is in force", async () => {
  await pressLink(borrower, `${page}/agreement`);
  await borrower.look("restructure-agreement");
  // A day later the figures are others: what is accepted is what the page shows now.
  const shown = await borrower.page.inputValue("input[name=hash]");
  await sandboxPost(borrower, "/api/sandbox/clock", { advanceSeconds: 86_400 });
  await borrower.page.locator("input[name=read]").check();
  await press("Setuju dan kirim kode");
  await borrower.page.getByText("Angkanya berubah sejak Anda membukanya").first().waitFor();
  expect(await borrower.page.inputValue("input[name=hash]")).not.toBe(shown);
  await borrower.look("restructure-agreement-changed");
  await borrower.page.locator("input[name=read]").check();
  await press("Setuju dan kirim kode");
  await borrower.page.locator("h1", { hasText: "Tanda tangani jadwal baru" }).waitFor();
  await borrower.look("restructure-sign");
  await borrower.page.locator("input[name=code]").fill(await newestCode(borrower, person.mobileNumber));
  await Promise.race([
    press("Tanda tangani").catch(() => {}),
    borrower.page.locator("h1", { hasText: "Jadwal baru berlaku" }).waitFor(),
  ]);
  await borrower.page.locator("h1", { hasText: "Jadwal baru berlaku" }).waitFor();
  await borrower.look("restructure-success");
  expect(await text()).toMatch(/Cicilan berikutnya\s*Rp/);
  await expect
    .poll(
      async () => {
        await borrower.page.goto(`${borrower.origin}${page}/contract`);
        return text();
      },
      { timeout: 20_000 },
    )
    .not.toContain("sedang dibubuhkan");
  await borrower.look("restructure-contract");
  await borrower.open(page);
  expect(await text()).toContain("hanya sekali");
  await inAllLooks("restructure-before");
  await borrower.open("/webview/bills");
  await borrower.look("restructure-bill");
});

it("after two within a year the page says that no third one is offered", async () => {
  await payBill(borrower, "ALL");
  await madeAgain(borrower, person.mobileNumber);
  // The second one of the year takes three months more to bring about.
  const socket = encodeURIComponent(join(product.dataDir, "postgres"));
  const database = new pg.Client({ connectionString: `postgresql://tunai@localhost/tunai?host=${socket}` });
  await database.connect();
  await database.query(
    `insert into restructure_offer (borrower_id, id, ask_id, loan_id, programme, tenor_days, state, new_loan_id, number, offered_at, expires_at, closed_at)
     select borrower_id, gen_random_uuid(), ask_id, gen_random_uuid(), programme, tenor_days, state, gen_random_uuid(), 'TN-2222-2222', offered_at, expires_at, closed_at
     from restructure_offer where state = 'SIGNED'`,
  );
  await database.end();
  await borrower.open(page);
  await inAllLooks("restructure-twice");
  await actsAtOnce();
});
