/** Every limit of the product, reached once: how many it allows, by what it counts, and for how long. */
import { expect, it } from "vitest";
import { sandboxStaffOf, totpCode } from "#features/platform/console/server/index.ts";
import { cookieNames, testApp, type TestClient } from "./support/app.ts";
import { limitedCalls, type Limit } from "./support/limited-calls.ts";
import { limitsOfLostNumbers } from "./support/limits-of-lost-numbers.ts";
import { sources } from "./support/house-sources.ts";
import { signOnLimits } from "./support/sign-on-limits.ts";
import { accessKeyLimit } from "./support/webhooks.ts";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";

const app = await testApp({ everySweep: true, environment: { TRUSTED_HOPS: "1" } });
const { services, clock } = app;
const { database } = services;
const calls = await limitedCalls(app);
const {
  askCode,
  codeTo,
  enter,
  nextNumber,
  handedIn,
  upload,
  photo,
  change,
  id,
  key,
  from,
  borrower,
  form,
  withPerson,
  face,
  complain,
  push,
  owing,
  ofBorrowers,
  addContact,
  inquire,
  complaintLimits,
  nikLimits,
} = calls;

const hour = 3600;
/** The browser of an invalid fill-in link: its tries are counted all the same. */
function withFillLink(client: TestClient): TestClient {
  const token = services.keys.signLink({ purpose: "FILL", subject: `${id()}.${id()}.proven`, expiresAt: null });
  client.cookies.set(cookieNames.link, token);
  return client;
}
/** A limit by address for what pages report by themselves. */
function fromTwo(key: string, path: string, body: object): Limit {
  const ask = (address: string) => () => from(address).post(path, body);
  const askers = async () => [ask("10.6.1.1"), ask("10.6.1.2")] as const;
  return { key, max: 600, seconds: 60, askers };
}
const openCapture = (client: TestClient) => client.post("/api/capture/tickets", { kind: "CARD_PHOTO" });
const limits: Limit[] = [
  ...limitsOfLostNumbers(calls),
  {
    key: "session-open:",
    max: 6_000,
    seconds: 60,
    async askers() {
      const ask = (address: string) => () => from(address).post("/api/user/generateCaptcha", {});
      return [ask("203.0.113.7"), ask("198.51.100.7")];
    },
  },
  {
    key: "captcha:",
    max: 6_000,
    seconds: 60,
    askers: async () => [
      () => from("10.1.1.1").post("/api/user/generateCaptcha", {}),
      () => from("10.1.2.1").post("/api/user/generateCaptcha", {}),
    ],
  },
  {
    key: "face-check:",
    max: 20,
    seconds: hour,
    async askers() {
      const [one, other] = [await withPerson(), await withPerson()];
      for (const client of [one, other]) await client.send("POST", "/api/identity/card-photo", form("photo"));
      return [face(one), face(other)];
    },
  },
  {
    key: "account-inquiry:",
    max: 10,
    seconds: hour,
    async askers() {
      const [one, other] = [await withPerson(), await withPerson()];
      return [() => inquire(one), () => inquire(other)];
    },
  },
  {
    key: "document-upload:",
    max: 120,
    seconds: hour,
    askers: ofBorrowers((client) => client.send("POST", "/api/document/kind/SALARY_SLIP", form("photo"))),
  },
  { key: "capture-ticket:", max: 60, seconds: hour, askers: ofBorrowers(openCapture) },
  { key: "contact-add:", max: 60, seconds: hour, askers: ofBorrowers((client) => addContact(client)) },
  {
    key: "competitor-upload:",
    max: 60,
    seconds: hour,
    async askers() {
      const clients = [await borrower(), await borrower()] as const;
      for (const client of clients)
        await client.post("/api/competitors", { lenderName: "A", limitRupiah: 1, consent: true });
      const ask = (client: TestClient) => () => client.send("POST", "/api/competitors/photo", form("photo"));
      return [ask(clients[0]), ask(clients[1])];
    },
  },
  {
    key: "fill-check:",
    max: 30,
    seconds: hour,
    async askers() {
      const ask = (address: string) => () =>
        withFillLink(from(address)).post("/api/loan/fill/check", { birthDate: "1990-01-01" });
      return [ask("10.13.1.1"), ask("10.13.1.2")];
    },
  },
  {
    key: "fill-save:",
    max: 60,
    seconds: hour,
    async askers() {
      const input = { name: "Budi Santoso", mobileNumber: "081355550001", relationship: "SIBLING" };
      const ask = (client: TestClient) => () => client.post("/api/loan/fill/contact", input);
      return [ask(withFillLink(app.client())), ask(withFillLink(app.client()))];
    },
  },
  {
    key: "shop-photo:",
    max: 60,
    seconds: hour,
    async askers() {
      const clients = [await borrower(), await borrower()] as const;
      const ask = (client: TestClient) => () => client.send("POST", `/api/merchant/${id()}/photo`, form("photo"));
      return [ask(clients[0]), ask(clients[1])];
    },
  },
  {
    key: "verify-file:",
    max: 30,
    seconds: 60,
    askers: async () => [
      () => from("10.2.1.1").send("POST", `/api/verify/${id()}`, form("file")),
      () => from("10.2.2.1").send("POST", `/api/verify/${id()}`, form("file")),
    ],
  },
  {
    key: "repayment-push:number:",
    max: 6,
    seconds: hour,
    async askers() {
      const [one, other] = await owing();
      return [() => push(one, "081299003001"), () => push(other, "081299003002")];
    },
  },
  {
    key: "repayment-push:borrower:",
    max: 6,
    seconds: hour,
    async askers() {
      const [one, other] = await owing();
      let made = 0;
      const number = () => `08129900400${++made}`;
      return [() => push(one, number()), () => push(other, number())];
    },
  },
  {
    key: "pre-check:",
    max: 100,
    seconds: 60,
    askers: async () => [
      () => from("10.6.1.1").get("/api/user/union/mobileNumberPreCheck?mobileNumber=081234567890"),
      () => from("10.6.2.1").get("/api/user/union/mobileNumberPreCheck?mobileNumber=081234567890"),
    ],
  },
  {
    key: "complaint-network:",
    max: 120,
    seconds: hour,
    askers: async () => [
      () => complain(from("10.3.1.1"), `${id()}@contoh.id`),
      () => complain(from("10.3.2.1"), `${id()}@contoh.id`),
    ],
  },
  ...complaintLimits,
  ...nikLimits,
  {
    key: "complaint-address:",
    max: 5,
    seconds: 24 * hour,
    askers: async () => [
      () => complain(from("10.4.1.1"), "satu@contoh.id"),
      () => complain(from("10.4.1.1"), "dua@contoh.id"),
    ],
  },
  {
    key: "complaint-open-network:",
    max: 600,
    seconds: hour,
    askers: async () => [
      () => from("10.5.1.1").post("/api/complaint/open", { number: `ADU-${id()}`.slice(0, 18), email: "x@contoh.id" }),
      () => from("10.5.2.1").post("/api/complaint/open", { number: `ADU-${id()}`.slice(0, 18), email: "x@contoh.id" }),
    ],
  },
  {
    key: "complaint-open:",
    max: 10,
    seconds: hour,
    async askers() {
      const numbers = [(await handedIn()).number, (await handedIn()).number] as const;
      const ask = (number: string) => () => app.client().post("/api/complaint/open", { number, email: "x@contoh.id" });
      return [ask(numbers[0]), ask(numbers[1])];
    },
  },
  {
    key: "complaint-message:",
    max: 20,
    seconds: hour,
    async askers() {
      const clients = [(await handedIn()).client, (await handedIn()).client] as const;
      const ask = (client: TestClient) => () =>
        client.post("/api/complaint/ticket/message", { text: "Tolong dicek." }, key());
      return [ask(clients[0]), ask(clients[1])];
    },
  },
  {
    key: "confirm-account:",
    max: 3,
    seconds: 86_400,
    async askers() {
      const ask = async () => {
        clock.advance(61_000);
        const number = nextNumber();
        await enter(app.client({ "Device-Token": `device-of-${number}` }), number);
        await database
          .updateTable("borrower")
          .set({ lastLoginAt: new Date(0) })
          .execute();
        clock.advance(61_000);
        const client = app.client({ "Device-Token": `device-after-${number}` });
        const verificationId = await askCode(client, number);
        await client.post("/api/mobile/verifyVerificationCode", { verificationId, code: await codeTo(number) });
        const input = { verificationId, birthDate: "1990-01-01", nikEnding: "0000" };
        return () => client.post("/api/session/confirm", input);
      };
      return [await ask(), await ask()];
    },
  },
  {
    key: "complaint-photo:",
    max: 60,
    seconds: hour,
    async askers() {
      const handed = [await handedIn(), await handedIn()] as const;
      const bytes = await photo(7);
      return [() => upload(handed[0], bytes), () => upload(handed[1], bytes)];
    },
  },
  {
    key: "invitation-code:",
    max: 20,
    seconds: hour,
    askers: async () => [
      () => from("10.11.1.1").get("/api/invitation/code/ZZZZZZZZZZZZ"),
      () => from("10.11.2.1").get("/api/invitation/code/ZZZZZZZZZZZZ"),
    ],
  },
  {
    key: "survey-network:",
    max: 20,
    seconds: hour,
    async askers() {
      const answers = Object.entries({ where: "app", find: 5, language: "id" }).map(([questionKey, value]) => ({
        questionKey,
        value,
      }));
      const ask = (address: string) => () =>
        from(address).post("/api/user/questionnaire", { questionnaireKey: "app-and-website", version: 1, answers });
      return [ask("10.10.1.1"), ask("10.10.2.1")];
    },
  },
  {
    key: "mobile-change-number:",
    max: 10,
    seconds: 24 * hour,
    async askers() {
      const made = [await change.upTo("identity"), await change.upTo("identity")] as const;
      const ask = (one: (typeof made)[number]) => () => change.name(one.client, one.requestId, change.nextNumber());
      return [ask(made[0]), ask(made[1])];
    },
  },
  {
    key: "mobile-change-proof:",
    max: 60,
    seconds: hour,
    async askers() {
      const made = [await change.upTo("new"), await change.upTo("new")] as const;
      const ask = (one: (typeof made)[number]) => () => change.photo(one.client, one.requestId);
      return [ask(made[0]), ask(made[1])];
    },
  },
  {
    key: "holder-name-ask:",
    max: 10,
    seconds: 24 * hour,
    askers: ofBorrowers((client) =>
      client.send("POST", "/api/holder-name", form("photo", { name: "SITI RHY", where: "BANK" })),
    ),
  },
  ...["account-merge", "identity-correction"].map((path): Limit => ({
    key: `${path}-proof:`,
    max: 60,
    seconds: hour,
    // Counted before anything is checked: an invalid request is enough.
    async askers() {
      const clients = [await borrower(), await borrower()] as const;
      const ask = (client: TestClient) => () => client.send("POST", `/api/${path}/${id()}/proof`, form("photo"));
      return [ask(clients[0]), ask(clients[1])];
    },
  })),
  {
    key: "account-merge-number:",
    max: 10,
    seconds: 24 * hour,
    async askers() {
      const made = [await change.owner(), await change.owner()] as const;
      const ask = (one: (typeof made)[number]) => () =>
        one.client.post("/api/account-merge", { otherMobileNumber: change.nextNumber() });
      return [ask(made[0]), ask(made[1])];
    },
  },
  fromTwo("telemetry:", "/event/logMetrics", { metrics: [{ measurement: "m", value: 1, parameter: {} }] }),
  ...signOnLimits(app, from),
  accessKeyLimit(app),
  fromTwo("app-device:", "/api/user/device", { deviceToken: "device-of-app" }),
  {
    key: "staff-search:",
    max: 120,
    seconds: hour,
    askers: () => staffAsking("support", "/api/staff/borrowers/search", { identifier: "081200001111" }),
  },
  {
    key: "staff-export:",
    max: 20,
    seconds: hour,
    askers: () => staffAsking("auditor", "/api/staff/complaints/csv", { reason: "Laporan bulanan kepada pengawas" }),
  },
  {
    key: "staff-unmask:",
    max: 60,
    seconds: hour,
    async askers() {
      const borrowerId = await transact(database, (trx) =>
        seedBorrower(services, trx, { mobileNumber: "081200001111" }),
      );
      const body = { fields: ["MOBILE_NUMBER"], reason: "The borrower is on the phone." };
      return staffAsking("support", `/api/staff/borrowers/${borrowerId}/unmask`, body);
    },
  },
  {
    key: "staff-login:network:",
    max: 60,
    seconds: 900,
    askers: async () => [
      () => staffLogin("10.7.1.1", `${id()}@staff.example`),
      () => staffLogin("10.7.1.2", `${id()}@staff.example`),
    ],
  },
  {
    key: "staff-login:",
    max: 8,
    seconds: 900,
    askers: async () => [
      () => staffLogin("10.8.1.1", "one@staff.example"),
      () => staffLogin("10.8.1.1", "other@staff.example"),
    ],
  },
];
/** The same call of two staff members. */
async function staffAsking(role: StaffRole, path: string, body: object) {
  const [one, other] = [await app.staff(id(), [role]), await app.staff(id(), [role])];
  return [() => one.post(path, body), () => other.post(path, body)] as const;
}

const staffLogin = (address: string, email: string) =>
  from(address).post("/api/staff/login", { email, password: "Wrong-password-1", code: "000000" });

/** The counters of one limit: those of a longer key with the same prefix belong to another limit. */
const countersOf = async (limit: Limit) => {
  const longer = limits.map((one) => one.key).filter((other) => other !== limit.key && other.startsWith(limit.key));
  const rows = await database.selectFrom("rate_counter").selectAll().where("key", "like", `${limit.key}%`).execute();
  return rows.filter((row) => !longer.some((other) => row.key.startsWith(other)));
};

it.each(limits)("$key lets $max through in $seconds seconds, and one asker does not stop another", async (limit) => {
  const [ask, other] = await limit.askers();
  await database.deleteFrom("rate_counter").execute();
  expect((await ask()).body?.status?.code).not.toBe("RATE_LIMITED");
  const [counter] = await countersOf(limit);
  await database
    .updateTable("rate_counter")
    .set({ count: limit.max - 1 })
    .where("key", "=", counter!.key)
    .execute();
  const last = await ask();
  expect([last.status === 429, last.body?.status?.code === "RATE_LIMITED"], last.text).toEqual([false, false]);
  const refused = await ask();
  const now = clock.now().getTime() / 1000;
  const retryInSeconds = Math.ceil(limit.seconds - (now % limit.seconds));
  expect([refused.status, refused.body.status.code, refused.body.status.data]).toEqual([
    429,
    "RATE_LIMITED",
    { retryInSeconds },
  ]);
  expect((await other()).body?.status?.code).not.toBe("RATE_LIMITED");
});

const declared = app.api.calls().flatMap(({ call }) => (call.limits ?? []).map((limit) => ({ call, limit })));

it("leaves no limit of the contracts out, and counts each by the figures that are published", () => {
  const figures = new Set(declared.map(({ limit: { counter, max, seconds } }) => `${counter}: ${max} in ${seconds} s`));
  const proven = limits.map(({ key: name, max, seconds }) => `${name.slice(0, -1)}: ${max} in ${seconds} s`);
  // Anonymous sessions are opened by any call of a visitor, so no single call counts them.
  expect(proven.toSorted()).toEqual([...figures, "session-open: 6000 in 60 s"].toSorted());
});

it("counts in a handler what waits for something, by the limit of its contract, and nothing else", () => {
  const counting = sources
    .filter(({ path }) => /^src\/.*\.ts$/.test(path) && !/\.test\.ts$|\/call\/rate-limit\.ts$/.test(path))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/\blimitRate\(\s*[\w.]+,\s*[\w.]+,\s*([\w.]+),/g)].map((match) => ({ path, limit: match[1] })),
    );
  const calls = sources.flatMap(({ path, code }) =>
    path.startsWith("src/") && !/\.test\.ts$|\/call\/rate-limit\.ts$/.test(path)
      ? (code.match(/\blimitRate\(/g) ?? []).map(() => path)
      : [],
  );
  expect(counting.map(({ path }) => path)).toEqual(calls);
  const waiting = new Set(declared.filter(({ limit }) => limit.after !== undefined).map(({ limit }) => limit.counter));
  // The three login methods of a console address share two limits; opened sessions belong to no call.
  expect(new Set(counting.map(({ limit }) => limit)).size).toBe(waiting.size + 1);
});

it("forgets the wrong tries of whoever typed all three rightly", async () => {
  const [person] = await sandboxStaffOf(services);
  const { email, password, totpSecret } = person!;
  const count = async () =>
    (await database.selectFrom("rate_counter").select("count").where("key", "not like", "%network%").execute()).map(
      (row) => row.count,
    );
  await database.deleteFrom("rate_counter").execute();
  expect((await staffLogin("10.9.1.1", email)).body.status.code).toBe("STAFF_LOGIN_WRONG");
  expect(await count()).toEqual([1]);
  const right = { email, password, code: totpCode(totpSecret, clock.realNow()) };
  expect((await from("10.9.1.1").post("/api/staff/login", right)).status).toBe(200);
  expect(await count()).toEqual([]);
});
