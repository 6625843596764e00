/**
 * When a code is sent without a captcha. Each test has its own networks and blocks, because codes not entered yet count
 * for an hour.
 */
import { describe, expect, it } from "vitest";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { codesOf } from "#tests/support/codes.ts";

const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
const { services, clock } = app;
const { codeTo, logIn, send, sendFree, verify, wrongOf } = codesOf(app);

let made = 0;
/** A number in its own block. */
const elsewhere = (): string => `0811${String(++made).padStart(4, "0")}7777`;
/** An address in its own network. */
const network = (): string => `10.${Math.floor(++made / 250)}.${made % 250}`;
const at = (address: string, device?: string): TestClient => app.client({ "X-Forwarded-For": address }, device);
const fresh = (device?: string): TestClient => at(`${network()}.7`, device);
/** Whether a code needs no captcha: the pre-check and the call must agree. */
async function isFree(client: TestClient, mobileNumber: string): Promise<boolean> {
  const told = (await client.get(`/api/user/union/mobileNumberPreCheck?mobileNumber=${mobileNumber}`)).body;
  const answer = await sendFree(client, mobileNumber);
  expect(answer.status === 200 || answer.body.status.code === "CAPTCHA_NEEDED", answer.text).toBe(true);
  expect(told.captchaRequired).toBe(answer.status !== 200);
  return answer.status === 200;
}

describe("A code needs no captcha", () => {
  it("as the first of its session, and one as each that follows, to the same number or another", async () => {
    const client = fresh();
    const number = elsewhere();
    expect(await isFree(client, number)).toBe(true);
    clock.advance(60_000);
    expect(await isFree(client, number)).toBe(false);
    expect(await isFree(client, elsewhere())).toBe(false);
    expect((await send(client, number)).status).toBe(200);
    clock.advance(60_000);
    // A captcha is valid for one code.
    expect(await isFree(client, number)).toBe(false);
  });

  it("on a device that verified this number, however often, and one for each of 47 others that it never verified", async () => {
    const device = "device-that-verified";
    const number = elsewhere();
    const known = fresh(device);
    expect((await logIn(known, number)).status).toBe(200);
    clock.advance(60_000);
    const session = fresh(device);
    for (let n = 0; n < 3; n++) {
      expect(await isFree(session, number)).toBe(true);
      clock.advance(60_000);
    }
    const foreign: boolean[] = [];
    for (let n = 0; n < 47; n++) foreign.push(await isFree(session, elsewhere()));
    expect(foreign).not.toContain(true);
    // A proof on one device does not unlock the number on another.
    const stranger = fresh();
    await sendFree(stranger, elsewhere());
    expect(await isFree(stranger, number)).toBe(false);
  });

  it("on the known device although its network and its block are full of codes that nobody entered", async () => {
    const device = "device-of-a-resident";
    const net = network();
    const number = elsewhere();
    expect((await logIn(at(`${net}.7`, device), number)).status).toBe(200);
    for (let n = 0; n < 3; n++) await send(at(`${net}.9`), `${number.slice(0, 8)}000${n}`);
    clock.advance(60_000);
    expect(await isFree(at(`${net}.9`), elsewhere())).toBe(false);
    expect(await isFree(at(`${net}.7`, device), number)).toBe(true);
  });

  it("while fewer than three codes of its network wait to be entered: an entered one counts no more, nor one of an hour ago", async () => {
    const net = network();
    const clients = [1, 2, 3].map((host) => at(`${net}.${host}`));
    const numbers = clients.map(elsewhere);
    for (const [n, client] of clients.entries()) expect(await isFree(client, numbers[n]!)).toBe(true);
    expect(await isFree(at(`${net}.4`), elsewhere())).toBe(false);
    // The neighbouring network is not affected.
    expect(await isFree(fresh(), elsewhere())).toBe(true);
    const { pending } = (await clients[0]!.get("/api/session/verification?purpose=LOGIN")).body;
    const code = await codeTo(numbers[0]!);
    await verify(clients[0]!, pending.verificationId, wrongOf(code));
    expect(await isFree(at(`${net}.4`), elsewhere())).toBe(false);
    expect((await verify(clients[0]!, pending.verificationId, code)).status).toBe(200);
    expect(await isFree(at(`${net}.4`), elsewhere())).toBe(true);
    expect(await isFree(at(`${net}.5`), elsewhere())).toBe(false);
    clock.advance(3_599_000);
    expect(await isFree(at(`${net}.5`), elsewhere())).toBe(false);
    clock.advance(1_000);
    expect(await isFree(at(`${net}.5`), elsewhere())).toBe(true);
  });

  it("while fewer than three codes to its block of 10,000 numbers wait to be entered, from wherever", async () => {
    const block = elsewhere().slice(0, 8);
    for (let n = 0; n < 3; n++) expect(await isFree(fresh(), `${block}11${n}`)).toBe(true);
    expect(await isFree(fresh(), `${block}9999`)).toBe(false);
    expect(await isFree(fresh(), elsewhere())).toBe(true);
    clock.advance(3_600_000);
    expect(await isFree(fresh(), `${block}9999`)).toBe(true);
  });

  it("counts those that went out after a captcha too", async () => {
    const net = network();
    for (let n = 0; n < 3; n++) expect((await send(at(`${net}.7`), elsewhere())).status).toBe(200);
    expect(await isFree(at(`${net}.7`), elsewhere())).toBe(false);
  });

  it("for exactly three of thirty sessions of one network at once, and one of ten numbers of one session", async () => {
    const net = network();
    const clients = Array.from({ length: 30 }, (_, host) => at(`${net}.${host}`));
    const sent = await Promise.all(clients.map((client) => sendFree(client, elsewhere())));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(3);
    const session = fresh();
    await session.post("/api/user/generateCaptcha", {});
    const many = await Promise.all(Array.from({ length: 10 }, () => sendFree(session, elsewhere())));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("to the own number of a logged-in borrower, and one to any other number", async () => {
    const client = fresh();
    const number = elsewhere();
    await logIn(client, number);
    clock.advance(60_000);
    const ask = (body: object) =>
      client.post("/api/mobile/sendVerificationWithoutCaptcha", { channel: "SMS", ...body });
    expect((await ask({ purpose: "STEP_UP_SIGN" })).status).toBe(200);
    clock.advance(60_000);
    expect((await ask({ purpose: "LOGIN", mobileNumber: number })).status).toBe(200);
    expect((await ask({ purpose: "NEW_NUMBER", mobileNumber: elsewhere() })).body.status.code).toBe("CAPTCHA_NEEDED");
    expect((await ask({ purpose: "LOGIN", mobileNumber: elsewhere() })).body.status.code).toBe("CAPTCHA_NEEDED");
  });
});

describe("The pre-check", () => {
  it("says the same of a number that has an account and of one that has none, whatever else it says", async () => {
    const net = network();
    const known = elsewhere();
    const unknown = elsewhere();
    expect((await logIn(fresh(), known)).status).toBe(200);
    const told = async (number: string) =>
      (await at(`${net}.7`).get(`/api/user/union/mobileNumberPreCheck?mobileNumber=${number}`)).text;
    expect(await told(known)).toBe(await told(unknown));
    expect(await told(known)).toContain('"captchaRequired":false');
    for (let n = 0; n < 3; n++) await sendFree(at(`${net}.7`), elsewhere());
    expect(await told(known)).toBe(await told(unknown));
    expect(await told(known)).toContain('"captchaRequired":true');
    const answers = await Promise.all([known, unknown].map((number) => sendFree(at(`${net}.7`), number)));
    expect(answers[0]!.body.status).toEqual(answers[1]!.body.status);
  });
});

describe("A code that ran out", () => {
  it("is replaced once on the account of its captcha, and after that from what goes without one", async () => {
    const client = fresh();
    const number = elsewhere();
    const after = async () =>
      (
        await services.database
          .selectFrom("verification_challenge")
          .select(["afterCaptcha", "priceRupiah"])
          .where("numberIndex", "=", services.keys.blindIndex("mobile", number))
          .orderBy("createdAt")
          .execute()
      ).map((row) => row.afterCaptcha);
    const captchaFree = async () =>
      (
        await services.database
          .selectFrom("verification_counter")
          .select("count")
          .where("key", "=", "money:captcha-free")
          .orderBy("windowStart", "desc")
          .executeTakeFirst()
      )?.count ?? 0;
    const spentBefore = await captchaFree();
    let { verificationId } = (await send(client, number)).body;
    for (const spent of [0, 350]) {
      // Long enough that at most two are sent in an hour, with a view of the page now and then.
      for (let n = 0; n < 2; n++) {
        clock.advance(1_000_000);
        await client.post("/api/user/generateCaptcha", {});
      }
      const answer = await verify(client, verificationId, "000000");
      expect(answer.body.status.code).toBe("OTP_EXPIRED");
      ({ verificationId } = answer.body.status.data);
      expect((await captchaFree()) - spentBefore).toBe(spent);
    }
    expect(await after()).toEqual([true, false, false]);
  });
});
