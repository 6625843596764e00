import { expect, it } from "vitest";
import { readBrands } from "#server/process/brand.server.ts";
import { languages } from "#shared/texts.ts";
import { testApp } from "#tests/support/app.ts";
import { figureNames, type FigureName } from "../contract.ts";
import { handWrittenFigures } from "./checks.ts";
import { figuresInForce, fillMarkdown, fillWords } from "./figures.ts";
import { renderMarkdown } from "./markdown.ts";

const app = await testApp();
const brand = readBrands("brands").find(({ id }) => id === "tunai")!;
const figures = Object.fromEntries(
  await Promise.all(
    languages.map(async (language) => [language, await figuresInForce(app.services, language, brand)] as const),
  ),
);

it("has every figure in three languages, written as each writes it", () => {
  for (const language of languages) expect(Object.keys(figures[language]!).sort()).toEqual([...figureNames].sort());
  expect(languages.map((language) => figures[language]!.dailyRate.text)).toEqual(["0,2%", "0.2%", "0.2%"]);
  expect(languages.map((language) => figures[language]!.tenors.text)).toEqual([
    "30, 60, atau 90 hari",
    "30, 60 or 90 days",
    "30、60或90 天",
  ]);
});

/** The text of each figure: one text where all three languages are equal, else one per language. */
const said: Record<FigureName, string | readonly [id: string, en: string, zh: string]> = {
  brand: "Tunai",
  operator: [
    "PT Tunai Contoh Indonesia (contoh)",
    "PT Tunai Contoh Indonesia (sample)",
    "PT Tunai Contoh Indonesia（示例）",
  ],
  licence: ["KEP-000/D.05/2099 (contoh)", "KEP-000/D.05/2099 (sample)", "KEP-000/D.05/2099（示例）"],
  address: [
    "Jl. Jenderal Sudirman Kav. 1, Jakarta 10220 (contoh)",
    "Jl. Jenderal Sudirman Kav. 1, Jakarta 10220 (sample)",
    "Jl. Jenderal Sudirman Kav. 1, Jakarta 10220（示例）",
  ],
  supportPhone: ["021-5000-000 (contoh)", "021-5000-000 (sample)", "021-5000-000（示例）"],
  supportWhatsapp: ["0811-0000-000 (contoh)", "0811-0000-000 (sample)", "0811-0000-000（示例）"],
  supportEmail: ["halo@tunai.example (contoh)", "halo@tunai.example (sample)", "halo@tunai.example（示例）"],
  supportHours: [
    "Senin sampai Minggu pukul 08.00–20.00 waktu setempat",
    "Monday to Sunday, 08:00–20:00 local time",
    "星期一至星期日 08:00–20:00（当地时间）",
  ],
  loanMinimum: "Rp 200.000",
  loanMaximum: "Rp 10.000.000",
  loanStep: "Rp 100.000",
  tenors: ["30, 60, atau 90 hari", "30, 60 or 90 days", "30、60或90 天"],
  longestTenorDays: "90",
  instalmentDays: "30",
  dailyRate: ["0,2%", "0.2%", "0.2%"],
  yearlyRateNominal: "73%",
  lateFeeRate: ["0,2%", "0.2%", "0.2%"],
  fee: "0%",
  dailyCostCap: ["0,3%", "0.3%", "0.3%"],
  totalCostCap: "100%",
  normalRates: ["0,1% - 0,3%", "0.1% - 0.3%", "0.1% - 0.3%"],
  overdueRates: ["0,2%-0,3%", "0.2%-0.3%", "0.2%-0.3%"],
  reviewTime: ["5 menit sampai 24 jam", "5 minutes to 24 hours", "5 分钟至 24 小时"],
  paymentCheckTime: ["1 jam", "1 hour", "1 小时"],
  disbursementTime: ["30 menit", "30 minutes", "30 分钟"],
  signingDeadline: ["24 jam", "24 hours", "24 小时"],
  minimumAge: "18",
  minimumIncome: "Rp 3.000.000",
  mostPlatforms: "3",
  incomeShare: "30%",
  complaintWorkingDays: "10",
  complaintExtensionDays: "10",
  collectionHours: [
    "Senin sampai Sabtu pukul 08.00–20.00",
    "Monday to Saturday, 08:00–20:00",
    "星期一至星期六 08:00–20:00",
  ],
  // Outside prod every institution is logged in to on our page.
  bankPasswords: [
    "Nomor kartu ATM dan PIN tidak pernah kami minta. Kata sandi bank hanya Anda isi sendiri di halaman menghubungkan rekening, kalau Anda memilih cara itu; petugas tidak pernah memintanya.",
    "We never ask for a card number or a PIN. You enter a bank password only yourself, on the page that connects an account, if you choose that way; our staff never ask for it.",
    "我们绝不会索要卡号或 PIN 码。只有您自行选择在“关联账户”页面登录时，才由您本人填写银行密码；工作人员绝不会索要。",
  ],
  otpMinutes: "5",
  maximumPhotos: "6",
  photoMegabytes: "7",
  confirmSeconds: "55",
  reminderDays: "3",
  exampleAmount: "Rp 1.000.000",
  exampleDays: "90",
  exampleInstalment: "Rp 393.333",
  exampleTotal: "Rp 1.180.000",
  exampleInterest: "Rp 180.000",
  exampleSchedule: [
    [
      "- Cicilan 1, hari ke-30: pokok Rp 333.333 dan bunga Rp 60.000, bayar **Rp 393.333**.",
      "- Cicilan 2, hari ke-60: pokok Rp 333.333 dan bunga Rp 60.000, bayar **Rp 393.333**.",
      "- Cicilan 3, hari ke-90: pokok Rp 333.334 dan bunga Rp 60.000, bayar **Rp 393.334**.",
    ].join("\n"),
    [
      "- Instalment 1, day 30: principal Rp 333.333 and interest Rp 60.000, pay **Rp 393.333**.",
      "- Instalment 2, day 60: principal Rp 333.333 and interest Rp 60.000, pay **Rp 393.333**.",
      "- Instalment 3, day 90: principal Rp 333.334 and interest Rp 60.000, pay **Rp 393.334**.",
    ].join("\n"),
    [
      "- 第 1 期，第 30 天：本金 Rp 333.333，利息 Rp 60.000，应还 **Rp 393.333**。",
      "- 第 2 期，第 60 天：本金 Rp 333.333，利息 Rp 60.000，应还 **Rp 393.333**。",
      "- 第 3 期，第 90 天：本金 Rp 333.334，利息 Rp 60.000，应还 **Rp 393.334**。",
    ].join("\n"),
  ],
};

it.each(figureNames)("says %s as it is in force, in each language", (name) => {
  const text = said[name];
  expect(languages.map((language) => figures[language]![name].text)).toEqual(
    typeof text === "string" ? languages.map(() => text) : text,
  );
});

it("takes figures from what is in force today, and not from what is to come", async () => {
  const { database } = app.services;
  await database
    .insertInto("underwriting_rule")
    .values([
      {
        rule: "INCOME_FLOOR_RUPIAH",
        validFrom: "2026-11-22",
        value: 3_500_000,
        verdict: "REJECT",
        retryDays: 30,
        source: "test",
        certainty: "P",
      },
    ])
    .execute();
  const minimum = async () => (await figuresInForce(app.services, "id", brand)).minimumIncome.text;
  expect(await minimum()).toBe("Rp 3.000.000");
  app.clock.moveTo(new Date("2026-11-22T00:00:00+07:00"));
  expect(await minimum()).toBe("Rp 3.500.000");
  await database.deleteFrom("underwriting_rule").where("validFrom", "=", "2026-11-22").execute();
});

it("marks facts that nobody verified, in sentences and not in addresses", () => {
  const filled = fillMarkdown(
    "Hubungi [{{supportPhone}}](tel:{{supportPhone}}) atau [WhatsApp](https://wa.me/{{supportWhatsapp}}).",
    figures["id"]!,
  );
  expect(filled).toBe(
    "Hubungi [021\\-5000\\-000 (contoh)](tel:+62215000000) atau [WhatsApp](https://wa.me/628110000000)."
      .replaceAll("\\-", "-")
      .replace("(contoh)", "\\(contoh\\)"),
  );
  expect(renderMarkdown(filled)).toContain('<a href="tel:+62215000000">021-5000-000 (contoh)</a>');
});

it("lets no figure become markup, and leaves a name that nobody knows for all to see", () => {
  const odd = { ...figures["id"]!, brand: { text: "**<b>[x](javascript:1)" } };
  expect(renderMarkdown(fillMarkdown("{{brand}}", odd))).toBe("<p>**&lt;b&gt;[x](javascript:1)</p>\n");
  expect(fillWords("{{noSuchFigure}} {{ brand }}", figures["en"]!)).toBe("{{noSuchFigure}} Tunai");
});

it("shows the standard rates of the configuration, and the built-in ones where that is broken", async () => {
  await app.services.database
    .insertInto("app_config")
    .values({
      name: "app_config.standard_rate_for_web",
      version: 2,
      value: "broken",
      isPublic: true,
      createdAt: app.services.clock.now(),
    })
    .execute();
  expect((await figuresInForce(app.services, "id", brand)).normalRates.text).toBe("0,1% - 0,3%");
});

it("finds what is written by hand, and lets nobody stop the house with a text of one long word", () => {
  expect(handWrittenFigures("Bunga 0,2% dari Rp 1.000.000, telepon 021-5000-000, tulis ke halo@contoh.id.")).toEqual([
    "0,2%",
    "Rp 1.000.000",
    "021-5000-000",
    "halo@contoh.id",
  ]);
  // A search that backtracks over the word again and again would take minutes.
  const began = performance.now();
  for (const letter of "a1.") handWrittenFigures(letter.repeat(40_000));
  expect(performance.now() - began).toBeLessThan(10_000);
});
