/** From a first look at one's home to an application, its decision and its end. */
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { homeSays } from "#tests/support/applying.ts";
import { logIn, personOf, type Person } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { enter } from "#tests/support/with-identity.ts";

/** Gives what an application asks for by the calls that the screens make; the screens of the profile have a journey of their own. */
async function fillIn(who: Phone, person: Person): Promise<void> {
  const headers = { Origin: who.origin, "Sec-Fetch-Site": "same-origin" };
  const photo = {
    name: "photo.jpg",
    mimeType: "image/jpeg",
    buffer: await sharp({ create: { width: 900, height: 700, channels: 3, background: "#888" } })
      .jpeg()
      .toBuffer(),
  };
  const post = async (path: string, data: unknown) => {
    const answer = await who.context.request.post(who.origin + path, { headers, data });
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true);
  };
  const upload = async (path: string, more: Record<string, string> = {}) => {
    const answer = await who.context.request.post(who.origin + path, { headers, multipart: { photo, ...more } });
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true);
  };
  const { fullName, nik, birthPlace, birthDate, sex, address, employment } = person;
  await post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  await upload("/api/identity/card-photo");
  await upload("/api/identity/face-check", { agreed: "true" });
  const { education, civilStatus, loanPurpose, owedElsewhereRupiah } = person;
  await post("/api/profile/personal", {
    education,
    civilStatus,
    loanPurpose,
    relationship: "SIBLING",
    owedElsewhereRupiah,
  });
  await post("/api/profile/home", {
    villageCode: address.villageCode,
    street: address.street,
    rt: address.rt,
    rw: address.rw,
  });
  const {
    industry,
    companyName,
    companyAddress,
    companyPhone,
    workingPeriodMonths: workingMonths,
    monthlyIncomeRupiah,
    salaryDate: salaryDay,
  } = employment;
  await post("/api/profile/work", {
    industry,
    companyName,
    companyAddress,
    companyPhone,
    workingMonths,
    monthlyIncomeRupiah,
    salaryDay,
  });
  await post("/api/profile/contacts", person.emergencyContact);
  await upload("/api/document/kind/SALARY_SLIP");
  await post("/api/bank-account", {
    bankCode: person.bankAccount.bankCode,
    accountNumber: person.bankAccount.accountNumber,
  });
}

describe("a clear case, with script", () => {
  let borrower: Phone;
  let spentKey = "";
  beforeAll(async () => {
    borrower = await phone();
    const person = await personOf(borrower, "transfer-slow");
    await logIn(borrower, person.mobileNumber);
  });

  it("is first led to what is missing, and may look at the cost before", async () => {
    await borrower.open("/webview/home");
    expect(await borrower.page.locator("main").textContent()).toContain("0 dari 5 bagian");
    await borrower.open("/webview/loan-product");
    await borrower.open("/webview/apply-loan");
    expect(await borrower.page.getByRole("button", { name: "Kirim pengajuan" }).count()).toBe(0);
    await borrower.open("/webview/loan-history");
  });

  it("sees the receipt follow the choice, and finds a saved draft again", async () => {
    await fillIn(borrower, await personOf(borrower, "transfer-slow"));
    await borrower.open("/webview/home");
    await borrower.open("/webview/apply-loan");
    await borrower.page.getByLabel("30 hari").check();
    await borrower.page.getByText("Rp 1.060.000").first().waitFor();
    await borrower.page.getByRole("button", { name: "Simpan dulu" }).click();
    await borrower.page.waitForURL(/saved/);
    await borrower.look("apply-loan-saved");
    await borrower.open("/webview/home");
    expect(await borrower.page.locator("main").textContent()).toContain("Lanjutkan pengajuan");
  });

  it("loses and doubles nothing while the network is away for half a minute amid applying", async () => {
    // The home page asks for its state now and then; what it misses here is no fault of a page that a later step looks at.
    await borrower.page.goto("about:blank");
    const page = await borrower.context.newPage();
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(new URL(request.url()).pathname));
    await page.clock.install();
    await page.goto(`${borrower.origin}/webview/apply-loan`);
    await page.locator("html[data-enhanced]").waitFor({ state: "attached" });
    await page.selectOption("select[name=purpose]", "HEALTH");
    const key = await page.inputValue("[name=idempotencyKey]");
    await borrower.context.setOffline(true);
    await page.getByRole("button", { name: "Kirim pengajuan" }).click();
    await page.getByText("Jaringan bermasalah").first().waitFor();
    await page.clock.runFor(30_000);
    await borrower.context.setOffline(false);
    await page.clock.runFor(30_000);
    // A money form is never sent again automatically; the typed values stay, under the same key.
    expect(posts.filter((path) => !path.startsWith("/event/"))).toEqual([]);
    expect(await page.inputValue("select[name=purpose]")).toBe("HEALTH");
    expect(await page.inputValue("[name=idempotencyKey]")).toBe(key);
    const { items } = (await (await borrower.context.request.get(`${borrower.origin}/api/loan/history`)).json()) as {
      items: unknown[];
    };
    expect(items).toEqual([]);
    await page.close();
  });

  it("sends it, is told at the field what is missing, and is approved within seconds", async () => {
    await borrower.open("/webview/apply-loan");
    // The profile's purpose stands there already.
    expect(await borrower.page.inputValue("select[name=purpose]")).not.toBe("");
    await borrower.page.selectOption("select[name=purpose]", "");
    await borrower.page.getByRole("button", { name: "Kirim pengajuan" }).click();
    await borrower.page.getByText("Pilih salah satu.").first().waitFor();
    await borrower.page.selectOption("select[name=purpose]", "EDUCATION");
    spentKey = await borrower.page.inputValue("[name=idempotencyKey]");
    await borrower.page.getByRole("button", { name: "Kirim pengajuan" }).click();
    await borrower.page.waitForURL(/webview\/home/);
    await homeSays(borrower, "Tinggal tanda tangan");
    await borrower.look("home-approved");
    await borrower.open("/webview/loan-history");
    await borrower.page.locator("a[href^='/webview/loan-history/']").first().click();
    await borrower.page.waitForURL(/loan-history\/.+/);
    await borrower.look("loan-detail");
    const history = await borrower.context.request.get(`${borrower.origin}/api/loan/history`);
    expect(((await history.json()) as { items: unknown[] }).items).toHaveLength(1);
    await borrower.open("/webview/apply-loan");
    expect(await borrower.page.locator("h1").textContent()).toContain("pinjaman Anda masih berjalan");
  });

  it("withdraws after being asked once more, and may apply again", async () => {
    await borrower.open("/webview/home");
    await borrower.page.getByText("Batalkan pengajuan").first().click();
    await borrower.page.getByRole("link", { name: "Tidak jadi" }).click();
    await borrower.page.locator("dialog").waitFor({ state: "hidden" });
    await borrower.page.getByText("Batalkan pengajuan").first().click();
    await borrower.page.getByRole("button", { name: "Ya, batalkan" }).click();
    await borrower.page.waitForURL(/webview\/home/);
    await borrower.look("home-cancelled");
    expect(await borrower.page.locator("h1").textContent()).toBe("Pengajuan dibatalkan");
  });

  it("finds its choice again after a reload and in another language", async () => {
    await borrower.open("/webview/apply-loan?navBar=1");
    await borrower.page.getByRole("button", { name: "Tambah" }).click();
    await borrower.page.getByLabel("30 hari").check();
    await borrower.page.selectOption("select[name=purpose]", "HEALTH");
    await borrower.page.waitForURL(/navBar=1&.*amountRupiah=1100000.*tenorDays=30.*purpose=HEALTH/);
    const chosen = async () => [
      await borrower.page.inputValue("[name=amountRupiah]"),
      await borrower.page.isChecked("[name=tenorDays][value='30']"),
      await borrower.page.inputValue("[name=purpose]"),
    ];
    await borrower.page.reload();
    expect(await chosen()).toEqual(["1100000", true, "HEALTH"]);
    await borrower.page.goto(
      new URL((await borrower.page.locator("a[hreflang=en]").first().getAttribute("href")) ?? "", borrower.page.url())
        .href,
    );
    expect([await borrower.page.locator("html").getAttribute("lang"), ...(await chosen())]).toEqual([
      "en",
      "1100000",
      true,
      "HEALTH",
    ]);
    await borrower.page.goto(`${borrower.origin}/webview/apply-loan?lang=id`);
  });

  it("is told when a form still belongs to an application that is over, and applies with the next tap", async () => {
    const apply = () => borrower.page.getByRole("button", { name: "Kirim pengajuan" }).click();
    for (const days of ["30", "90"]) {
      await borrower.open("/webview/apply-loan");
      await borrower.page.locator(`[name=tenorDays][value="${days}"]`).check();
      // As a browser may bring it back: under its key the first application was made.
      await borrower.page
        .locator("[name=idempotencyKey]")
        .evaluate((field: HTMLInputElement, key) => (field.value = key), spentKey);
      await apply();
      await borrower.page.waitForURL(/ended=1/);
      await borrower.look("apply-loan-ended");
      expect(await borrower.page.locator("main").textContent()).toContain("Pengajuan baru belum terkirim");
      expect(await borrower.page.isChecked(`[name=tenorDays][value="${days}"]`)).toBe(true);
    }
    await apply();
    await borrower.page.waitForURL(/webview\/home/);
    await homeSays(borrower, "Tinggal tanda tangan");
  });
});

it("a refusal names its reason and the day to try again, also without script", async () => {
  const plain = await phone({ javaScript: false, language: "en-GB" });
  const person = await personOf(plain, "refused-income");
  await enter(plain, person.mobileNumber);
  await fillIn(plain, person);
  await plain.page.goto(`${plain.origin}/webview/apply-loan?lang=en`);
  await plain.page.fill("input[name=amountRupiah]", "450000");
  await plain.page.getByRole("button", { name: "Calculate again" }).click();
  expect(await plain.page.locator(".receipt").textContent()).toContain("multiple");
  await plain.page.fill("input[name=amountRupiah]", "400000");
  await plain.page.selectOption("select[name=purpose]", "HEALTH");
  await plain.page.getByRole("button", { name: "Send the application" }).click();
  await plain.page.waitForURL(/webview\/home/);
  await homeSays(plain, "We cannot approve this yet");
  await plain.look("home-refused");
  expect(await plain.page.locator("main").textContent()).toMatch(/Rp 3\.000\.000.*You can apply again from/s);
  await plain.open("/webview/apply-loan");
  expect(await plain.page.locator("h1").textContent()).toBe("You cannot apply yet");
});
