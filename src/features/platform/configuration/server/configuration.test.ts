import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { openSession } from "#server/call/session.server.ts";
import { cookieNames, testApp, type TestClient } from "#tests/support/app.ts";
import { defaultStandardRates, standardRateConfigName, standardRatesOf } from "../contract.ts";
import { propose as proposeAny } from "#server/four-eyes/proposals.ts";
import { valueKind } from "./value-kind.ts";
import { configurationVersion } from "./store.ts";
import { watchConfiguration } from "./watch.ts";

const app = await testApp();
const browser = app.client();
const { services } = app;
const [makerId, checkerId] = [services.random.uuid(), services.random.uuid()];
const maker = await app.staff(makerId, ["content"]);
const checker = await app.staff(checkerId, ["content"]);
const english: Pick<TestClient, "post"> = {
  post: (path, body, headers) => checker.post(path, body, { ...headers, "Accept-Language": "en" }),
};
let keys = 0;
const once = () => ({ "Idempotency-Key": `configuration-${++keys}` });
const propose = (configName: string, body: object, who: TestClient = maker) =>
  who.post(`/api/staff/configuration/${configName}`, { format: "TEXT", isPublic: true, ...body }, once());
const check = (proposalId: string, body: object, who: Pick<TestClient, "post"> = checker) =>
  who.post(`/api/staff/config-proposals/${proposalId}/check`, body, once());

/** A value that one person proposed and another approved. */
async function put(configName: string, configValue: string, isPublic = true): Promise<number> {
  const { body } = await maker.get(`/api/staff/configuration/${configName}`);
  const proposed = await propose(configName, { baseVersion: body.version ?? 0, configValue, isPublic });
  expect(proposed.status, proposed.text).toBe(200);
  return (await check(proposed.body.proposalId, { approve: true })).body.version;
}

it("answers public configuration in the order asked, and leaves out what is unknown or not public", async () => {
  await put("secret.one", "hidden", false);
  await put("shown.one", "yes");
  const { status, body } = await browser.get(
    `/api/generalConfig?key=shown.one&key=secret.one&key=absent.one&key=${standardRateConfigName}`,
  );
  expect(status).toBe(200);
  expect(body.configs.map((one: { configName: string }) => one.configName)).toEqual([
    "shown.one",
    standardRateConfigName,
  ]);
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
  for (const broken of ["", "not json", "[]", "null", '{"rateContentForIdn":1}'])
    expect(standardRatesOf(configs(broken))).toEqual(defaultStandardRates);
  const other = { ...defaultStandardRates, rateContentForEn: "0.2%" };
  expect(standardRatesOf(configs(JSON.stringify(other))).rateContentForEn).toBe("0.2%");
});

it("keeps every version of a value and counts the configuration's version up with each change", async () => {
  const before = await configurationVersion(services.database);
  expect(await put("versioned", "first")).toBe(1);
  expect(await put("versioned", "second")).toBe(2);
  expect((await browser.get("/api/generalConfig?key=versioned")).body.configs[0].configValue).toBe("second");
  expect(await configurationVersion(services.database)).toBe(before + 2);
  const { versions } = (await maker.get("/api/staff/configuration/versioned")).body;
  expect(versions).toMatchObject([
    { version: 2, value: "second", makerId, checkerId },
    { version: 1, value: "first", makerId, checkerId },
  ]);
  const listed = (await maker.get("/api/staff/configuration?limit=100")).body.items;
  expect(listed.find((one: { configName: string }) => one.configName === "versioned")).toMatchObject({
    version: 2,
    value: "second",
    isPublic: true,
    proposalId: null,
  });
  expect((await maker.get("/api/staff/configuration/no.such.name")).body.status.code).toBe("CONFIG_UNKNOWN");
});

it("puts nothing in force before another person at another screen agreed", async () => {
  const { body } = await propose("checked.one", { baseVersion: 0, configValue: "new", note: "As agreed" });
  expect(
    (await maker.get("/api/staff/config-proposals")).body.items.some(
      (one: { proposalId: string }) => one.proposalId === body.proposalId,
    ),
  ).toBe(true);
  expect((await maker.get("/api/staff/config-proposals?cursor=made-up")).body.status.fields).toMatchObject([
    { path: "cursor", code: "CURSOR_INVALID" },
  ]);
  expect((await maker.get(`/api/staff/config-proposals/${body.proposalId}`)).body).toMatchObject({
    value: "new",
    note: "As agreed",
    wasPublic: null,
    difference: [{ kind: "ADDED", text: "new" }],
  });
  expect((await check(body.proposalId, { approve: true }, maker)).body.status.code).toBe("MAKER_IS_CHECKER");
  const sameScreen = app.client();
  const opened = await openSession(services, services.database, {
    kind: "staff",
    subjectId: checkerId,
    roles: ["content"],
    deviceToken: `device-of-${makerId}`,
    deviceLabel: "test",
  });
  sameScreen.cookies.set(cookieNames.staff, opened.token);
  expect((await check(body.proposalId, { approve: true }, sameScreen)).body.status.code).toBe("SAME_DEVICE");
  expect((await check(body.proposalId, { approve: false })).body.status.fields[0]).toMatchObject({
    path: "reason",
    code: "REQUIRED",
  });
  expect((await browser.get("/api/generalConfig?key=checked.one")).body.configs).toEqual([]);
  expect((await check(body.proposalId, { approve: false, reason: "No" })).body).toEqual({
    state: "REJECTED",
    version: null,
  });
  expect((await check(body.proposalId, { approve: true })).body.status.code).toBe("PROPOSAL_CLOSED");
  expect((await check(services.random.uuid(), { approve: true })).body.status.code).toBe("PROPOSAL_UNKNOWN");
});

it("tells a second editor of the first, and takes one of two at the same moment", async () => {
  const other = await app.staff(services.random.uuid(), ["content"]);
  const both = await Promise.all([
    propose("raced", { baseVersion: 0, configValue: "a" }),
    propose("raced", { baseVersion: 0, configValue: "b" }, other),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.status.code).toBe("PROPOSAL_OPEN");
  const { proposalId } = both.find(({ status }) => status === 200)!.body;
  const third = await app.staff(services.random.uuid(), ["content"]);
  expect((await third.post(`/api/staff/config-proposals/${proposalId}/taking-back`, {}, once())).body.status.code).toBe(
    "PROPOSAL_NOT_YOURS",
  );
  expect((await check(proposalId, { approve: true }, third)).body.version).toBe(1);
  const late = await propose("raced", { baseVersion: 0, configValue: "c" }, other);
  expect([late.status, late.body.status.code, late.body.status.data.version]).toEqual([409, "CONFIG_CHANGED", 1]);
  const { value } = (await maker.get("/api/staff/configuration/raced")).body.versions[0];
  expect((await propose("raced", { baseVersion: 1, configValue: value }, other)).body.status.code).toBe("CONFIG_SAME");
  const own = await propose("raced", { baseVersion: 1, configValue: "d" }, other);
  expect((await other.post(`/api/staff/config-proposals/${own.body.proposalId}/taking-back`, {}, once())).body).toEqual(
    { state: "TAKEN_BACK" },
  );
});

it("puts no proposal in force over a value that it was not made for", async () => {
  const editor = await app.staff(services.random.uuid(), ["content"]);
  const made = await propose("moved", { baseVersion: 0, configValue: "a" }, editor);
  await services.database
    .insertInto("app_config")
    .values({ name: "moved", version: 1, value: "b", isPublic: true, createdAt: services.clock.now() })
    .execute();
  const checker = await app.staff(services.random.uuid(), ["content"]);
  const refused = await check(made.body.proposalId, { approve: true }, checker);
  expect([refused.status, refused.body.status.code, refused.body.status.data]).toEqual([
    409,
    "CONFIG_CHANGED",
    { version: 1 },
  ]);
  expect((await check(made.body.proposalId, { approve: false, reason: "Too late" }, checker)).body.state).toBe(
    "REJECTED",
  );
});

it("refuses values that their pages could not read, and staff who may not edit", async () => {
  // A value that its pages could read, above every cap: only the form of the rates may propose it.
  const above = JSON.stringify({
    ...defaultStandardRates,
    rateContentForIdn: "0,1% - 9%",
    ratePdfUrlForIdn: "https://other.example/rates.pdf",
  });
  for (const isPublic of [true, false])
    expect(
      (await propose(standardRateConfigName, { baseVersion: 1, configValue: above, isPublic })).body.status.code,
    ).toBe("RATES_OWN_FORM");
  expect((await propose("some.json", { baseVersion: 0, configValue: "{", format: "JSON" })).body.status.code).toBe(
    "CONFIG_UNREADABLE",
  );
  const support = await app.staff(services.random.uuid(), ["support"]);
  expect((await propose("x", { baseVersion: 0, configValue: "1" }, support)).body.status.code).toBe("NOT_ALLOWED");
  expect((await propose("x", { baseVersion: 0, configValue: "1" }, browser)).status).toBe(401);
});

it("takes the standard rates as per cent, writes them for both languages, and knows the regulator's cap", async () => {
  const rates = (more: object) =>
    maker.post(
      "/api/staff/standard-rates",
      {
        baseVersion: 1,
        normalFrom: "0,1",
        normalTo: "0.25 %",
        overdueFrom: "0,2",
        overdueTo: "0,2",
        ratePictureUrl: "/api/rates/picture",
        ...more,
      },
      once(),
    );
  const codes = async (more: object) =>
    ((await rates(more)).body.status.fields as { path: string; code: string }[]).map(
      ({ path, code }) => `${path} ${code}`,
    );
  expect(await codes({ normalFrom: "a lot", ratePdfUrlForIdn: "javascript:alert(1)" })).toEqual([
    "normalFrom RATE_FORMAT",
    "ratePdfUrlForIdn ADDRESS_NOT_OWN",
  ]);
  // The website would never show it: a picture from another host is not allowed in its pages.
  for (const ratePictureUrl of ["https://other.example/rates.png", "//other.example/rates.png", "/\\other.example"])
    expect(await codes({ ratePictureUrl })).toEqual(["ratePictureUrl ADDRESS_NOT_OWN"]);
  expect(await codes({ normalFrom: "0,3" })).toEqual(["normalTo RATE_ORDER"]);
  expect(await codes({ normalTo: "0,31", overdueTo: "5" })).toEqual([
    "normalTo RATE_ABOVE_CAP",
    "overdueTo RATE_ABOVE_CAP",
  ]);
  const { body } = await rates({});
  expect((await check(body.proposalId, { approve: true })).body.version).toBe(2);
  const shown = standardRatesOf((await browser.get(`/api/generalConfig?key=${standardRateConfigName}`)).body);
  expect(shown).toMatchObject({
    rateContentForIdn: "0,1% - 0,25%",
    rateContentForEn: "0.1% - 0.25%",
    overdueRateContentForIdn: "0,2%",
    overdueRateContentForEn: "0.2%",
  });
});

it("looks at the caps again before proposed rates are shown", async () => {
  const { version } = (await maker.get(`/api/staff/configuration/${standardRateConfigName}`)).body;
  /** A proposal within the caps when it was made, but no longer. */
  const waiting = async (value: string): Promise<string> => {
    const payload = { name: standardRateConfigName, baseVersion: version, value, isPublic: true };
    const input = { subjectId: standardRateConfigName, payload, reason: "" };
    return transact(services.database, (trx) =>
      proposeAny(services, trx, valueKind, { makerId, makerDevice: "device" }, input),
    );
  };
  const like = (more: object) => JSON.stringify({ ...defaultStandardRates, ...more });
  for (const [value, code, words] of [
    [like({ rateContentForIdn: "0,1% - 0,4%" }), "RATES_ABOVE_CAP", "0.3% a day"],
    [like({ overdueRateContentForEn: "0.3001%" }), "RATES_ABOVE_CAP", "0.3% a day"],
    [like({ rateContentForEn: "low" }), "CONFIG_UNREADABLE", "cannot read"],
    ["{}", "CONFIG_UNREADABLE", "cannot read"],
  ] as const) {
    const proposalId = await waiting(value);
    const refused = await check(proposalId, { approve: true }, english);
    expect([refused.status < 500, refused.body.status.code]).toEqual([true, code]);
    expect(refused.body.status.detail).toContain(words);
    expect((await check(proposalId, { approve: false, reason: "Above the cap" })).body.state).toBe("REJECTED");
  }
  expect((await maker.get(`/api/staff/configuration/${standardRateConfigName}`)).body.version).toBe(version);
});

it("draws the rates in force as a picture and as a PDF, with the caps and since when", async () => {
  const picture = await browser.get("/api/rates/picture?language=en");
  expect(picture.headers.get("content-type")).toContain("image/svg+xml");
  for (const words of ["0.1% - 0.25%", "never exceed 0.3% a day", "100% of the principal", "In force since"])
    expect(picture.text).toContain(words);
  const shared = await browser.get("/api/rates/picture?language=id&format=png");
  expect(shared.headers.get("content-type")).toBe("image/png");
  const pdf = await browser.get("/api/rates/pdf/id");
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(pdf.text.startsWith("%PDF-1.7")).toBe(true);
});

it("tells a running process that something changed, so that its cached pages are emptied", async () => {
  let tell: (() => void) | undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  const watching = await watchConfiguration(app.services, () => tell?.());
  await put("watched", "1");
  await told;
  await watching.stop();
});
