/**
 * Neither the answer nor its time reveals whether an account has a number or an address. Each call that takes one from
 * a stranger, or from a borrower about another person, before anything is proven: equal bytes except for values
 * generated for each request, and medians within five milliseconds over interleaved tries. // Threat A6, spec account
 * 12
 */
import { expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { addSandboxMember } from "../src/features/platform/console/server/member-store.ts";
import { hashPassword } from "#server/keys/password.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import { testApp, type TestClient, type TestResponse } from "./support/app.ts";
import { changingNumber } from "./support/changing-number.ts";
import { codesOf } from "./support/codes.ts";

const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
const { services, clock } = app;
const { database, random, keys } = services;
const change = await changingNumber(app);
const { captcha, wrongOf } = codesOf(app);
const hour = 3_600_000;

/** Tries of each side, of which a long run takes all that the specification names. */
const isLong = process.env["TEST_LONG"] === "1";
const tries = isLong ? 250 : 30;
const maxDifferenceMs = 5;
/** A busy machine may disturb one measurement; a real difference shows in all of them together. */
const measurements = 6;

const seeded = 60;
let made = 0;
const free = () => `0896${String(10_000_000 + ++made)}`;
const known: string[] = [];
for (let n = 0; n < seeded; n++) {
  const mobileNumber = `0895${String(20_000_000 + n)}`;
  await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
  known.push(mobileNumber);
}
/** The same number of unknown numbers, each used as often as a known one, so that counters by number are equal. */
const unknown = Array.from({ length: seeded }, free);
let addresses = 0;
/** A stranger with its own browser and network. */
const visitor = () =>
  app.client({
    "X-Forwarded-For": `10.${60 + (++addresses >> 8)}.${addresses & 255}.1`,
    "device-token": random.uuid(),
  });

type Ask = () => Promise<TestResponse>;
interface Case {
  name: string;
  /** Everything up to the call, which is not measured; `number` is known to an account or to none. */
  prepare(number: string, round: number): Promise<Ask>;
  /** Business time between two tries, so that no daily or hourly limit answers instead. */
  apart?: number;
  /** Prepares the known number or address, once. */
  before?: () => Promise<void>;
  /** Tries of each side in a normal run, where one of them is expensive. */
  tries?: number;
}

const sendCode = (client: TestClient, mobileNumber: string, purpose: string, solved: object) =>
  client.post("/api/v2/mobile/sendVerification", { mobileNumber, purpose, channel: "SMS", ...solved });
const codeOf = (name: string, path: string): Case => ({
  name,
  async prepare(mobileNumber) {
    const client = visitor();
    const { body } = await sendCode(client, mobileNumber, "LOGIN", await captcha(client));
    const wrong = wrongOf(await change.codeTo(mobileNumber));
    const sent = { mobileNumber, verificationId: body.verificationId, code: wrong, agreements: ["TERMS", "PRIVACY"] };
    if (path.endsWith("login")) Reflect.deleteProperty(sent, "agreements");
    return () => client.post(path, sent);
  },
});
const sending = (purpose: string): Case => ({
  name: `a code for ${purpose}`,
  async prepare(mobileNumber) {
    const client = visitor();
    const solved = await captcha(client);
    return () => sendCode(client, mobileNumber, purpose, solved);
  },
});
const person = () => ({ nik: `317101010190${String(1_000 + (made++ % 9_000))}`, birthDate: "1990-01-01" });

const merger = await change.owner();
const mover = await change.upTo("identity");
const mailer = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: free() }));
const addressOf = (number: string) => `orang.${number}@contoh.example`;

const cases: Case[] = [
  {
    name: "the check before a login",
    async prepare(number) {
      const client = visitor();
      await client.post("/api/user/generateCaptcha", {});
      return () => client.get(`/api/user/union/mobileNumberPreCheck?mobileNumber=${number}`);
    },
  },
  sending("LOGIN"),
  sending("UNFREEZE"),
  sending("RECOVER_NUMBER"),
  {
    name: "the first code of a session",
    async prepare(mobileNumber) {
      const client = visitor();
      await client.post("/api/user/generateCaptcha", {});
      const body = { mobileNumber, purpose: "LOGIN", channel: "SMS" };
      return () => client.post("/api/mobile/sendVerificationWithoutCaptcha", body);
    },
  },
  codeOf("a wrong code at the login or registration", "/api/v2/user/union/registerOrLogin"),
  codeOf("a wrong code at the registration", "/api/v2/user/union/register"),
  codeOf("a wrong code at the login", "/api/v2/user/union/login"),
  {
    name: "a wrong password",
    tries: 6,
    before: givePasswords,
    async prepare(mobileNumber) {
      const client = visitor();
      await client.post("/api/user/generateCaptcha", {});
      return () => client.post("/api/v2/user/union/login", { mobileNumber, password: "Salah&Lagi9" });
    },
  },
  {
    name: "a lost number",
    async prepare(mobileNumber) {
      const client = visitor();
      const body = { mobileNumber, ...person(), ...(await captcha(client)) };
      return () => client.post("/api/lost-number", body);
    },
  },
  {
    name: "the new number of a lost one",
    async prepare(mobileNumber) {
      const client = visitor();
      const about = { mobileNumber: free(), ...person(), ...(await captcha(client)) };
      const { requestId } = (await client.post("/api/lost-number", about)).body;
      return () => client.post(`/api/lost-number/${requestId}/new-number`, { mobileNumber });
    },
  },
  {
    name: "the new number of a change",
    apart: 61_000,
    async prepare(mobileNumber) {
      const client = await app.loggedIn(mover.borrowerId);
      await change.old(client, mover, mover.requestId);
      clock.advance(61_000);
      return () => change.name(client, mover.requestId, mobileNumber);
    },
  },
  {
    name: "the other number of a merge",
    apart: 25 * hour,
    async prepare(otherMobileNumber) {
      const client = await app.loggedIn(merger.borrowerId);
      return () => client.post("/api/account-merge", { otherMobileNumber });
    },
  },
  {
    name: "the console's login",
    tries: 6,
    before: giveStaff,
    async prepare(number) {
      const client = visitor();
      const body = { email: addressOf(number), password: "Salah&Lagi9", code: "123456" };
      return () => client.post("/api/staff/login", body);
    },
  },
  {
    name: "a bank account, which is another borrower's or nobody's",
    before: async () => void (await Promise.all(known.map(async (number) => (await banking(number))()))),
    prepare: banking,
  },
  {
    name: "no more mailings, by one click",
    async prepare(number) {
      const subject = `PROMOTION.${keys.blindIndex("email", addressOf(number))}`;
      const token = keys.signLink({ purpose: "EMAIL_UNSUBSCRIBE", subject, expiresAt: null });
      return () => visitor().post(`/api/email/unsubscribe/${token}`, {});
    },
    before: giveAddresses,
  },
  {
    name: "an e-mail address",
    apart: 25 * hour,
    before: giveAddresses,
    async prepare(number) {
      const client = await app.loggedIn(mailer, "EMAIL");
      return () => client.post("/api/email", { email: addressOf(number) });
    },
  },
];

/** A borrower about to add the account with that number; the sandbox's bank confirms that it is theirs. */
async function banking(number: string): Promise<Ask> {
  const { fullName, nik, birthPlace, birthDate, sex } = sandboxPersons.find(({ key }) => key === "approved-1")!;
  const client = await app.loggedIn(random.uuid(), "STEP_UP_BIND");
  await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  return () => client.post("/api/bank-account", { bankCode: "014", accountNumber: `71${number.slice(-8)}` });
}

/** One hash is used for all, because comparing any costs the same. */
async function givePasswords(): Promise<void> {
  const passwordHash = await hashPassword("Kata-sandi-orang-9", random);
  for (const mobileNumber of known) {
    const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
    await database
      .updateTable("borrower")
      .set({ passwordHash, passwordSetAt: clock.now() })
      .where("borrowerId", "=", borrowerId)
      .execute();
  }
}

/** Staff members at the addresses of known numbers; one hash is used, because comparing any costs the same. */
async function giveStaff(): Promise<void> {
  const passwordHash = await hashPassword("Kata-sandi-staf-9", random);
  const totpSecret = "JBSWY3DPEHPK3PXP";
  for (const number of known) {
    const member = { id: random.uuid(), name: "Contoh", email: addressOf(number), roles: ["support"] as const };
    const made = { ...member, roles: [...member.roles], now: clock.now(), createdBy: null };
    await transact(database, (trx) => addSandboxMember(services, trx, { ...made, passwordHash, totpSecret }));
  }
}

/** Without values generated for each request and repetitions of the caller's own input. */
const sameIn = ({ status, text }: TestResponse, number: string): string =>
  `${status} ${text}`
    .replace(/"(traceId|verificationId|requestId|id|reference)":"[^"]*"/g, "")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "at")
    .replaceAll(`${number.slice(0, 4)}••••${number.slice(-3)}`, "masked")
    .replaceAll(number, "number")
    .replaceAll(`••••${number.slice(-4)}`, "masked")
    .replaceAll(addressOf(number), "address");
const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1]!;

/** E-mail addresses of accounts, by the number they are made of. */
let areAddressesGiven = false;
async function giveAddresses(): Promise<void> {
  if (areAddressesGiven) return;
  areAddressesGiven = true;
  for (const number of known) {
    const index = keys.blindIndex("email", addressOf(number));
    const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: number }));
    await database
      .insertInto("email_account")
      .values({
        borrowerId,
        addressIndex: index,
        addressSealed: "sealed",
        requestId: random.uuid(),
        verifiedAt: clock.now(),
      })
      .execute();
  }
}

/** By how many milliseconds the machine alone separates two medians: those of one side, its tries split alternately. */
const noiseOf = (values: readonly number[]): number =>
  Math.abs(median(values.filter((_, at) => at % 4 < 2)) - median(values.filter((_, at) => at % 4 > 1)));

it.each(cases)("$name: the same bytes in the same time", { timeout: 600_000 }, async (one) => {
  const { name, prepare, apart } = one;
  await one.before?.();
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = new Map<string, Set<string>>([
    ["known", new Set()],
    ["unknown", new Set()],
  ]);
  let round = 0;
  const measure = async (side: "known" | "unknown") => {
    clock.advance(apart ?? hour);
    const number = (side === "known" ? known : unknown)[round % seeded]!;
    const ask = await prepare(number, round);
    const began = performance.now();
    const answer = await ask();
    times[side].push(performance.now() - began);
    answers.get(side)!.add(sameIn(answer, number));
    expect(answer.status, answer.text).not.toBe(429);
    expect(answer.status, answer.text).toBeLessThan(500);
  };
  let difference = Infinity;
  let tolerance = maxDifferenceMs;
  for (let n = 0; n < measurements && difference > tolerance; n++) {
    for (let pair = 0; pair < Math.min(tries, (isLong ? tries : one.tries) ?? tries); pair++, round++) {
      // Which side comes first alternates.
      await measure(pair % 2 === 0 ? "known" : "unknown");
      await measure(pair % 2 === 0 ? "unknown" : "known");
    }
    difference = Math.abs(median(times.known) - median(times.unknown));
    if (!isLong) tolerance = maxDifferenceMs + Math.max(noiseOf(times.known), noiseOf(times.unknown));
  }
  expect([...answers.get("known")!].toSorted()).toEqual([...answers.get("unknown")!].toSorted());
  expect(difference, `${name}: medians differ`).toBeLessThanOrEqual(tolerance);
});
