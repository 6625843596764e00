import { sql } from "kysely";
import sharp from "sharp";
import { expect, it } from "vitest";
import { sandboxForgettingSweep } from "#server/outside/sandbox-forgetting.ts";
import { keptRequestsOfPort } from "#server/outside/sandbox-requests.ts";
import { Secret } from "#shared/secret.ts";
import { testApp } from "#tests/support/app.ts";
import { advanceClock, clockStepsOf } from "./clock.ts";

const app = await testApp({ start: "2026-11-21T02:00:00+07:00" });
const { outside, random } = app.services;
const browser = app.client();
const send = (to: string, text: string, code?: string) =>
  outside.messaging.send({
    messageId: random.uuid(),
    channel: "SMS",
    to,
    text,
    language: "id",
    ...(code ? { code } : {}),
  });

it("lists messages newest first, of one receiver however the number is written, page by page", async () => {
  for (let index = 1; index <= 5; index++) {
    await send("081234567890", `Pesan ${index}`, `00000${index}`);
    app.clock.advance(1000);
  }
  await send("089999999999", "Untuk orang lain");
  const all = await browser.get("/api/sandbox/messages");
  expect(all.body.items[0]).toMatchObject({ channel: "SMS", to: "089999999999", text: "Untuk orang lain" });
  const first = await browser.get("/api/sandbox/messages?to=%2B62+812-3456-7890&limit=2");
  expect(first.body.items.map((message: { code: string }) => message.code)).toEqual(["000005", "000004"]);
  const second = await browser.get(`/api/sandbox/messages?to=081234567890&limit=2&cursor=${first.body.nextCursor}`);
  expect(second.body.items.map((message: { code: string }) => message.code)).toEqual(["000003", "000002"]);
  const last = await browser.get(`/api/sandbox/messages?to=081234567890&limit=2&cursor=${second.body.nextCursor}`);
  expect([last.body.items.length, last.body.nextCursor]).toEqual([1, null]);
  expect((await browser.get("/api/sandbox/messages?cursor=made-up")).body.status.fields).toMatchObject([
    { path: "cursor", code: "CURSOR_INVALID" },
  ]);
});

it("tells the answer of an open captcha and of no other", async () => {
  const { captchaKey } = (await browser.post("/api/user/generateCaptcha", {})).body;
  expect((await browser.get(`/api/sandbox/captcha/${captchaKey}`)).body.answer).toMatch(/^\d{5}$/);
  expect((await browser.get("/api/sandbox/captcha/unknown-captcha-key-00")).body.status.code).toBe("CAPTCHA_UNKNOWN");
});

it("moves business time forward and answers after everything that came due was done, twice a day on the way", async () => {
  const seen: number[] = [];
  const before = app.clock.now().getTime();
  app.services.sweeps.add({
    name: "test-every-step",
    everySeconds: 60,
    run: async ({ clock }) => (seen.at(-1) === clock.now().getTime() ? 0 : seen.push(clock.now().getTime())),
  });
  const { status, body } = await browser.post("/api/sandbox/clock", { advanceSeconds: 30 * 86_400 });
  expect([status, new Date(body.now).getTime()]).toEqual([200, before + 30 * 86_400_000]);
  // Two runs a day: one of them is within the hours in which reminders are allowed.
  expect(seen.length).toBe(60);
  expect(new Set(seen.map((at) => new Date(at).getUTCHours())).size).toBe(2);
  expect((await browser.get("/api/sandbox/clock")).body).toMatchObject({ now: body.now, nextDueDate: null });
});

it("refuses to go back or too far", async () => {
  for (const advanceSeconds of [-1, 400 * 86_400 + 1, 1.5, "60"])
    expect((await browser.post("/api/sandbox/clock", { advanceSeconds })).status).toBe(422);
});

it("takes steps that add up, of half a day or more", () => {
  expect(clockStepsOf(0)).toEqual([0]);
  expect(clockStepsOf(3_600)).toEqual([3_600]);
  expect(clockStepsOf(100_000)).toEqual([43_200, 43_200, 13_600]);
  for (const seconds of [1, 86_399, 30 * 86_400, 91 * 86_400 + 7, 400 * 86_400]) {
    expect(clockStepsOf(seconds).reduce((sum, step) => sum + step, 0)).toBe(seconds);
    expect(clockStepsOf(seconds).length).toBeLessThanOrEqual(61);
  }
});

it("cannot move the clock of production", async () => {
  const services = { ...app.services, clock: { now: () => new Date(0), realNow: () => new Date(0) } };
  await expect(advanceClock(services, 60)).rejects.toThrow("production");
});

it("pays a virtual account by its number and lists what waits to be paid", async () => {
  const expiresAt = new Date(app.clock.now().getTime() + 86_400_000);
  const opened = await outside.collection.openVirtualAccount({
    bankCode: "014",
    customerNo: "000000012345",
    name: "Siti Rahayu",
    amountRupiah: 393_333,
    expiresAt,
  });
  if (opened.outcome !== "OPEN") throw new Error(opened.outcome);
  const { virtualAccountNumber } = opened;
  const waiting = await browser.get("/api/sandbox/bank/payables");
  expect(waiting.body.items[0]).toMatchObject({
    rail: "VIRTUAL_ACCOUNT",
    reference: virtualAccountNumber,
    bankName: "BCA",
    payerName: "Siti Rahayu",
    amountRupiah: 393_333,
  });
  const wrong = await browser.post("/api/sandbox/bank/pay", { virtualAccountNumber, amount: 1 });
  expect([wrong.status, wrong.body.status.code]).toEqual([422, "PAYMENT_AMOUNT"]);
  const paid = await browser.post("/api/sandbox/bank/pay", {
    virtualAccountNumber,
    amount: 393_333,
    behaviour: { outcome: "LOST" },
  });
  expect(paid.body).toMatchObject({ outcome: "PAID", rail: "VIRTUAL_ACCOUNT", reference: virtualAccountNumber });
  app.clock.advance(2 * 86_400_000);
  expect(
    (await browser.post("/api/sandbox/bank/pay", { virtualAccountNumber, amount: 393_333 })).body.status.code,
  ).toBe("PAYMENT_EXPIRED");
});

it("pays a QRIS code once, and fails when it is told to", async () => {
  const expiresAt = new Date(app.clock.now().getTime() + 86_400_000);
  const opened = await outside.collection.createQris({
    reference: random.bytes(10).toString("hex"),
    amountRupiah: 100_000,
    expiresAt,
  });
  if (opened.outcome !== "OPEN") throw new Error(opened.outcome);
  expect((await browser.post("/api/sandbox/bank/pay", { qris: opened.qris, amount: 100_000 })).body).toMatchObject({
    outcome: "PAID",
    rail: "QRIS",
  });
  expect((await browser.post("/api/sandbox/bank/pay", { qris: opened.qris, amount: 100_000 })).body.status.code).toBe(
    "PAYMENT_DONE",
  );
  const other = await outside.collection.createQris({
    reference: random.bytes(10).toString("hex"),
    amountRupiah: 100_000,
    expiresAt,
  });
  if (other.outcome !== "OPEN") throw new Error(other.outcome);
  const failed = await browser.post("/api/sandbox/bank/pay", {
    reference: other.reference,
    amount: 100_000,
    behaviour: { outcome: "FAIL", delaySeconds: 1, duplicates: 1 },
  });
  expect(failed.body).toMatchObject({ outcome: "FAILED" });
  // It was not paid: the code is invalid by now.
  expect(
    (await browser.post("/api/sandbox/bank/pay", { reference: other.reference, amount: 100_000 })).body.status.code,
  ).toBe("PAYMENT_EXPIRED");
});

it("refuses unknown targets and orders that name none or two", async () => {
  expect((await browser.post("/api/sandbox/bank/pay", { reference: "no-such", amount: 1 })).body.status.code).toBe(
    "PAYMENT_TARGET_UNKNOWN",
  );
  for (const order of [{ amount: 1 }, { reference: "a", qris: "b", amount: 1 }]) {
    expect((await browser.post("/api/sandbox/bank/pay", order)).body.status.fields).toMatchObject([
      { path: "reference", code: "ONE_TARGET" },
    ]);
  }
});

it("says of a figure that came as text what is wrong with it, not that it is missing", async () => {
  expect(
    (await browser.post("/api/sandbox/bank/pay", { reference: "a", amount: "1000" })).body.status.fields,
  ).toMatchObject([{ path: "amount", code: "AMOUNT_FORMAT" }]);
  expect((await browser.post("/api/sandbox/clock", { advanceSeconds: "5" })).body.status.fields).toMatchObject([
    { path: "advanceSeconds", code: "INVALID" },
  ]);
  expect((await browser.post("/api/sandbox/clock", {})).body.status.fields).toMatchObject([
    { path: "advanceSeconds", code: "REQUIRED" },
  ]);
});

it("says of every test person what happens to it, in the caller's language, and gives pictures to upload", async () => {
  const { items } = (await browser.get("/api/sandbox/persons", { "Accept-Language": "en" })).body;
  const outcomes = new Set(items.map((person: { outcome: string }) => person.outcome));
  for (const outcome of [
    "APPROVED",
    "REVIEW",
    "REFUSED_AGE",
    "REFUSED_PLATFORMS",
    "REFUSED_INCOME",
    "REFUSED_BURDEN",
    "TRANSFER_FAILS",
    "NAME_MISMATCH",
    "EWALLET_TIMES_OUT",
    "FACE_FAILS",
  ])
    expect(outcomes).toContain(outcome);
  expect(items[0].expectation).toContain("Approved");
  for (const address of Object.values(items[0].pictures as Record<string, string>)) {
    const { status, headers } = await browser.get(address);
    expect([status, headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  }
  expect((await browser.get("/api/sandbox/persons/nobody/pictures/selfie")).body.status.code).toBe("PERSON_UNKNOWN");
});

it("lets the bureau answer what was put down for a NIK, each answer once and in order, then as it would", async () => {
  const nik = "3174095704940077";
  const order = { reportId: random.uuid(), nik, fullName: "", birthDate: "1994-04-17", mobileNumber: "081200000077" };
  const put = (...outcomes: string[]) =>
    browser.post("/api/sandbox/next", { port: "BUREAU", key: nik, answers: outcomes.map((outcome) => ({ outcome })) });
  expect((await put("LOW_SCORE", "UNAVAILABLE")).body).toEqual({ waiting: 2 });
  expect((await put("EXCELLENT")).body.status).toMatchObject({ code: "NEXT_UNKNOWN" });
  expect(await outside.bureau.report(order)).toMatchObject({ outcome: "REPORT", score: 540 });
  expect(await outside.bureau.report(order)).toEqual({ outcome: "UNAVAILABLE" });
  expect(await outside.bureau.report(order)).toMatchObject({ outcome: "REPORT", score: 720, platformCount: 0 });
});

it("lists the ports whose answers can be put down, and takes each outcome that it lists", async () => {
  const { items } = (await browser.get("/api/sandbox/next")).body as { items: { port: string; outcomes: string[] }[] };
  expect(items.map(({ port }) => port)).toEqual([
    "BUREAU",
    "FACE_CHECK",
    "LINKING",
    "LOOKUP",
    "MAIL",
    "MESSAGING",
    "PUSH",
    "WEBHOOK",
  ]);
  for (const { port, outcomes } of items) {
    const answers = outcomes.map((outcome) => ({ outcome }));
    const put = await browser.post("/api/sandbox/next", { port, key: `nobody-${port}`, answers });
    expect(put.body).toEqual({ waiting: outcomes.length });
  }
});

it("lets the face check, the senders and the mail relay answer what was put down, each answer once and in order", async () => {
  const put = async (port: string, key: string, answers: object[]) => {
    expect((await browser.post("/api/sandbox/next", { port, key, answers })).body).toEqual({ waiting: answers.length });
  };
  const nik = "6271015704940078";
  const check = async () => {
    const order = { checkId: random.uuid(), nik, fullName: "", birthDate: "", selfie: new Uint8Array() };
    return outside.faceCheck.check(order);
  };
  await put("FACE_CHECK", nik, [{ outcome: "NOT_REGISTERED" }, { outcome: "MATCH_WEAK" }, { outcome: "UNAVAILABLE" }]);
  const faces = [await check(), await check(), await check(), await check()];
  expect(faces.map(({ outcome }) => outcome)).toEqual(["NOT_REGISTERED", "MATCH", "UNAVAILABLE", "MATCH"]);
  expect(faces[1]).toMatchObject({ similarityPpm: 870_000 });

  // A number is the same in every notation.
  await put("MESSAGING", "+62 812-3456-7078", [
    { outcome: "REJECTED" },
    { outcome: "SILENT" },
    { outcome: "SENT", delaySeconds: 60 },
  ]);
  const to = "081234567078";
  const send = async (text: string) =>
    (await outside.messaging.send({ messageId: random.uuid(), channel: "SMS", to, text, language: "id" })).status;
  expect([await send("satu"), await send("dua"), await send("tiga"), await send("empat")]).toEqual([
    "REJECTED",
    "UNKNOWN",
    "SENT",
    "SENT",
  ]);
  const texts = async () => (await outside.sandbox!.messages.list({ to })).map(({ text }) => text).sort();
  expect(await texts()).toEqual(["dua", "empat"]);
  app.clock.advance(61_000);
  expect(await texts()).toEqual(["dua", "empat", "tiga"]);

  const address = "Sri@Contoh.example";
  await put("MAIL", address, [{ outcome: "UNKNOWN" }, { outcome: "BOUNCED", duplicates: 2 }, { outcome: "DELIVERED" }]);
  const reports: string[] = [];
  outside.sandbox!.deliverBy(async (_path, _headers, body) => {
    reports.push(JSON.parse(body).events[0].outcome);
    return 200;
  });
  const mail = async (text: string) =>
    (
      await outside.mail.send({
        messageId: random.uuid(),
        to: address.toLowerCase(),
        subject: "s",
        text,
        html: text,
        language: "id",
      })
    ).status;
  expect([await mail("satu"), await mail("dua"), await mail("tiga")]).toEqual(["UNKNOWN", "SENT", "SENT"]);
  expect(reports).toEqual(["BOUNCED", "BOUNCED", "BOUNCED", "DELIVERED"]);
  expect((await outside.sandbox!.messages.list({ to: address })).map(({ text }) => text)).toEqual(["tiga"]);
});

it("draws pictures that an upload can read again", async () => {
  const { drawPicture } = await import("./pictures.ts");
  const [person] = (await browser.get("/api/sandbox/persons")).body.items;
  const { format, width, height } = await sharp(await drawPicture(person, "identity-card")).metadata();
  expect([format, width, height]).toEqual(["jpeg", 1012, 638]);
});

it("lists two staff persons per role with a password and the code of this moment", async () => {
  const { items } = (await browser.get("/api/sandbox/staff")).body;
  const roles = items.map((person: { role: string }) => person.role);
  for (const role of ["support", "underwriter", "content", "finance", "auditor", "admin", "collector"])
    expect(roles.filter((one: string) => one === role).length).toBe(2);
  for (const person of items)
    expect(person).toMatchObject({ password: expect.stringMatching(/.{8,}/), totp: expect.stringMatching(/^\d{6}$/) });
});

it("gives each test person of the console a code that is taken at once, twice in half a minute", async () => {
  const browser = app.client();
  for (const expected of [200, 200, 401]) {
    const [{ email, password, totp }] = (await browser.get("/api/sandbox/staff")).body.items;
    expect((await browser.post("/api/staff/login", { email, password, code: totp })).status).toBe(expected);
  }
});

interface Noted {
  port: string;
  operation: string;
}
it("lists what partners were asked and answered, newest first, by partner and page by page, with nothing that names a person", async () => {
  const nik = "3174095704940099";
  const reportId = random.uuid();
  const person = { nik, fullName: "Xylofonia Rahayu", birthDate: "1994-04-17", mobileNumber: "081200000099" };
  await outside.bureau.report({ reportId, ...person, mothersName: "Xantippa" });
  const lookup = {
    lookupId: random.uuid(),
    kind: "NPWP",
    account: "012345678901000",
    fullName: person.fullName,
  } as const;
  await outside.lookup.look({
    ...lookup,
    credential: new Secret("xsecretpass"),
    birthDate: person.birthDate,
    statedIncomeRupiah: 7_654_321,
  });
  await send("081200000099", "Kode 918273", "918273");
  await outside.bureau.report({ reportId: random.uuid(), ...person, nik: "3174095704940098" });
  const { body } = await browser.get("/api/sandbox/requests?limit=3");
  expect(body.items.map(({ port, operation }: Noted) => `${port} ${operation}`)).toEqual([
    "BUREAU report",
    "MESSAGING send",
    "LOOKUP look",
  ]);
  const bureau = await browser.get("/api/sandbox/requests?port=BUREAU&limit=1");
  const second = await browser.get(`/api/sandbox/requests?port=BUREAU&limit=1&cursor=${bureau.body.nextCursor}`);
  expect(second.body.items[0]).toMatchObject({ port: "BUREAU", askedBy: "HOUSE", outcome: "REPORT" });
  expect(second.body.items[0].request).toContainEqual({ name: "reportId", value: reportId });
  expect(second.body.items[0].request).toContainEqual({ name: "nik", value: "3174••••••••0099" });
  expect(second.body.items[0].request).toContainEqual({ name: "mothersName", value: "[hidden]" });
  expect(second.body.items[0].answer).toContainEqual({ name: "score", value: "720" });
  const { rows } = await sql<{ row: string }>`select t::text as row from sandbox_request t`.execute(
    app.services.database,
  );
  const all = [JSON.stringify(body), ...rows.map(({ row }) => row)].join("\n");
  for (const value of [
    nik,
    "Xylofonia",
    "Xantippa",
    "1994-04-17",
    "081200000099",
    "012345678901000",
    "xsecretpass",
    "918273",
    "7654321",
  ])
    expect(all, value).not.toContain(value);
  expect((await browser.get("/api/sandbox/requests?port=NOBODY")).status).toBe(422);
});

it("notes a partner's own call with our answer, and a callback whose way is broken as failed", async () => {
  const { requests } = outside.sandbox!;
  expect(
    await requests.callback("BANK", "/hook", '{"kind":"PAYMENT_RECEIVED","payer":"Xylofonia"}', async () => 204),
  ).toBe(204);
  const broken = requests.callback("BANK", "/hook", "no json", () => Promise.reject(new Error("gone")));
  await expect(broken).rejects.toThrow("gone");
  const [failed, done] = await requests.list({ port: "BANK", limit: 2 });
  expect([failed?.outcome, done?.outcome, done?.askedBy]).toEqual(["FAILED", "204", "PARTNER"]);
  expect(done?.request).toEqual([
    ["kind", "PAYMENT_RECEIVED"],
    ["payer", "[hidden]"],
  ]);
});

it("keeps the newest of each partner, however many another one has", async () => {
  const { database } = app.services;
  const row = {
    operation: "send",
    askedBy: "HOUSE",
    request: "[]",
    answer: "[]",
    outcome: "SENT",
    askedAt: app.clock.now(),
  };
  const many = (port: string, count: number) =>
    database
      .insertInto("sandbox_request")
      .values(Array.from({ length: count }, () => ({ port, ...row })))
      .execute();
  await many("ID_CARD", 3);
  await many("MESSAGING", keptRequestsOfPort + 20);
  await sandboxForgettingSweep.run(app.services);
  const remainingOf = async (port: string) =>
    (await database.selectFrom("sandbox_request").select("number").where("port", "=", port).execute()).length;
  expect([await remainingOf("ID_CARD"), await remainingOf("MESSAGING")]).toEqual([3, keptRequestsOfPort]);
});
