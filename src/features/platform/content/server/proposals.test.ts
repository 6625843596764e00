import { expect, it } from "vitest";
import { configurationVersion } from "#features/platform/configuration/server/index.ts";
import { openSession } from "#server/call/session.server.ts";
import { cookieNames, testApp, type TestClient } from "#tests/support/app.ts";

const app = await testApp();
const { services } = app;
const browser = app.client();
const [makerId, checkerId] = [services.random.uuid(), services.random.uuid()];
const maker = await app.staff(makerId, ["content"]);
const checker = await app.staff(checkerId, ["content"]);
let keys = 0;
const once = () => ({ "Idempotency-Key": `content-${++keys}` });

const words = (title: string, markdown: string, summary?: string) => ({
  title,
  markdown,
  ...(summary === undefined ? {} : { summary }),
});
const texts = (markdown: string, summary?: string) => ({
  id: words("Judul", markdown, summary),
  en: words("Title", markdown, summary),
  zh: words("标题", markdown, summary),
});
const propose = (path: string, body: object, who: TestClient = maker) =>
  who.post(`/api/staff/contents/${path}`, body, once());
const check = (proposalId: string, body: object, who: TestClient = checker) =>
  who.post(`/api/staff/content-proposals/${proposalId}/check`, body, once());
const read = async (path: string) => (await browser.get(`/api/contents/${path}`, { "Accept-Language": "en" })).body;

async function published(path: string, body: object): Promise<number> {
  const proposed = await propose(path, body);
  expect(proposed.status, proposed.text).toBe(200);
  const checked = await check(proposed.body.proposalId, { approve: true });
  expect(checked.status, checked.text).toBe(200);
  return checked.body.version;
}

it("puts over the file what one person wrote and another checked, for every reader at once", async () => {
  const before = await configurationVersion(services.database);
  const proposed = await propose("static-text/late-payment", {
    baseVersion: 1,
    texts: texts("# New\n\n<script>alert(1)</script> [bad](/x) at {{lateFeeRate}}"),
    note: "Shorter",
  });
  expect((await read("static-text/late-payment")).version).toBe(1);
  const { body: waiting } = await maker.get(`/api/staff/content-proposals/${proposed.body.proposalId}`);
  expect(waiting).toMatchObject({
    state: "OPEN",
    kind: "PUBLISH",
    note: "Shorter",
    makerId,
    baseVersion: 1,
    newestVersion: 1,
  });
  expect(waiting.previews.find(({ language }: { language: string }) => language === "en").body).toContain("0.2%");
  expect(
    waiting.differences.some(
      ({ field, language }: { field: string; language: string }) => field === "markdown" && language === "zh",
    ),
  ).toBe(true);
  expect((await check(proposed.body.proposalId, { approve: true })).body).toEqual({ state: "PUBLISHED", version: 2 });
  const shown = await read("static-text/late-payment");
  expect(shown).toMatchObject({ version: 2, title: "Title" });
  expect(shown.body).toContain("&lt;script&gt;");
  expect(shown.body).not.toContain("<script");
  expect(await configurationVersion(services.database)).toBe(before + 1);
  const found = await browser.get("/api/contents/search?q=New&collections=static-text", { "Accept-Language": "en" });
  expect(found.body.items[0]).toMatchObject({ key: "late-payment", title: "Title" });
  expect(found.body.items[0].excerpt).toContain("<script>");
});

it("lets neither the maker nor anybody at the maker's screen check it, and needs a reason to refuse", async () => {
  const { body } = await propose("static-text/collection-rules", { baseVersion: 1, texts: texts("Other words") });
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
  expect((await check(body.proposalId, { approve: false, reason: "Not our tone" })).body).toEqual({
    state: "REJECTED",
    version: null,
  });
  expect((await check(body.proposalId, { approve: true })).body.status.code).toBe("PROPOSAL_CLOSED");
  expect((await read("static-text/collection-rules")).version).toBe(1);
  const decided = (await maker.get("/api/staff/content-proposals?decided=true")).body.items;
  expect(decided.find(({ proposalId }: { proposalId: string }) => proposalId === body.proposalId)).toMatchObject({
    state: "REJECTED",
    reason: "Not our tone",
    checkerId,
  });
  expect((await maker.get(`/api/staff/content-proposals/${services.random.uuid()}`)).body.status.code).toBe(
    "PROPOSAL_UNKNOWN",
  );
  expect((await maker.get("/api/staff/content-proposals?cursor=made-up")).body.status.fields).toMatchObject([
    { path: "cursor", code: "CURSOR_INVALID" },
  ]);
});

it("tells a second editor of the first and loses neither's words", async () => {
  const path = "static-text/questionnaire-consent";
  const other = await app.staff(services.random.uuid(), ["content"]);
  const first = await propose(path, { baseVersion: 1, texts: texts("First") });
  const second = await propose(path, { baseVersion: 1, texts: texts("Second") }, other);
  expect([second.status, second.body.status.code]).toEqual([409, "PROPOSAL_OPEN"]);
  expect((await check(first.body.proposalId, { approve: true })).body.version).toBe(2);
  const late = await propose(path, { baseVersion: 1, texts: texts("Second") }, other);
  expect([late.body.status.code, late.body.status.data.version]).toEqual(["CONTENT_CHANGED", 2]);
  expect((await propose(path, { baseVersion: 2, texts: texts("First") }, other)).body.status.code).toBe("CONTENT_SAME");
  const again = await propose(path, { baseVersion: 2, texts: texts("Second") }, other);
  expect((await check(again.body.proposalId, { approve: true }, checker)).body.version).toBe(3);
});

it("of two proposals at the same moment takes one, and of two checks too", async () => {
  const both = await Promise.all([
    propose("static-text/device-permissions", { baseVersion: 2, texts: texts("A") }),
    propose(
      "static-text/device-permissions",
      { baseVersion: 2, texts: texts("B") },
      await app.staff(services.random.uuid(), ["content"]),
    ),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { proposalId } = both.find(({ status }) => status === 200)!.body;
  const third = await app.staff(services.random.uuid(), ["admin"]);
  const checks = await Promise.all([
    check(proposalId, { approve: true }, third),
    check(proposalId, { approve: true }, await app.staff(services.random.uuid(), ["admin"])),
  ]);
  expect(checks.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it("takes a new entry, shows it on its day, withdraws it and brings it back", async () => {
  const path = "news/opening";
  const head = { published: "2099-01-01", picture: "receipt" };
  expect(await published(path, { baseVersion: 0, texts: texts("We opened.", "Short"), head })).toBe(1);
  expect((await propose(path, { baseVersion: 0, texts: texts("Twice", "Short"), head })).body.status.code).toBe(
    "KEY_TAKEN",
  );
  expect((await browser.get(`/api/contents/${path}`)).status).toBe(404);
  const staffState = async () =>
    (await maker.get("/api/staff/contents?collection=news")).body.items.find(
      ({ key }: { key: string }) => key === "opening",
    );
  expect(await staffState()).toMatchObject({ state: "SCHEDULED", languages: ["id", "en", "zh"], version: 1 });
  expect(
    await published(path, {
      baseVersion: 1,
      texts: texts("We opened.", "Short"),
      head: { ...head, published: "2026-01-01" },
    }),
  ).toBe(2);
  expect(
    (await browser.get("/api/contents?collection=news&limit=100")).body.items.some(
      ({ key }: { key: string }) => key === "opening",
    ),
  ).toBe(true);
  const withdrawal = await propose(`${path}/withdrawal`, { note: "Wrong date" });
  expect((await check(withdrawal.body.proposalId, { approve: true })).body.version).toBe(3);
  expect((await browser.get(`/api/contents/${path}`)).status).toBe(404);
  expect(await staffState()).toMatchObject({ state: "WITHDRAWN", version: 3 });
  expect((await propose(`${path}/withdrawal`, { note: "Again" })).body.status.code).toBe("CONTENT_UNKNOWN");
  const old = (await maker.get(`/api/staff/contents/${path}?version=2`)).body;
  expect(
    await published(path, {
      baseVersion: old.newestVersion,
      texts: old.texts,
      head: { published: old.head.published, picture: old.head.picture },
    }),
  ).toBe(4);
  const versions = (await maker.get(`/api/staff/contents/${path}/versions`)).body.items;
  expect(
    versions.map(({ version, kind, inForce }: { version: number; kind: string; inForce: boolean }) => [
      version,
      kind,
      inForce,
    ]),
  ).toEqual([
    [4, "PUBLISHED", true],
    [3, "WITHDRAWN", false],
    [2, "PUBLISHED", false],
    [1, "PUBLISHED", false],
  ]);
  const { differences } = (await maker.get(`/api/staff/contents/${path}/difference?from=1&to=4`)).body;
  expect(differences).toEqual([
    { language: null, field: "published", parts: expect.arrayContaining([{ kind: "ADDED", text: "2026" }]) },
  ]);
  for (const unknown of ["?version=9", "/difference?from=1&to=9"])
    expect((await maker.get(`/api/staff/contents/${path}${unknown}`)).body.status.code).toBe("CONTENT_UNKNOWN");
  expect((await maker.get("/api/staff/contents/news/no-such/versions")).body.status.code).toBe("CONTENT_UNKNOWN");
});

it("names the field that readers could not be shown, in the preview and in the proposal", async () => {
  const bad = {
    texts: { ...texts("Costs {{noSuchFigure}}, see [x](javascript:alert(1))", "Short"), en: words("", "x", "Short") },
    head: { order: "first", section: "nowhere", topic: "x" },
  };
  const previewed = await maker.post("/api/staff/contents/preview", {
    collection: "faq",
    texts: { ...bad.texts, en: words("T", "x") },
    head: bad.head,
  });
  const codes = Object.fromEntries(
    previewed.body.status.fields.map(({ path, code }: { path: string; code: string }) => [path, code]),
  );
  expect(codes).toMatchObject({
    "texts.id.markdown": "FIGURE_UNKNOWN",
    "head.order": "ORDER_FORMAT",
    "head.section": "SECTION_UNKNOWN",
    "head.topic": "LINE_UNKNOWN",
    "texts.id.summary": "LINE_UNKNOWN",
  });
  expect(previewed.body.status.fields[0].detail).not.toContain("{names}");
  const proposed = await propose("faq/new-question", { baseVersion: 0, ...bad });
  expect(proposed.body.status.fields[0]).toMatchObject({ path: "texts.en.title", code: "REQUIRED" });
  const fine = await maker.post("/api/staff/contents/preview", {
    collection: "static-text",
    texts: texts("At 0,2% or **{{dailyRate}}**, call [{{supportPhone}}](tel:{{supportPhone}})"),
  });
  expect(fine.body.warnings).toContainEqual({ language: "en", written: "0,2%" });
  expect(fine.body.previews[0].body).toContain("<strong>0,2%</strong>");
  expect(fine.body.previews[1].body).toContain('<a href="tel:+62');
  expect(fine.body.previews[1].body).toContain("(sample)");
});

it("lets its maker alone take a proposal back, and only editors in", async () => {
  const { body } = await propose("static-text/collection-rules", { baseVersion: 1, texts: texts("Back") });
  const takeBack = (who: TestClient) =>
    who.post(`/api/staff/content-proposals/${body.proposalId}/taking-back`, {}, once());
  expect((await takeBack(checker)).body.status.code).toBe("PROPOSAL_NOT_YOURS");
  expect((await takeBack(maker)).body).toEqual({ state: "TAKEN_BACK" });
  expect((await takeBack(maker)).body.status.code).toBe("PROPOSAL_CLOSED");
  const support = await app.staff(services.random.uuid(), ["support"]);
  expect((await support.get("/api/staff/contents?collection=faq")).body.status.code).toBe("NOT_ALLOWED");
  expect((await check(body.proposalId, { approve: true }, support)).body.status.code).toBe("NOT_ALLOWED");
});

it("keeps in the audit trail who proposed and who checked which content, and none of its words", async () => {
  const proposed = await propose("static-text/how-cost-is-counted", {
    baseVersion: 1,
    texts: texts("Words that nobody logs"),
  });
  await check(proposed.body.proposalId, { approve: true });
  const auditor = await app.staff(services.random.uuid(), ["auditor"]);
  const trail = await auditor.get("/api/staff/audit?limit=100");
  const entry = (action: string) =>
    trail.body.items.find(
      (one: { action: string; facts: Record<string, unknown> }) =>
        one.action === action && one.facts["content"] === "static-text/how-cost-is-counted",
    );
  expect(entry("POST /api/staff/contents/{collection}/{key}"), trail.text.slice(0, 500)).toMatchObject({
    staffId: makerId,
  });
  expect(entry("POST /api/staff/content-proposals/{proposalId}/check")).toMatchObject({
    staffId: checkerId,
    facts: { version: 2 },
  });
  expect(trail.text).not.toContain("nobody logs");
});
