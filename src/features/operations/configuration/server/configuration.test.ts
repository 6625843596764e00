import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { defaultStandardRates, standardRateConfigName, standardRatesOf } from "../contract.ts";
import { configurationVersion } from "./store.ts";
import { watchConfiguration } from "./watch.ts";

const app = await testApp();
const browser = app.client();
const editor = await app.staff(app.services.random.uuid(), ["content"]);

it("answers public configuration in the order asked, and leaves out what is unknown or not public", async () => {
  await editor.post("/api/staff/configuration/config", { configName: "secret.one", configValue: "hidden", isPublic: false });
  await editor.post("/api/staff/configuration/config", { configName: "shown.one", configValue: "yes", isPublic: true });
  const { status, body } = await browser.get(`/api/generalConfig?key=shown.one&key=secret.one&key=absent.one&key=${standardRateConfigName}`);
  expect(status).toBe(200);
  expect(body.configs.map((one: { configName: string }) => one.configName)).toEqual(["shown.one", standardRateConfigName]);
  expect(standardRatesOf(body)).toEqual(defaultStandardRates);
  const one = await browser.get("/api/generalConfig?key=shown.one");
  expect(one.body).toEqual({ configs: [{ configName: "shown.one", configValue: "yes" }] });
});

it("takes at most twenty names and refuses none", async () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `key=name.${index}`).join("&");
  expect((await browser.get(`/api/generalConfig?${names(20)}`)).status).toBe(200);
  const refused = await browser.get(`/api/generalConfig?${names(21)}`);
  expect(refused.status).toBe(422);
  expect(refused.body.status.fields[0]).toMatchObject({ path: "key", code: "TOO_MANY" });
  expect((await browser.get("/api/generalConfig")).status).toBe(422);
});

it("falls back to the built-in rates, silently, when the configuration is absent or cannot be parsed", () => {
  const configs = (configValue: string) => ({ configs: [{ configName: standardRateConfigName, configValue }] });
  expect(standardRatesOf({ configs: [] })).toEqual(defaultStandardRates);
  for (const broken of ["", "not json", "[]", "null", '{"rateContentForIdn":1}']) expect(standardRatesOf(configs(broken))).toEqual(defaultStandardRates);
  const other = { ...defaultStandardRates, rateContentForEn: "0.2%" };
  expect(standardRatesOf(configs(JSON.stringify(other))).rateContentForEn).toBe("0.2%");
});

it("keeps every version of a value and counts the configuration's version up with each change", async () => {
  const before = await configurationVersion(app.services.database);
  const put = (configValue: string) => editor.post("/api/staff/configuration/config", { configName: "versioned", configValue, isPublic: true });
  expect((await put("first")).body).toEqual({ version: 1 });
  expect((await put("second")).body).toEqual({ version: 2 });
  expect((await browser.get("/api/generalConfig?key=versioned")).body.configs[0].configValue).toBe("second");
  expect(await configurationVersion(app.services.database)).toBe(before + 2);
});

it("gives parallel writers a version each", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => editor.post("/api/staff/configuration/config", { configName: "raced", configValue: String(index), isPublic: true })));
  expect(answers.map(({ body }) => body.version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it("refuses rates that are not JSON and staff who may not edit", async () => {
  const broken = await editor.post("/api/staff/configuration/config", { configName: standardRateConfigName, configValue: "{", isPublic: true });
  expect(broken.body.status.code).toBe("CONFIG_UNREADABLE");
  const support = await app.staff(app.services.random.uuid(), ["support"]);
  expect((await support.post("/api/staff/configuration/config", { configName: "x", configValue: "1", isPublic: true })).body.status.code).toBe("NOT_ALLOWED");
  expect((await browser.post("/api/staff/configuration/config", { configName: "x", configValue: "1", isPublic: true })).status).toBe(401);
});

it("draws the rates in force as a picture and as a PDF", async () => {
  const picture = await browser.get("/api/rates/picture?language=en");
  expect(picture.headers.get("content-type")).toContain("image/svg+xml");
  expect(picture.text).toContain("0.1% - 0.3%");
  const pdf = await browser.get("/api/rates/pdf/id");
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(pdf.text.startsWith("%PDF-1.7")).toBe(true);
});

it("tells a running process that something changed, so that its cached pages are emptied", async () => {
  let tell: (() => void) | undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  const watching = await watchConfiguration(app.services, () => tell?.());
  await editor.post("/api/staff/configuration/config", { configName: "watched", configValue: "1", isPublic: true });
  await told;
  await watching.stop();
});
