import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { personalFieldsOf } from "#server/personal-data/index.ts";
import { languages, type Language } from "#shared/texts.ts";
import { complaintsOf } from "#tests/support/complaint.ts";
import { applicant, sendApplication, type Applicant } from "#tests/support/person.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { exportDays, exportDownloads, exportPromiseHours } from "../contract.ts";
import { erasurePartsOf } from "./erasing.ts";
import { takeDownload } from "./export-store.ts";
import { exportSweep } from "./exports.ts";
import { readablePage } from "./readable.ts";
import { codeText, personalFieldText, personalLinesOf } from "./wording.ts";
import { creditFieldTexts } from "./credit-field-texts.ts";
import { personalFieldTexts } from "./field-texts.ts";
import { machineTexts } from "./machine-texts.ts";
import { recordsHeld } from "#server/records/record.ts";
import { changeRequests } from "#features/account/change-request/server/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const { handedIn } = complaintsOf(app);
const day = 86_400_000;
const codeOf = (answered: { body: { status?: { code: string } } | null }) => answered.body?.status?.code;
const person = (borrowerId: string) => app.loggedIn(borrowerId, "DATA_EXPORT");
const ask = (client: TestClient, headers = {}) => client.post("/api/privacy/export", {}, headers);
const newest = async (client: TestClient) => (await client.get("/api/privacy/export")).body.items[0];

async function unzipped(client: TestClient, id: string): Promise<Record<string, Uint8Array>> {
  const answered = await client.send("GET", `/api/privacy/export/${id}/file`, undefined);
  expect(answered.status, answered.text).toBe(200);
  expect(answered.headers.get("content-type")).toBe("application/zip");
  expect(answered.headers.get("content-disposition")).toContain("attachment");
  const object = await database
    .selectFrom("data_export")
    .select("objectKey")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const stored = (await services.outside.storage.get(object.objectKey!))!;
  const { borrowerId } = await database
    .selectFrom("data_export")
    .select("borrowerId")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const place = { table: "data_export", column: "objectKey", row: id };
  const bytes = await services.keys.borrowerKeys.openBytes(database, borrowerId, stored.bytes, place);
  return unzipSync(new Uint8Array(bytes));
}

describe("a copy of a person's data", () => {
  let who: Applicant;
  let client: TestClient;
  let files: Record<string, Uint8Array>;
  beforeAll(async () => {
    who = await applicant(app, "approved-1", {
      mobileNumber: "081255570001",
      nik: "3174015704947701",
      accountNumber: "7722000101",
    });
    await handedIn({ text: "Kata pengaduan <b>saya</b>" }, who.client);
    await who.client.post("/api/document/kind/OTHER_TEXT/note", { note: "Catatan dokumen" });
    const shop = { name: "Toko Siti", kind: "FOOD", platform: "OFFLINE", link: "", months: 18, nib: "" };
    const facts = { ...shop, monthlyTurnoverRupiah: 4_000_000, villageCode: "31.71.01.1001" };
    const told = await who.client.post("/api/merchant", facts, { "Idempotency-Key": random.uuid() });
    expect(told.status, told.text).toBe(200);
    await sendApplication(who);
    await app.settle();
    client = await person(who.borrowerId);
    const response = await ask(client, { "Accept-Language": "en" });
    expect(response.status, response.text).toBe(202);
    expect(new Date(response.body.dueAt).getTime()).toBe(clock.now().getTime() + exportPromiseHours * 3_600_000);
    await app.settle();
    files = await unzipped(client, response.body.id);
  }, 120_000);

  it("is told of once it is there", async () => {
    const messages = await services.outside.sandbox!.messages.list({ to: "081255570001" });
    expect(messages.filter(({ text }) => /salinan data Anda siap|copy of your data is ready/.test(text))).toHaveLength(
      1,
    );
    const { items } = (await who.client.get("/api/message?topic=ACCOUNT")).body;
    expect(items.map(({ title }: { title: string }) => title)).toContain("Salinan data Anda siap");
  });

  it("holds every field that the registry names, of every table", () => {
    const tables = erasurePartsOf(services).flatMap((part) => part.tables);
    expect(tables.length).toBeGreaterThan(45);
    for (const table of tables) {
      const section = JSON.parse(strFromU8(files[`data/${table.table}.json`]!)) as {
        fields: string[];
        rows: Record<string, unknown>[];
      };
      expect(section.fields, table.table).toEqual(personalFieldsOf(table));
      for (const row of section.rows)
        expect(Object.keys(row).toSorted(), table.table).toEqual([...personalFieldsOf(table)].toSorted());
    }
  });

  it("holds what was typed and uploaded, opened", async () => {
    const rows = (name: string) => (JSON.parse(strFromU8(files[`data/${name}.json`]!)) as { rows: object[] }).rows;
    expect(rows("identity")).toMatchObject([{ nik: "3174015704947701", fullName: who.person.fullName }]);
    expect(rows("verified_number")).toMatchObject([{ mobileNumber: "081255570001" }]);
    expect(rows("bank_account")).toMatchObject([{ accountNumber: "7722000101" }]);
    expect(rows("profile")).toMatchObject([{ work: { companyName: who.person.employment.companyName } }]);
    expect(rows("document_note")).toMatchObject([{ note: "Catatan dokumen" }]);
    expect(rows("complaint_message")).toMatchObject([{ text: "Kata pengaduan <b>saya</b>" }]);
    expect(rows("consent")).toMatchObject([{ kind: "FACE_CHECK" }, { kind: "CREDIT_CHECK" }]);
    const photos = rows("identity_photo") as { photo: string }[];
    expect(photos).toHaveLength(2);
    for (const { photo } of photos) expect([...files[photo]!.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect(rows("merchant_shop")).toMatchObject([{ kind: "FOOD", name: "Toko Siti", villageCode: "31.71.01.1001" }]);
    const uses = JSON.parse(strFromU8(files["data/uses.json"]!)) as { rule: string; read: string[] }[];
    expect(uses.find(({ rule }) => rule === "Minimum income")?.read).toEqual(["monthly income"]);
  });

  it("is readable in one page that asks for nothing else and takes typed signs for signs", () => {
    const page = strFromU8(files["index.html"]!);
    expect(page).toContain("3174015704947701");
    expect(page).toContain("Kata pengaduan &lt;b&gt;saya&lt;/b&gt;");
    expect(page).not.toMatch(/<script|https?:\/\/|<b>saya/);
    for (const path of Object.keys(files).filter((one) => one.startsWith("files/"))) expect(page).toContain(path);
    for (const text of ["Food and drink", "No platform", "18 since it opened", "Rp 4.000.000", "C (of A to E)"])
      expect(page).toContain(text);
    expect(page).not.toContain("31.71.01.1001");
  });

  it("reads like words: no codes, keys, ids or data as machines write it", async () => {
    const sections = [];
    for (const part of erasurePartsOf(services))
      sections.push(...(await part.export(services, database, who.borrowerId)));
    for (const language of languages) {
      const page = await readablePage(services, {
        language,
        brandName: "Tunai",
        at: clock.now(),
        sections,
        uses: [],
      });
      const said = page
        .replace(/<style>.*?<\/style>|<a href="files.*?<\/a>/gs, " ")
        .replace(/<[^>]+>/g, " ")
        .replaceAll("data/*.json", "");
      const raw =
        /\b[A-Z]+_[A-Z_]+\b|\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w+\b|\{|\}|[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{32}|\d{4}-\d\d-\d\d|\/api\/|undefined|null/g;
      expect(said.match(raw) ?? [], language).toEqual([]);
    }
  });

  it("names its files as the programs know them that open them", () => {
    const names = Object.keys(files).filter((one) => one.startsWith("files/"));
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect(name).toMatch(/\.(?:jpg|png|pdf|webp|mp4|webm)$/);
  });

  it("tells no staff's name, no threshold and nothing of the house's keys", async () => {
    const words = Object.entries(files)
      .filter(([path]) => path.endsWith(".json") || path.endsWith(".html"))
      .map(([, bytes]) => strFromU8(bytes))
      .join("\n");
    const identity = await database
      .selectFrom("identity")
      .selectAll()
      .where("borrowerId", "=", who.borrowerId)
      .executeTakeFirstOrThrow();
    for (const secret of [identity.nikIndex, identity.personSealed, '"threshold"', '"staffName"', "v1.k1."])
      expect(words.includes(secret), secret).toBe(false);
  });

  it("is not given twice a day, nor to a session without a fresh code, nor to anybody else", async () => {
    const again = await ask(client);
    expect([again.status, codeOf(again)]).toEqual([429, "EXPORT_TODAY"]);
    const { id } = await newest(client);
    const stale = await app.loggedIn(who.borrowerId);
    expect((await stale.get("/api/privacy/export")).body.mayDownload).toBe(false);
    expect((await client.get("/api/privacy/export")).body.mayDownload).toBe(true);
    for (const answered of [await ask(stale), await stale.get(`/api/privacy/export/${id}/file`)])
      expect(codeOf(answered)).toBe("STEP_UP_NEEDED");
    const stranger = await person(random.uuid());
    for (const path of ["file", "unlock"]) {
      const answered = await stranger.send(
        path === "file" ? "GET" : "POST",
        `/api/privacy/export/${id}/${path}`,
        path === "file" ? undefined : "{}",
        path === "file" ? {} : { "Content-Type": "application/json" },
      );
      expect([answered.status, codeOf(answered)]).toEqual([404, "EXPORT_UNKNOWN"]);
    }
  });
});

it("Of 40 that ask at once one copy is made, and of 40 downloads three succeed.", async () => {
  const borrowerId = random.uuid();
  const client = await person(borrowerId);
  const responses = await Promise.all(Array.from({ length: 40 }, () => ask(client)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  const { id } = responses[0]!.body;
  const early = await client.get(`/api/privacy/export/${id}/file`);
  expect([early.status, codeOf(early)]).toEqual([409, "EXPORT_NOT_READY"]);
  await app.settle();
  const loads = await Promise.all(
    Array.from({ length: 40 }, () => client.send("GET", `/api/privacy/export/${id}/file`, undefined)),
  );
  expect(loads.filter(({ status }) => status === 200)).toHaveLength(exportDownloads);
  expect(await newest(client)).toMatchObject({ state: "READY", downloadsLeft: 0 });
  expect(codeOf(await client.post(`/api/privacy/export/${id}/unlock`, {}))).toBe("EXPORT_OVER");
});

it("A copy lies a week, to the moment, and its file is destroyed after that; its row goes after 90 days.", async () => {
  const borrowerId = random.uuid();
  await ask(await person(borrowerId));
  await app.settle();
  const row = () =>
    database.selectFrom("data_export").selectAll().where("borrowerId", "=", borrowerId).executeTakeFirst();
  const { objectKey, readyAt } = (await row())!;
  clock.moveTo(new Date(readyAt!.getTime() + exportDays * day - 1));
  await app.settle();
  expect((await row())?.state).toBe("READY");
  clock.advance(1);
  const client = await person(borrowerId);
  expect(await newest(client)).toMatchObject({ state: "ENDED", downloadsLeft: 0 });
  expect(codeOf(await client.get(`/api/privacy/export/${(await row())!.id}/file`))).toBe("EXPORT_OVER");
  // No sweep has run yet, and the file still exists.
  const { id, state } = (await row())!;
  expect([state, await takeDownload(database, borrowerId, id, clock.now())]).toEqual(["READY", null]);
  await app.settle();
  expect(await row()).toMatchObject({ state: "ENDED", objectKey: null });
  expect(await services.outside.storage.get(objectKey!)).toBeUndefined();
  clock.moveTo(new Date((await row())!.askedAt.getTime() + 90 * day));
  await services.sweeps.runAllDue(services);
  expect(await row()).toBeDefined();
  clock.advance(1);
  await services.sweeps.runAllDue(services);
  expect(await row()).toBeUndefined();
});

it("A copy whose job was lost is made by the sweep, of which two leave one file.", async () => {
  const borrowerId = random.uuid();
  const files = async () => {
    let count = 0;
    for (let after: string | null | undefined; after !== null;) {
      const page = await services.outside.storage.list(after);
      count += page.items.length;
      after = page.next ?? null;
    }
    return count;
  };
  const before = await files();
  const id = random.uuid();
  const askedAt = clock.now();
  await database
    .insertInto("data_export")
    .values({
      borrowerId,
      id,
      language: "zh",
      brandId: "tunai",
      askedAt,
      dueAt: new Date(askedAt.getTime() + exportPromiseHours * 3_600_000),
      state: "ASKED",
    })
    .execute();
  await services.sweeps.runAllDue(services);
  expect(await newest(await person(borrowerId))).toMatchObject({ state: "ASKED" });
  clock.advance(5 * 60_000);
  // Both have read that it is requested before either has created it.
  await Promise.all([exportSweep.run(services), exportSweep.run(services)]);
  await app.settle();
  expect(await newest(await person(borrowerId))).toMatchObject({ state: "READY" });
  expect(await files()).toBe(before + 1);
});

it("A copy that cannot be made is late after 72 hours, and is alarmed once.", async () => {
  const borrowerId = random.uuid();
  await ask(await person(borrowerId));
  await transact(database, (trx) => services.keys.borrowerKeys.shred(trx, borrowerId, clock.now()));
  const alarmedAt = async () =>
    (
      await database
        .selectFrom("data_export")
        .select("alarmedAt")
        .where("borrowerId", "=", borrowerId)
        .executeTakeFirstOrThrow()
    ).alarmedAt;
  clock.advance(exportPromiseHours * 3_600_000 - 1);
  await services.sweeps.runAllDue(services);
  expect(await alarmedAt()).toBeNull();
  clock.advance(1);
  await services.sweeps.runAllDue(services);
  const first = clock.now();
  clock.advance(3_600_000);
  await services.sweeps.runAllDue(services);
  expect(await alarmedAt()).toEqual(first);
});

it("A copy that is late is told of once, and again when it is there.", async () => {
  const mobileNumber = "081255570077";
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber, language: "en" }));
  await ask(await person(borrowerId));
  const { storage } = services.outside;
  services.outside.storage = { ...storage, put: () => Promise.reject(new Error("The disk is full.")) };
  const sentMessages = async () =>
    (await services.outside.sandbox!.messages.list({ to: mobileNumber }))
      .map(({ text }) => text)
      .filter((text) => text.includes("copy of your data"))
      .toReversed();
  clock.advance(exportPromiseHours * 3_600_000);
  for (let round = 0; round < 3; round++) {
    await app.settle();
    clock.advance(3_600_000);
  }
  expect(await sentMessages()).toEqual([expect.stringContaining("is late") as string]);
  services.outside.storage = storage;
  await app.settle();
  expect(await sentMessages()).toEqual([expect.stringContaining("is late"), expect.stringContaining("is ready")]);
});

it("Every field has a name in every language, and no name stands for a field that is none.", () => {
  const own = erasurePartsOf(services)
    .flatMap((part) => part.tables)
    .flatMap((table) => personalFieldsOf(table).filter((name) => !table.labels?.[name]));
  expect(own.filter((name) => !personalFieldText(name))).toEqual([]);
  for (const text of [...Object.values(personalFieldTexts), ...Object.values(creditFieldTexts)])
    for (const language of languages as readonly Language[]) expect(text[language]).not.toBe("");
});

it("Every code that a column of a copy may hold is said in words, as its table's check lists them.", async () => {
  const { rows } = await sql<{ table: string; rule: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as rule from pg_constraint
    where contype = 'c' and connamespace = current_schema()::regnamespace`.execute(database);
  const tables = erasurePartsOf(services).flatMap((part) => part.tables);
  const raw = rows.flatMap(({ table, rule }) => {
    const shows: readonly string[] = tables.find((one) => one.table === table)?.shows ?? [];
    const column = /\(\(?(\w+) (?:IS NULL|= ANY)/.exec(rule)?.[1] ?? "";
    if (!shows.includes(column)) return [];
    const codes = [...rule.matchAll(/'([A-Z][A-Z0-9_]*)'::text/g)].map(([, code]) => code!);
    return codes.filter((code) => codeText(services, code, "en") === code).map((code) => `${table}.${column} ${code}`);
  });
  // These codes are also ordinary words; every other code needs a text.
  const ownWords = new Set(["NPWP", "BPJS", "QRIS", "SMS", "WIB", "WITA", "WIT", "X"]);
  expect(raw.filter((one) => !ownWords.has(one.split(" ")[1]!))).toEqual([]);
});

it("A band of the score is said in words; a letter that people typed stays what they typed.", () => {
  const said = (path: string) => personalLinesOf(services, path, "B", "en");
  expect([said("band"), said("why.bandTo"), said("note"), said("home.street")]).toEqual([
    ["B (of A to E)"],
    ["B (of A to E)"],
    ["B"],
    ["B"],
  ]);
});

it("Factors of a score and causes of a freeze are said in sentences, with their points and their end.", async () => {
  const tables = erasurePartsOf(services).flatMap((part) => part.tables);
  const said = (table: string, field: string, row: Record<string, unknown>) =>
    tables.find((one) => one.table === table)!.inWords![field]!(services, row, "en");
  const late = { points: -40, until: "2028-11-27" };
  const factors = [
    { code: "PAID_IN_TIME", points: 8, until: null },
    { code: "LATE_8_30", ...late },
  ];
  expect(await said("credit_limit_score", "factors", { factors })).toBe(
    "Instalments paid in time: +8 points\n8 to 30 days late: −40 points · until 27 November 2028",
  );
  const why = { reasons: [{ factor: "WRITTEN_OFF", points: -320 }] };
  expect(await said("credit_limit_change", "why.reasons", { why })).toBe(
    "A written-off loan that is still owed: −320 points",
  );
  const endsAt = new Date("2026-12-27T00:00:00+07:00");
  expect(await said("credit_limit_freeze", "cause", { cause: "BORROWER", endsAt })).toBe(
    "your own pause until 27 December 2026",
  );
  expect(await said("credit_limit_freeze", "cause", { cause: "STAFF", endsAt: null })).toBe("a decision by our staff");
});

it("Every lifecycle of a copy has a name, and every state of it is said in words.", () => {
  const lives = [
    ...services.ask(lifecycles).flat(),
    ...services
      .ask(changeRequests)
      .flat()
      .map(({ lifecycle }) => lifecycle),
  ];
  const named = services.ask(lifecycles).flat();
  const byRecords = new Set(
    services
      .ask(recordsHeld)
      .flat()
      .flatMap(({ oneTitle, life }) => (oneTitle && life ? [life.name] : [])),
  );
  const nameless = named.filter(({ name }) => !Object.hasOwn(machineTexts, name) && !byRecords.has(name));
  expect(nameless.map(({ name }) => name)).toEqual([]);
  const tables = new Set(erasurePartsOf(services).flatMap((part) => part.tables.map(({ table }) => table)));
  const ofPeople = lives.filter(({ table }) => tables.has(table));
  const states = [...new Set(ofPeople.flatMap(({ transitions }) => Object.keys(transitions)))];
  expect(states.filter((state) => codeText(services, state, "en") === state)).toEqual([]);
});

it("Of the findings about an application the copy tells none that speaks of fraud.", () => {
  const table = erasurePartsOf(services)
    .flatMap((part) => part.tables)
    .find((one) => one.table === "underwriting_finding")!;
  expect(personalFieldsOf(table)).toEqual(["caseId", "judgedAt"]);
});

describe("how the data was used, and who opened it", () => {
  it("is told to its owner alone: rules by their names, no thresholds; roles and purposes, no names", async () => {
    const who = await applicant(app, "review", {
      mobileNumber: "081255570002",
      nik: "3174015704947702",
      accountNumber: "7722000102",
    });
    await sendApplication(who);
    await app.settle();
    const { items } = (await who.client.get("/api/privacy/uses?lang=en")).body;
    expect(items.length).toBeGreaterThan(4);
    expect(items.map((one: { rule: string }) => one.rule)).toContain("Safety checks");
    expect(items.find((one: { rule: string }) => one.rule === "Safety checks").outcome).toBe("carried out");
    expect(JSON.stringify(items)).not.toMatch(/DUPLICATE|FRAUD|threshold/);
    // Data that does not exist was not exported: no email, no look-up, no link; staff have not viewed it yet.
    const read = items.flatMap((one: { read: string[] }) => one.read);
    expect(read).toEqual(
      expect.arrayContaining(["NIK", "mobile number", "bank account", "the credit bureau's report"]),
    );
    expect(read.join()).not.toMatch(/email|BPJS|linked|another person/);
    expect(items.map((one: { rule: string }) => one.rule)).not.toContain("Reviewed by a person");

    const staff = await app.staff("0190cccc-0000-7000-8000-000000000001", ["support"]);
    const opened = await staff.get(`/api/staff/borrowers/${who.borrowerId}`);
    expect(opened.status).toBe(200);
    const list = (await who.client.get("/api/privacy/opened?lang=en")).body;
    expect(list.items).toMatchObject([{ roles: ["support"] }]);
    expect(list.items[0].purpose).not.toMatch(/^GET /);
    expect(Object.keys(list.items[0]).toSorted()).toEqual(["at", "id", "purpose", "roles"]);
    const stranger = await app.loggedIn(random.uuid());
    expect((await stranger.get("/api/privacy/opened")).body.items).toEqual([]);
    expect((await stranger.get("/api/privacy/uses")).body.items).toEqual([]);
  });
});
