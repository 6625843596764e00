/**
 * Whoever names a number or an address learns neither by the answer nor by its time whether an account has it. Each call that takes one
 * from a stranger, or from a borrower about somebody else, before anything is proven: the same bytes but for what is made for each
 * request, and medians within five milliseconds over interleaved tries. (The password: `login.test.ts`.) // Threat A6, spec account 12
 */
import { expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
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
const tries = process.env["TEST_LONG"] === "1" ? 250 : 30;
const maxDifferenceMs = 5;
/** A busy machine may disturb one measurement; what differs by itself differs in all of them together. */
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
/** As many that nobody has, each asked for as often as one that is known: what is counted by the number is counted alike. */
const unknown = Array.from({ length: seeded }, free);
let addresses = 0;
/** A stranger with a browser and a network of its own. */
const visitor = () =>
  app.client({
    "X-Forwarded-For": `10.${60 + (++addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`,
    "device-token": random.uuid(),
  });

type Ask = () => Promise<TestResponse>;
interface Case {
  name: string;
  /** Everything up to the call, which is not measured; `number` is known to an account or to none. */
  prepare(number: string, round: number): Promise<Ask>;
  /** Business time between two tries, so that no limit of a day or an hour answers instead. */
  apart?: number;
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
    name: "an e-mail address",
    apart: 25 * hour,
    async prepare(number) {
      const client = await app.loggedIn(mailer, "EMAIL");
      return () => client.post("/api/email", { email: addressOf(number) });
    },
  },
];

/** Without what is made for each request and what repeats the caller's own words. */
const sameIn = ({ status, text }: TestResponse, number: string): string =>
  `${status} ${text}`
    .replace(/"(traceId|verificationId|requestId|id|reference)":"[^"]*"/g, "")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "at")
    .replaceAll(`${number.slice(0, 4)}••••${number.slice(-3)}`, "masked")
    .replaceAll(number, "number")
    .replaceAll(addressOf(number), "address");
const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1]!;

/** E-mail addresses that accounts have, by the number they are made of. */
async function giveAddresses(): Promise<void> {
  for (const number of known) {
    const index = keys.blindIndex("email", addressOf(number));
    const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: number }));
    await database
      .insertInto("email_account")
      .values({
        borrower_id: borrowerId,
        address_index: index,
        address_sealed: "sealed",
        request_id: random.uuid(),
        verified_at: clock.now(),
      })
      .execute();
  }
}

it.each(cases)("$name: the same bytes in the same time", { timeout: 600_000 }, async ({ name, prepare, apart }) => {
  if (name === "an e-mail address") await giveAddresses();
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
  for (let n = 0; n < measurements && difference > maxDifferenceMs; n++) {
    for (let pair = 0; pair < tries; pair++, round++) {
      // Which side comes first is no side's advantage.
      await measure(pair % 2 === 0 ? "known" : "unknown");
      await measure(pair % 2 === 0 ? "unknown" : "known");
    }
    difference = Math.abs(median(times.known) - median(times.unknown));
  }
  expect([...answers.get("known")!].toSorted()).toEqual([...answers.get("unknown")!].toSorted());
  expect(difference, `${name}: medians differ`).toBeLessThanOrEqual(maxDifferenceMs);
});
