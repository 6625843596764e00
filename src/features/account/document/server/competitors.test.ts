/**
 * Loans at other lenders over HTTP: given under a consent, sealed with its key, counted by the database, visible to
 * staff, deleted with the consent.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { applicant } from "#tests/support/person.ts";
import { erasurePartsOf } from "../../privacy/server/erasing.ts";
import { consentSweep } from "../../privacy/server/consents.ts";
import { competitorsOf, readCompetitorPhoto } from "./index.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const path = "/api/competitors";
const newBorrower = async () => {
  const borrowerId = services.random.uuid();
  return { borrowerId, client: await app.loggedIn(borrowerId) };
};
const jpeg = (hue: number) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: { r: hue, g: (hue * 37) % 256, b: 90 } } })
    .jpeg()
    .toBuffer();
async function send(client: TestClient, bytes: Uint8Array) {
  const form = new FormData();
  form.append("photo", new File([new Uint8Array(bytes)], "s.jpg", { type: "image/jpeg" }));
  return client.send("POST", `${path}/photo`, form);
}
async function storedFiles(): Promise<number> {
  const folder = join(services.config.dataDir, "objects");
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return names.filter((entry) => entry.isFile()).length;
}
const inputOf = (lenderName: string, limitRupiah = 3_000_000) => ({ lenderName, limitRupiah, consent: true });
const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
];

it("offers the other lenders of the brand's data to choose from, which nobody has verified yet", async () => {
  const { client } = await newBorrower();
  const { otherLenders } = app.caller().brand;
  expect(otherLenders?.items.map(({ key }) => key)).toContain("JULO");
  expect(otherLenders?.verified).toBe(false);
  expect((await client.get(path)).body.lenders).toEqual(otherLenders?.items);
});

it("takes a lender chosen or typed, not both or neither, and only by the consent", async () => {
  const { borrowerId, client } = await newBorrower();
  expect(codeOf(await client.post(path, { lenderKey: "JULO", limitRupiah: 1 }))).toEqual([422, "COMPETITORS_CONSENT"]);
  expect(codeOf(await send(client, await jpeg(1)))).toEqual([422, "COMPETITORS_CONSENT"]);
  for (const wrong of [{}, { lenderKey: "JULO", lenderName: "X" }, { lenderKey: "NOBODY" }])
    expect(codeOf(await client.post(path, { ...wrong, limitRupiah: 1, consent: true }))).toEqual([
      422,
      "LENDER_CHOICE",
    ]);
  const chosen = await client.post(path, { lenderKey: "JULO", limitRupiah: 5_000_000, consent: true });
  expect(chosen.body.items).toMatchObject([{ lender: "JULO", limitRupiah: 5_000_000 }]);
  // The consent is in force; entering the same lender again corrects the entry.
  await client.post(path, { lenderName: "  julo ", limitRupiah: 6_000_000 });
  const { items } = (await client.post(path, { lenderName: "Pinjam Kita", limitRupiah: 0 })).body;
  expect(items.map(({ limitRupiah }: { limitRupiah: number }) => limitRupiah)).toEqual([6_000_000, 0]);
  const rows = await database.selectFrom("competitor").selectAll().where("borrowerId", "=", borrowerId).execute();
  expect(JSON.stringify(rows)).not.toMatch(/julo|Pinjam/i);
  expect((await (await newBorrower()).client.get(path)).body.items).toEqual([]);
  expect((await client.post(`${path}/${items[0].id}/remove`, {})).body.items).toHaveLength(1);
  expect((await client.post(`${path}/${items[0].id}/remove`, {})).status).toBe(200);
});

it("lets exactly five of eight lenders and six of ten screenshots in that arrive at once", async () => {
  const { borrowerId, client } = await newBorrower();
  const lenders = await Promise.all(Array.from({ length: 8 }, (_, index) => client.post(path, inputOf(`L${index}`))));
  expect(lenders.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(lenders.filter(({ status }) => status !== 200).map((one) => codeOf(one)[1])).toEqual(
    Array.from({ length: 3 }, () => "COMPETITORS_FULL"),
  );
  const before = await storedFiles();
  const pictures = await Promise.all(Array.from({ length: 10 }, (_, index) => jpeg(index * 9)));
  const sent = await Promise.all(pictures.map((bytes) => send(client, bytes)));
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(6);
  expect(new Set(sent.filter(({ status }) => status !== 200).map((one) => codeOf(one)[1]))).toEqual(
    new Set(["COMPETITOR_PHOTOS_FULL"]),
  );
  const found = await competitorsOf(services, database, borrowerId);
  expect([found.items.length, found.photos.length, (await storedFiles()) - before]).toEqual([5, 6, 6]);
});

it("shows a screenshot to its owner alone, says of the same one that it was sent before, and deletes it with its object", async () => {
  const { borrowerId, client } = await newBorrower();
  await client.post(path, inputOf("Satu"));
  await send(client, await jpeg(3));
  expect(codeOf(await send(client, await jpeg(3)))).toEqual([409, "PHOTO_KNOWN"]);
  const { photos } = (await client.get(path)).body;
  expect(photos).toHaveLength(1);
  const own = `${path}/photo/${photos[0].id}`;
  for (const size of ["", "?size=PREVIEW"]) {
    const shown = await client.send("GET", own + size, undefined);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  }
  const stranger = await newBorrower();
  expect(codeOf(await stranger.client.get(own))).toEqual([404, "SCREENSHOT_UNKNOWN"]);
  expect(await readCompetitorPhoto(services, database, stranger.borrowerId, photos[0].id)).toBeNull();
  await stranger.client.post(`${own}/delete`, {});
  expect((await client.get(path)).body.photos).toHaveLength(1);
  const before = await storedFiles();
  expect((await client.post(`${own}/delete`, {})).body.photos).toEqual([]);
  await app.settle();
  expect((await storedFiles()) - before).toBe(-1);
  expect((await competitorsOf(services, database, borrowerId)).photos).toEqual([]);
});

it("goes with its consent: withdrawn at once, else after 90 days; rows, objects and key", async () => {
  for (const end of ["WITHDRAWN", "ENDED"] as const) {
    const { borrowerId, client } = await newBorrower();
    const { until } = (await client.post(path, inputOf("Satu"))).body;
    expect(new Date(until).getTime()).toBe(clock.now().getTime() + 90 * 86_400_000);
    await send(client, await jpeg(5));
    const sections = await Promise.all(
      erasurePartsOf(services).map((part) => part.export(services, database, borrowerId)),
    );
    const named = (name: string) => sections.flat().find((section) => section.name === name)!;
    expect(named("competitor").rows).toMatchObject([{ lender: "Satu", limitRupiah: 3_000_000 }]);
    expect((await named("competitor_photo").files[0]!.load())?.contentType).toBe("image/jpeg");
    const { objectKey } = await database
      .selectFrom("competitor_photo")
      .select("objectKey")
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow();
    const consent = (await client.get("/api/privacy/consents")).body.items.find(
      ({ kind }: { kind: string }) => kind === "COMPETITORS",
    );
    if (end === "WITHDRAWN") await client.post(`/api/privacy/consents/${consent.id}/withdraw`, {});
    else {
      clock.advance(90 * 86_400_000 + 1);
      await consentSweep.run(services);
    }
    await app.settle();
    const found = await competitorsOf(services, database, borrowerId);
    expect([found.items, found.photos, await services.outside.storage.get(objectKey)]).toEqual([[], [], undefined]);
    const again = await app.loggedIn(borrowerId);
    const receipt = (await again.get(`/api/privacy/consents/${consent.id}`)).body;
    expect([receipt.state, receipt.stopped]).toEqual([end, [{ what: "COMPETITOR_ROWS", count: 2 }]]);
    expect((await again.get(path)).body.until).toBeNull();
    expect(codeOf(await send(again, await jpeg(6)))).toEqual([422, "COMPETITORS_CONSENT"]);
  }
});

it("is read beside the documents by staff who may see them, screenshots one by one, and by nobody else", async () => {
  const { borrowerId, client } = await applicant(app, "approved-1", {
    mobileNumber: "081255590001",
    nik: "3174015704949901",
    accountNumber: "7722000901",
  });
  const list = `/api/staff/borrowers/${borrowerId}/documents`;
  const staff = await app.staff(services.random.uuid(), ["underwriter"]);
  expect((await staff.get(list)).body).toMatchObject({
    optional: null,
    otherText: "",
    competitors: [],
    screenshots: [],
  });
  await client.post("/api/profile/optional-info", { dependants: 2, consent: true });
  await client.post("/api/document/kind/OTHER_TEXT/note", { note: "Saya juga berjualan." });
  await client.post(path, inputOf("Satu"));
  await send(client, await jpeg(7));
  const seen = (await staff.get(list)).body;
  expect(seen).toMatchObject({
    optional: { dependants: 2 },
    otherText: "Saya juga berjualan.",
    competitors: [{ lender: "Satu", limitRupiah: 3_000_000 }],
  });
  expect(seen.screenshots).toHaveLength(1);
  const picture = `${list}/${seen.screenshots[0].id}`;
  const shown = await staff.send("GET", picture, undefined);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  const other = await app.staff(services.random.uuid(), ["content"]);
  for (const address of [list, picture]) expect((await other.get(address)).status).toBe(403);
  expect((await staff.get(`${list}/${services.random.uuid()}`)).body.status.code).toBe("DOCUMENT_NOT_FOUND");
});
