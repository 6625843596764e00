/** The profile over HTTP: parts, drafts, contacts with their consent, readiness, and the limit that follows. */
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { transact } from "#server/database.server.ts";
import { seedBorrower, setBorrowerStatus } from "#features/account/login/server/index.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import { emergencyContactsOf, profileOf, readiness, zoneOf } from "./index.ts";

const app = await testApp();
const { services } = app;
const yosef = sandboxPersons.find(({ key }) => key === "approved-east")!;
let numbers = 0;

async function newBorrower() {
  const mobileNumber = `08120077${String(++numbers).padStart(4, "0")}`;
  const borrowerId = await services.database
    .transaction()
    .execute((trx) => seedBorrower(services, trx, { mobileNumber }));
  return { borrowerId, mobileNumber, client: await app.loggedIn(borrowerId, "STEP_UP_BIND") };
}
const personal = {
  education: "SMA",
  civilStatus: 10,
  loanPurpose: "EDUCATION",
  owedElsewhereRupiah: 0,
};
const home = {
  villageCode: yosef.address.villageCode,
  street: "Jl. Melati No. 4",
  rt: "3",
  rw: "007",
  postalCode: "99224",
};
const work = {
  industry: "MANUFACTURING",
  companyName: "PT Maju Bersama",
  companyAddress: "Jl. Sudirman Kav. 1",
  companyPhone: "(021) 555-0100",
  workingMonths: 36,
  monthlyIncomeRupiah: 8_000_000,
  salaryDay: 25,
};
async function fill(client: TestClient, change: Partial<typeof work> = {}) {
  await client.post("/api/profile/personal", personal);
  await client.post("/api/profile/home", home);
  return client.post("/api/profile/work", { ...work, ...change });
}
const photo = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#88aacc" } })
  .jpeg()
  .toBuffer();
function upload(client: TestClient, path: string, more: Record<string, string> = {}) {
  const form = new FormData();
  form.append("photo", new File([new Uint8Array(photo)], "a.jpg", { type: "image/jpeg" }));
  for (const [name, value] of Object.entries(more)) form.append(name, value);
  return client.send("POST", path, form);
}
async function identify(client: TestClient) {
  const { fullName, nik, birthPlace, birthDate, sex } = yosef;
  await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  await upload(client, "/api/identity/card-photo");
  expect((await upload(client, "/api/identity/face-check", { agreed: "on" })).status).toBe(200);
}

describe("the profile", () => {
  it("is whole when its three parts are, with the address down to the village and its zone", async () => {
    const { borrowerId, client } = await newBorrower();
    expect((await client.post("/api/profile/personal", personal)).body).toEqual({
      complete: false,
      missing: ["HOME", "WORK"],
    });
    expect(await profileOf(services, services.database, borrowerId)).toBeNull();
    expect(await zoneOf(services.database, borrowerId)).toBe("WIB");
    await client.post("/api/profile/home", home);
    expect((await client.post("/api/profile/work", work)).body).toEqual({ complete: true, missing: [] });
    expect(await zoneOf(services.database, borrowerId)).toBe("WIT");
    expect(await profileOf(services, services.database, borrowerId)).toMatchObject({
      ...personal,
      monthlyIncomeRupiah: 8_000_000,
      address: {
        street: "Jl. Melati No. 4",
        rt: "003",
        rw: "007",
        village: "Gurabesi",
        district: "Jayapura Utara",
        provinceCode: "91",
        zone: "WIT",
      },
      company: { name: "PT Maju Bersama", phone: "0215550100" },
    });
    const row = await services.database
      .selectFrom("profile")
      .selectAll()
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toMatch(/Melati|Maju|8000000/);
    expect((await client.get("/api/profile/credit-status")).body).toEqual({ creditStatus: "NOT_APPLIED" });
  });

  it("keeps both of two parts that are saved at the same moment", async () => {
    const { client } = await newBorrower();
    await Promise.all([
      client.post("/api/profile/personal", personal),
      client.post("/api/profile/home", home),
      client.post("/api/profile/work", work),
    ]);
    expect((await client.get("/api/profile")).body.complete).toBe(true);
  });

  it("keeps what was typed unchecked, apart from what is saved, until the part is saved", async () => {
    const { borrowerId, client } = await newBorrower();
    await client.post("/api/profile/work", work);
    const typed = { companyName: "X", monthlyIncomeRupiah: "12 juta" };
    await client.post("/api/profile/draft", { part: "WORK", typed });
    await client.post("/api/profile/draft", { part: "PERSONAL", typed: { education: "SMA" } });
    expect((await client.get("/api/profile")).body).toMatchObject({
      work: { companyName: "PT Maju Bersama" },
      drafts: { WORK: typed, PERSONAL: { education: "SMA" } },
    });
    const row = await services.database
      .selectFrom("profile")
      .select("draftSealed")
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow();
    expect(row.draftSealed).not.toContain("juta");
    await client.post("/api/profile/work", { ...work, companyName: "PT Baru" });
    expect((await client.get("/api/profile")).body.drafts).toEqual({ PERSONAL: { education: "SMA" } });
    expect((await client.post("/api/profile/draft", { part: "WORK", typed: { street: "x".repeat(301) } })).status).toBe(
      422,
    );
  });

  it("names each wrong field, and an area that is not on the list or is no village", async () => {
    const { client } = await newBorrower();
    const wrong = await client.post("/api/profile/work", {
      ...work,
      companyPhone: "abc",
      workingMonths: -1,
      monthlyIncomeRupiah: 1.5,
      salaryDay: 32,
      companyName: "A",
    });
    expect(wrong.body.status.fields.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)).toEqual(
      [
        "companyName COMPANY_NAME_LENGTH",
        "companyPhone COMPANY_PHONE_FORMAT",
        "workingMonths MONTHS_FORMAT",
        "monthlyIncomeRupiah AMOUNT_FORMAT",
        "salaryDay DAY_OF_MONTH",
      ],
    );
    const unknown = await client.post("/api/profile/home", { ...home, villageCode: "99.99.99.9999" });
    expect([unknown.status, unknown.body.status.code]).toEqual([422, "AREA_UNKNOWN"]);
    expect((await client.post("/api/profile/home", { ...home, street: "Jl 1" })).body.status.fields).toMatchObject([
      { path: "street", code: "ADDRESS_LENGTH" },
    ]);
    expect(
      (await client.post("/api/profile/personal", { ...personal, civilStatus: 40 })).body.status.fields,
    ).toMatchObject([{ path: "civilStatus", code: "CHOICE_INVALID" }]);
  });
});

describe("the limit", () => {
  it("is assessed once identity and profile are whole, in either order, and again when the income changes", async () => {
    for (const order of ["identity first", "profile first"]) {
      const { client } = await newBorrower();
      const steps = [() => identify(client), () => fill(client)];
      for (const step of order === "identity first" ? steps : steps.reverse()) {
        expect((await client.get("/api/credit/limits")).body.assessed).toBe(false);
        await step();
        await app.settle();
      }
      const first = (await client.get("/api/credit/limits")).body;
      // 30 % of 8,000,000 a month carries three instalments of 2,400,000 with 18 % cost: 6,101,694, in steps of 100,000.
      // The first assessment is band C: 60 % of that. In the month it falls by 30 % at most.
      expect(first).toMatchObject({ assessed: true, creditRupiah: 3_600_000, affordableRupiah: 6_100_000 });
      await client.post("/api/profile/work", { ...work, salaryDay: 1 });
      await client.post("/api/profile/work", { ...work, monthlyIncomeRupiah: 4_000_000 });
      const changes = (await client.get("/api/credit/limit-changes")).body.items;
      expect(changes.map(({ cause, toRupiah }: { cause: string; toRupiah: number }) => [cause, toRupiah])).toEqual([
        ["SCORE_REFRESHED", 2_600_000],
        ["FIRST_ASSESSMENT", 3_600_000],
      ]);
    }
  });
});

describe("emergency contacts", () => {
  const ani = { name: "Ani Suryani", mobileNumber: "+62 813-0000-7701", relationship: "SIBLING" };
  const messagesTo = async (to: string) =>
    (await app.client().get(`/api/sandbox/messages?to=${to}`)).body.items as { text: string; link: string }[];

  it("are kept sealed and asked once by SMS, and may refuse and change their mind by the link alone", async () => {
    const { borrowerId, client: first } = await newBorrower();
    await identify(first);
    const added = await first.post("/api/profile/contacts", ani);
    expect(added.body).toMatchObject({ name: "Ani Suryani", mobileNumber: "081300007701", consent: "PENDING" });
    const row = await services.database
      .selectFrom("emergency_contact")
      .selectAll()
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toMatch(/Suryani|081300007701/);
    await app.settle();
    const [message, ...more] = await messagesTo("081300007701");
    expect(more).toEqual([]);
    expect(message?.text).toContain(yosef.fullName);
    const guest = app.client();
    const { to } = (await guest.get(`/api/notice/${message!.link.split("/").at(-1)}`)).body;
    guest.cookies.set("link", new URL(to, "http://localhost").searchParams.get("t")!);
    expect((await guest.get("/api/contact-consent")).body).toEqual({
      contactName: "Ani Suryani",
      borrowerName: yosef.fullName,
      relationship: "SIBLING",
      consent: "PENDING",
    });
    await transact(services.database, (trx) => setBorrowerStatus(services, trx, borrowerId, "BLOCKED"));
    expect((await guest.get("/api/contact-consent")).body.status.code).toBe("LINK_INVALID");
    await transact(services.database, (trx) => setBorrowerStatus(services, trx, borrowerId, "ACTIVE"));
    expect((await guest.post("/api/contact-consent", { answer: "GIVEN" })).body).toEqual({ consent: "GIVEN" });
    expect(await emergencyContactsOf(services, services.database, borrowerId)).toMatchObject([{ consent: "GIVEN" }]);
    await guest.post("/api/contact-consent", { answer: "REFUSED" });
    // A blocked account loses its sessions.
    const client = await app.loggedIn(borrowerId);
    expect((await client.get("/api/profile/contacts")).body.items).toMatchObject([{ consent: "REFUSED" }]);
    expect((await client.post(`/api/profile/contacts/${added.body.id}/remove`, {})).body).toEqual({ removed: true });
    for (const answer of [
      await guest.get("/api/contact-consent"),
      await guest.post("/api/contact-consent", { answer: "GIVEN" }),
    ]) {
      expect([answer.status, answer.body.status.code]).toEqual([404, "CONTACT_UNKNOWN"]);
    }
    const again = await client.post("/api/profile/contacts", ani);
    expect([again.status, again.body.status.code]).toEqual([409, "CONTACT_REFUSES"]);
  });

  it("cannot be answered for without a link, with another purpose's link, or after seven days", async () => {
    const { borrowerId, client } = await newBorrower();
    const { id } = (await client.post("/api/profile/contacts", { ...ani, mobileNumber: "081300007702" })).body;
    const tokenFor = (purpose: string, days: number) =>
      services.keys.signLink({
        purpose,
        subject: `${borrowerId}.${id}`,
        expiresAt: new Date(services.clock.now().getTime() + days * 86_400_000),
      });
    for (const token of [
      "",
      tokenFor("BILLS", 7),
      tokenFor("CONTACT_CONSENT", -1),
      `${tokenFor("CONTACT_CONSENT", 7)}x`,
    ]) {
      const guest = app.client();
      if (token) guest.cookies.set("link", token);
      expect((await guest.post("/api/contact-consent", { answer: "GIVEN" })).body.status.code).toBe("LINK_INVALID");
    }
    expect(await emergencyContactsOf(services, services.database, borrowerId)).toMatchObject([{ consent: "PENDING" }]);
  });

  it("are three at most, even when many arrive together, no number twice, and never the borrower", async () => {
    const { borrowerId, mobileNumber, client } = await newBorrower();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        client.post("/api/profile/contacts", { ...ani, mobileNumber: `08130000880${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.status?.code === "CONTACTS_FULL")).toHaveLength(5);
    const [first] = await emergencyContactsOf(services, services.database, borrowerId);
    expect(
      (await client.post("/api/profile/contacts", { ...ani, mobileNumber: first!.mobileNumber })).body.status.code,
    ).toBe("CONTACT_KNOWN");
    const self = await client.post("/api/profile/contacts", { ...ani, mobileNumber });
    expect([self.status, self.body.status.code]).toEqual([422, "CONTACT_IS_SELF"]);
    const stranger = (await newBorrower()).client;
    for (const action of ["remove", "ask"])
      expect((await stranger.post(`/api/profile/contacts/${first!.id}/${action}`, {})).body.status.code).toBe(
        "CONTACT_UNKNOWN",
      );
  });

  it("are asked once the borrower's face is verified, and by no name before", async () => {
    const { borrowerId, client } = await newBorrower();
    const { fullName, nik, birthPlace, birthDate, sex } = yosef;
    await client.post("/api/identity", { fullName: "Selamat Anda Menang", nik, birthPlace, birthDate, sex });
    const person = { ...ani, mobileNumber: "081300007705" };
    const asksLater = async () => (await client.get("/api/profile/contacts")).body.asksAfterIdentity;
    expect(await asksLater()).toBe(true);
    const added = await client.post("/api/profile/contacts", person);
    expect(added.body.asking).toBe("AFTER_IDENTITY");
    expect((await client.post(`/api/profile/contacts/${added.body.id}/ask`, {})).body.status.code).toBe(
      "CONTACT_ASK_WAITS",
    );
    await app.settle();
    expect(await messagesTo(person.mobileNumber)).toEqual([]);
    // The page behind a link shows a name only after a register has confirmed it.
    const guest = app.client();
    const expiresAt = new Date(services.clock.now().getTime() + 86_400_000);
    const subject = `${borrowerId}.${added.body.id}`;
    guest.cookies.set("link", services.keys.signLink({ purpose: "CONTACT_CONSENT", subject, expiresAt }));
    expect((await guest.get("/api/contact-consent")).body.borrowerName).toBe("");
    await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
    await identify(client);
    await app.settle();
    const [message, ...more] = await messagesTo(person.mobileNumber);
    expect(more).toEqual([]);
    expect(message!.text).toContain(fullName);
    expect((await client.get("/api/profile/contacts")).body.items).toMatchObject([{ asking: "SENT" }]);
    expect(await asksLater()).toBe(false);
  });

  it("are sent five questions a day and fifteen in all, however often they are removed and added", async () => {
    const { borrowerId, client } = await newBorrower();
    await identify(client);
    const many = async (from: TestClient, numbers: readonly string[]) => {
      const askings = [];
      for (const number of numbers) {
        const { id, asking } = (await from.post("/api/profile/contacts", { ...ani, mobileNumber: number })).body;
        askings.push(asking);
        await from.post(`/api/profile/contacts/${id}/remove`, {});
      }
      return askings;
    };
    const numbersOf = (day: number, count: number) =>
      Array.from({ length: count }, (_, index) => `0813001${day}${String(index).padStart(4, "0")}`);
    expect(await many(client, numbersOf(0, 40))).toEqual([
      ...Array.from({ length: 5 }, () => "SENT"),
      ...Array.from({ length: 35 }, () => "LATER"),
    ]);
    const sent = async () =>
      (
        await services.database
          .selectFrom("notice")
          .select("id")
          .where("borrowerId", "=", borrowerId)
          .where("kind", "=", "profile.consent_asked")
          .execute()
      ).length;
    expect(await sent()).toBe(5);
    for (const day of [1, 2]) {
      app.clock.advance(86_400_000);
      await many(await app.loggedIn(borrowerId), numbersOf(day, 6));
    }
    expect(await sent()).toBe(15);
    app.clock.advance(86_400_000);
    const later = await app.loggedIn(borrowerId);
    expect(await many(later, numbersOf(3, 1))).toEqual(["NOT_SENT"]);
    expect(await sent()).toBe(15);
  });

  it("are two messages to one number in thirty days, of all borrowers together and also at once", async () => {
    const number = "081300007709";
    const people = await Promise.all([newBorrower(), newBorrower(), newBorrower(), newBorrower()]);
    for (const { client } of people) await identify(client);
    const add = (client: TestClient) => client.post("/api/profile/contacts", { ...ani, mobileNumber: number });
    const added = await Promise.all(people.map(({ client }) => add(client)));
    expect(added.map(({ body }) => body.asking).toSorted()).toEqual(["LATER", "LATER", "SENT", "SENT"]);
    await app.settle();
    // Even after withdrawal they have been sent.
    for (const [index, { client }] of people.entries())
      await client.post(`/api/profile/contacts/${added[index]!.body.id}/remove`, {});
    const again = await add(people[0]!.client);
    expect(again.body.asking).toBe("LATER");
    await app.settle();
    expect(await messagesTo(number)).toHaveLength(2);
    // Waiting requests are sent by themselves once the number may receive messages again.
    app.clock.advance(31 * 86_400_000);
    await app.settle();
    expect(await messagesTo(number)).toHaveLength(3);
  });

  it("wait where the day's messages are all sent", async () => {
    const { client } = await newBorrower();
    await identify(client);
    const config = services.config;
    Object.assign(services, { config: { ...config, contactMessagesADay: 0 } });
    const added = await client.post("/api/profile/contacts", { ...ani, mobileNumber: "081300007710" });
    Object.assign(services, { config });
    expect(added.body.asking).toBe("LATER");
  });

  it("are asked again at most once a day, and three times in all", async () => {
    const { borrowerId, client } = await newBorrower();
    await identify(client);
    const number = "081300007703";
    const { id } = (await client.post("/api/profile/contacts", { ...ani, mobileNumber: number })).body;
    const again = async (after: number) => {
      app.clock.advance(after * 86_400_000);
      // The session has expired after a day: this is the same borrower in a new one.
      const { body } = await (await app.loggedIn(borrowerId)).post(`/api/profile/contacts/${id}/ask`, {});
      return body.status?.code ?? body.asked;
    };
    // The number gets no third message within its thirty days.
    const answers = [];
    for (const days of [0, 1, 1, 30, 30]) answers.push(await again(days));
    const enough = "CONTACT_ASKED_ENOUGH";
    expect(answers).toEqual([enough, true, enough, true, enough]);
    await app.settle();
    expect(await messagesTo(number)).toHaveLength(3);
  });
});

describe("readiness", () => {
  it("names what is missing, and does not wait for a contact's consent", async () => {
    const { borrowerId, client } = await newBorrower();
    expect((await client.get("/api/profile/readiness")).body).toEqual({
      complete: false,
      missing: ["IDENTITY", "PROFILE", "CONTACTS", "INCOME_EVIDENCE", "BANK_ACCOUNT"],
      openLoan: null,
    });
    await identify(client);
    await fill(client);
    await client.post("/api/profile/contacts", { name: "Ani", mobileNumber: "081300007704", relationship: "FRIEND" });
    await upload(client, "/api/document/kind/BANK_STATEMENT");
    expect((await client.get("/api/profile/readiness")).body).toMatchObject({
      complete: false,
      missing: ["BANK_ACCOUNT"],
    });
    await client.post("/api/bank-account", {
      bankCode: yosef.bankAccount.bankCode,
      accountNumber: yosef.bankAccount.accountNumber,
    });
    expect(await readiness(services, services.database, borrowerId)).toEqual({ complete: true, missing: [] });
  });
});
