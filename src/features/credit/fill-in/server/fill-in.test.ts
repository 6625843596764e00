/** Links to fill in: who gets one, the birth date before anything else, only names, used once, and what ends them. */
import { expect, it } from "vitest";
import { giveNumber } from "#features/account/mobile-change/server/effect.ts";
import { setBorrowerStatus } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { cookieNames, type TestClient, type TestResponse, testApp } from "#tests/support/app.ts";
import { contesting } from "#tests/support/contesting.ts";
import { changingNumber } from "#tests/support/changing-number.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { maxLinksOfNumber } from "../contract.ts";

/** Every line logged in this file. */
const lines: string[] = [];
const log = createLog({ now: () => new Date(0), sink: (line) => void lines.push(String(line)) });
const app = await testApp({ log });
const { services, clock } = app;
const { noticed } = contesting(app);
const { database, random } = services;
const { owner, upload, picture } = await changingNumber(app);
const person = sandboxPersons.find(({ key }) => key === "approved-1")!;
const day = 86_400_000;
const path = "/api/loan/fill";
const codeOf = ({ status, body }: TestResponse) => [status, body?.status?.code];
const key = () => ({ "Idempotency-Key": random.uuid() });
const support = () => app.staff(random.uuid(), ["support"]);
const send = async (borrowerId: string, reason = "Peminjam menelepon kami.", who?: TestClient) =>
  (who ?? (await support())).post(`/api/staff/borrowers/${borrowerId}/fill-link`, { reason }, key());
const dead = [401, "LINK_INVALID"];

async function linkTo(mobileNumber: string): Promise<string> {
  await app.settle();
  const messages = await services.outside.sandbox!.messages.list({ to: mobileNumber });
  const link = messages.find((one) => one.link?.includes("/no-login-fill"))?.link;
  return new URL(link!).searchParams.get("t")!;
}
function holder(token: string): TestClient {
  const guest = app.client();
  guest.cookies.set(cookieNames.link, token);
  return guest;
}
const check = (guest: TestClient, birthDate = person.birthDate) => guest.post(`${path}/check`, { birthDate });
const finish = (guest: TestClient) => guest.post(`${path}/finish`, {}, key());
const contact = { name: "Budi Santoso", mobileNumber: "081355550001", relationship: "SIBLING" };
const personal = { education: "S1", civilStatus: 10, loanPurpose: "EDUCATION", owedElsewhereRupiah: 0 };
const home = { villageCode: "31.71.01.1001", street: "Jalan Mawar 7 CANARY-STREET", rt: "001", rw: "002" };
const work = {
  industry: "TRADE",
  companyName: "Toko CANARY",
  companyAddress: "Jalan Melati nomor 9",
  companyPhone: "0215550001",
  workingMonths: 30,
  monthlyIncomeRupiah: 7_654_321,
  salaryDay: 25,
};
async function sent() {
  const who = await owner();
  const answered = await send(who.borrowerId);
  expect(answered.status, answered.text).toBe(200);
  const token = await linkTo(who.mobileNumber);
  return { ...who, token, linkId: answered.body.linkId as string };
}
const open = async (token: string) => {
  const guest = holder(token);
  expect((await check(guest)).body).toEqual({ checked: true });
  return guest;
};
const namesOf = ({ body }: TestResponse, isGiven: boolean) =>
  body.items.filter((one: { isGiven: boolean }) => one.isGiven === isGiven).map(({ item }: { item: string }) => item);
const stateOf = async (linkId: string) =>
  (await database.selectFrom("fill_link").select("state").where("id", "=", linkId).executeTakeFirstOrThrow()).state;

it("A link goes to a verified borrower who lacks something, with a reason, within the counts of a day and a month.", async () => {
  expect(codeOf(await send(random.uuid()))).toEqual([404, "BORROWER_UNKNOWN"]);
  const stranger = await owner({ isVerified: false });
  expect(codeOf(await send(stranger.borrowerId))).toEqual([409, "FILL_NOT_VERIFIED"]);
  const { borrowerId } = await owner();
  expect((await send(borrowerId, "kurang")).body.status.fields[0].code).toBe("REASON_SHORT");
  const finance = await app.staff(random.uuid(), ["finance"]);
  expect(codeOf(await send(borrowerId, undefined, finance))).toEqual([403, "NOT_ALLOWED"]);
  for (let count = 0; count < 3; count++) {
    clock.advance(1000);
    expect((await send(borrowerId)).status).toBe(200);
  }
  expect(codeOf(await send(borrowerId))).toEqual([409, "FILL_LINKS_SPENT"]);
  clock.advance(day + 1000);
  for (let count = 0; count < 3; count++) {
    clock.advance(1000);
    expect((await send(borrowerId)).status).toBe(200);
  }
  clock.advance(day + 1000);
  expect(codeOf(await send(borrowerId))).toEqual([409, "FILL_LINKS_SPENT"]);
  const shown = (await (await support()).get(`/api/staff/borrowers/${borrowerId}/fill-link`)).body;
  expect(shown.missing).toEqual(["PERSONAL", "HOME", "WORK", "CONTACT", "INCOME_EVIDENCE"]);
  expect(shown.links.map(({ state }: { state: string }) => state)).toEqual(["OPEN", ...Array(5).fill("REPLACED")]);
  await transact(database, (trx) => setBorrowerStatus(services, trx, borrowerId, "BLOCKED"));
  expect(codeOf(await send(borrowerId))).toEqual([409, "FILL_ACCOUNT_CLOSED"]);
  const whole = await applicant(app, "approved-2");
  expect(codeOf(await send(whole.borrowerId))).toEqual([409, "FILL_NOTHING_MISSING"]);
});

it("Links to one number are counted together for a month, over all accounts.", async () => {
  const [{ borrowerId }, other] = [await owner(), await owner()];
  expect((await send(borrowerId)).status).toBe(200);
  const mark = {
    ...(await database
      .selectFrom("fill_link")
      .selectAll()
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow()),
  };
  const ofOther = (days: number) =>
    Array.from({ length: maxLinksOfNumber - 1 }, () => ({
      ...mark,
      id: random.uuid(),
      borrowerId: other.borrowerId,
      state: "REPLACED",
      madeAt: new Date(clock.now().getTime() - days * day),
      endedAt: clock.now(),
    }));
  await database.insertInto("fill_link").values(ofOther(30)).execute();
  clock.advance(1000);
  expect((await send(borrowerId)).status).toBe(200);
  await database.insertInto("fill_link").values(ofOther(29)).execute();
  expect(codeOf(await send(borrowerId))).toEqual([409, "FILL_LINKS_SPENT"]);
});

it("A link whose time is over shows and takes nothing, before the sweep too and where its token lasts longer.", async () => {
  const { token, linkId } = await sent();
  const guest = await open(token);
  await database.updateTable("fill_link").set({ endsAt: clock.now() }).where("id", "=", linkId).execute();
  expect(await stateOf(linkId)).toBe("OPEN");
  const tries = [
    await holder(token).get(path),
    await check(holder(token)),
    await guest.get(path),
    await guest.post(`${path}/personal`, personal),
    await guest.post(`${path}/contact`, contact),
    await finish(guest),
  ];
  expect(tries.map(codeOf)).toEqual(tries.map(() => dead));
});

it("The birth date comes first; nothing is shown before it, and the third wrong one ends the link for each holder.", async () => {
  const { token, linkId } = await sent();
  const guest = holder(token);
  expect((await guest.get(path)).body).toEqual({ state: "CHECK", attemptsLeft: 3, items: [], endsAt: null });
  expect(codeOf(await guest.post(`${path}/personal`, personal))).toEqual(dead);
  expect(codeOf(await finish(guest))).toEqual(dead);
  const answers = [await check(guest, "1990-01-01"), await check(guest, "1990-01-02")];
  expect(answers.map(({ status, body }) => [status, body.status.code, body.status.data])).toEqual([
    [403, "FILL_CHECK_WRONG", { attemptsLeft: 2 }],
    [403, "FILL_CHECK_WRONG", { attemptsLeft: 1 }],
  ]);
  const other = await open(token);
  // Three more concurrently in another browser: one ends it, the others find it ended.
  const last = await Promise.all([1, 2, 3].map(() => check(holder(token), "1991-01-01")));
  expect(last.map(codeOf).toSorted()).toEqual([dead, dead, [403, "FILL_CHECK_WRONG"]]);
  expect(await stateOf(linkId)).toBe("DEAD");
  for (const one of [guest, other, holder(token)]) expect(codeOf(await one.get(path))).toEqual(dead);
  expect(codeOf(await check(holder(token)))).toEqual(dead);
});

it("It takes what is missing once, shows names and no value, and is over when it was sent.", async () => {
  const { client, borrowerId, token } = await sent();
  const guest = await open(token);
  const second = await open(token);
  const first = await guest.get(path);
  expect(namesOf(first, false)).toEqual(["PERSONAL", "HOME", "WORK", "CONTACT", "INCOME_EVIDENCE"]);
  expect(codeOf(await finish(guest))).toEqual([409, "FILL_MISSING"]);
  expect((await guest.post(`${path}/personal`, personal)).status).toBe(200);
  expect(codeOf(await guest.post(`${path}/home`, { ...home, villageCode: "99.99.99.9999" }))).toEqual([
    422,
    "AREA_UNKNOWN",
  ]);
  expect((await guest.post(`${path}/home`, home)).status).toBe(200);
  const twice = await Promise.all([guest, second].map((one) => one.post(`${path}/work`, work)));
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(codeOf(await second.post(`${path}/work`, { ...work, monthlyIncomeRupiah: 9_000_000 }))).toEqual([
    409,
    "FILL_DONE",
  ]);
  expect((await guest.post(`${path}/contact`, contact)).status).toBe(200);
  expect(codeOf(await second.post(`${path}/contact`, { ...contact, mobileNumber: "081355550002" }))).toEqual([
    409,
    "FILL_DONE",
  ]);
  const photo = await picture();
  expect(codeOf(await upload(guest, `${path}/document`, "photo", photo, { kind: "PASSPORT" }))).toEqual([
    409,
    "FILL_DONE",
  ]);
  const shown = await upload(guest, `${path}/document`, "photo", photo, { kind: "SALARY_SLIP" });
  expect(shown.status, shown.text).toBe(200);
  // The second browser sees the same, without the values that were entered.
  const same = await second.get(path);
  expect(namesOf(same, true)).toEqual(["PERSONAL", "HOME", "WORK", "CONTACT", "INCOME_EVIDENCE"]);
  for (const { text } of [first, shown, same]) expect(text).not.toMatch(/CANARY|7654321|081355550001|Budi|31\.71/);
  const ends = await Promise.all([finish(guest), finish(second)]);
  expect(ends.map(codeOf).toSorted()).toEqual([
    [200, undefined],
    [409, "FILL_DONE"],
  ]);
  expect((await guest.get(path)).body).toMatchObject({ state: "DONE", items: [] });
  expect(codeOf(await check(guest))).toEqual([409, "FILL_DONE"]);
  expect(codeOf(await holder(token).get(path))).toEqual(dead);
  expect(codeOf(await check(holder(token)))).toEqual(dead);
  const profile = (await client.get("/api/profile")).body;
  expect(profile).toMatchObject({ complete: true, work: { monthlyIncomeRupiah: 7_654_321 } });
  await app.settle();
  const kinds = (await database.selectFrom("notice").select("kind").where("borrowerId", "=", borrowerId).execute()).map(
    ({ kind }) => kind,
  );
  expect(kinds).toContain("fill-in.filled");
});

it("A contact is refused by its number as ever.", async () => {
  const { client, borrowerId, mobileNumber, token } = await sent();
  const { id } = (await client.post("/api/profile/contacts", contact)).body;
  await database
    .updateTable("emergency_contact")
    .set({ consent: "REFUSED", answeredAt: clock.now() })
    .where("borrowerId", "=", borrowerId)
    .execute();
  await client.post(`/api/profile/contacts/${id}/remove`, {});
  const guest = await open(token);
  expect(codeOf(await guest.post(`${path}/contact`, { ...contact, mobileNumber }))).toEqual([422, "CONTACT_IS_SELF"]);
  expect(codeOf(await guest.post(`${path}/contact`, contact))).toEqual([409, "CONTACT_REFUSES"]);
});

it("A block and seven days end it, and it stays dead; the proof lasts an hour.", async () => {
  const blocked = await sent();
  const admin = await app.staff(random.uuid(), ["admin"]);
  const act = (what: string) =>
    admin.post(`/api/staff/borrowers/${blocked.borrowerId}/${what}`, { reason: "Diminta pemilik akun." });
  const guest = await open(blocked.token);
  await act("block");
  expect(codeOf(await guest.get(path))).toEqual(dead);
  await act("unlock");
  expect(codeOf(await holder(blocked.token).get(path))).toEqual(dead);
  expect(await stateOf(blocked.linkId)).toBe("DEAD");

  const late = await sent();
  const prover = await open(late.token);
  clock.advance(3_600_000 + 1000);
  expect(codeOf(await prover.get(path))).toEqual(dead);
  expect((await holder(late.token).get(path)).body.state).toBe("CHECK");
  clock.advance(7 * day);
  expect(codeOf(await holder(late.token).get(path))).toEqual(dead);
  await app.settle();
  await app.services.sweeps.runAllDue(services);
  expect(await stateOf(late.linkId)).toBe("EXPIRED");
  expect(codeOf(await app.client().get(path))).toEqual(dead);
});

it("Another number of the account and its freeze end it, and it stays dead when the account is free again.", async () => {
  const moved = await sent();
  const guest = await open(moved.token);
  const { borrowerId } = moved;
  const given = { borrowerId, newNumber: "081355559901", device: "Chrome", requestId: random.uuid() };
  await transact(database, (trx) => giveNumber(services, trx, { ...given, kind: "NUMBER_CHANGED" }));
  // At once, before any following work.
  for (const one of [guest, holder(moved.token)]) expect(codeOf(await one.get(path))).toEqual(dead);
  await app.settle();
  expect(await stateOf(moved.linkId)).toBe("DEAD");

  const frozen = await sent();
  const holding = await open(frozen.token);
  expect((await holding.post(`${path}/personal`, personal)).status).toBe(200);
  const { reader } = await noticed(frozen.borrowerId);
  expect((await reader.post("/api/security/contest", {})).status).toBe(200);
  for (const one of [holding, holder(frozen.token)]) expect(codeOf(await one.get(path))).toEqual(dead);
  expect(codeOf(await holding.post(`${path}/home`, home))).toEqual(dead);
  await app.settle();
  expect(await stateOf(frozen.linkId)).toBe("DEAD");
  await transact(database, (trx) => setBorrowerStatus(services, trx, frozen.borrowerId, "ACTIVE"));
  expect(codeOf(await holder(frozen.token).get(path))).toEqual(dead);
});

it("Nothing that was given by a link, and no token of one, stands in any line of the log.", async () => {
  const { token } = await sent();
  const guest = await open(token);
  for (const [part, body] of Object.entries({ personal, home, work, contact }))
    await guest.post(`${path}/${part}`, body);
  await guest.post(`${path}/work`, { ...work, companyName: "CANARY-TWICE" });
  await guest.post(`${path}/contact`, { ...contact, mobileNumber: "CANARY-NUMBER" });
  await check(guest, "CANARY-DATE");
  services.log.error("the log of this test takes lines");
  await app.settle();
  expect(lines.join("\n")).toContain("the log of this test takes lines");
  const secret = [token, person.birthDate, person.nik, contact.mobileNumber, contact.name, home.street, "7654321"];
  for (const word of [...secret, "CANARY"])
    expect([word, lines.filter((line) => line.includes(word))]).toEqual([word, []]);
});

it("An income that came by a link sends the application to people; saved with a login it does not.", async () => {
  const of = await applicant(app, "approved-1");
  const mark = (isByLink: boolean) =>
    database.updateTable("profile").set({ incomeByLink: isByLink }).where("borrowerId", "=", of.borrowerId).execute();
  await mark(true);
  expect((await sendApplication(of)).status).toBe(200);
  await app.settle();
  const found = await database
    .selectFrom("underwriting_case")
    .select(["id", "state"])
    .where("borrowerId", "=", of.borrowerId)
    .executeTakeFirstOrThrow();
  expect(found.state).toBe("WAITING");
  const seen = (await (await app.staff(random.uuid(), ["underwriter"])).get(`/api/staff/cases/${found.id}`)).body;
  expect(JSON.stringify(seen)).toContain("INCOME_BY_LINK");
  const { employment } = of.person;
  await of.client.post("/api/profile/work", {
    ...work,
    companyName: employment.companyName,
    monthlyIncomeRupiah: employment.monthlyIncomeRupiah,
  });
  const row = await database
    .selectFrom("profile")
    .select("incomeByLink")
    .where("borrowerId", "=", of.borrowerId)
    .executeTakeFirstOrThrow();
  expect(row.incomeByLink).toBe(false);
});

it("A request for documents brings a link that takes them; sending it answers the request.", async () => {
  const of = await applicant(app, "review");
  await sendApplication(of);
  await app.settle();
  const { id: caseId } = await database
    .selectFrom("underwriting_case")
    .select("id")
    .where("borrowerId", "=", of.borrowerId)
    .executeTakeFirstOrThrow();
  clock.advance(60_000);
  const underwriter = await app.staff(random.uuid(), ["underwriter"]);
  const response = await underwriter.post(`/api/staff/cases/${caseId}/ask`, {
    kinds: ["SALARY_SLIP", "FAMILY_CARD"],
    reasons: ["UNREADABLE"],
    note: "Foto buram CANARY-NOTE.",
  });
  expect(response.status, response.text).toBe(200);
  const token = await linkTo(of.person.mobileNumber);
  const guest = holder(token);
  expect((await check(guest, of.person.birthDate)).status).toBe(200);
  expect(namesOf(await guest.get(path), false)).toEqual(["DOCUMENT_SALARY_SLIP", "DOCUMENT_FAMILY_CARD"]);
  for (const kind of ["SALARY_SLIP", "FAMILY_CARD"])
    expect((await upload(guest, `${path}/document`, "photo", await picture(), { kind })).status).toBe(200);
  const done = await finish(guest);
  expect(done.body.state, done.text).toBe("DONE");
  await app.settle();
  const row = await database
    .selectFrom("underwriting_case")
    .select("state")
    .where("id", "=", caseId)
    .executeTakeFirstOrThrow();
  expect(row.state).toBe("WAITING");
});
