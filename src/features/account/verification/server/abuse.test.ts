/** What happens when someone earns by codes that nobody enters, guesses codes of many numbers, or locks other people out. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testApp, type TestApp } from "#tests/support/app.ts";
import { codesOf } from "#tests/support/codes.ts";

const isLong = process.env["TEST_LONG"] === "1";
/** Requests that an attacker has under way at a time. */
const atOnce = 16;
async function inParallel(count: number, act: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await act(next++);
    }),
  );
}
const address = (n: number) => ({ "X-Forwarded-For": `10.${Math.floor(n / 250)}.${n % 250}.7` });
const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

function attackerOf(app: TestApp) {
  const { services } = app;
  const { send, verify, codeTo } = codesOf(app);
  const sentCount = async () =>
    Number(
      (
        await services.database
          .selectFrom("sandbox_message")
          .select((row) => row.fn.countAll().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    );
  return { send, verify, codeTo, sentCount };
}

describe("Codes that nobody enters", () => {
  it("stop for a block of numbers after fifty, whatever the address, and its known devices still get theirs", async () => {
    const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
    const { send, verify, codeTo, sentCount } = attackerOf(app);
    const resident = app.client({ "Device-Token": "device-of-a-resident" });
    const own = "08125555999900";
    const { body } = await send(resident, own);
    expect((await verify(resident, body.verificationId, await codeTo(own))).status).toBe(200);
    let refused = 0;
    for (let n = 0; n < 120; n++) {
      const answer = await send(
        app.client(address(n)),
        `08125555${String(n).padStart(6, "0")}`,
        n % 2 ? "VOICE" : "SMS",
      );
      if (answer.status !== 200) {
        expect(answer.body.status.code).toBe("OTP_SEND_PAUSED");
        refused++;
      }
    }
    expect(await sentCount()).toBeLessThanOrEqual(51);
    expect(refused).toBeGreaterThanOrEqual(69);
    app.clock.advance(60_000);
    expect((await send(resident, own)).status).toBe(200);
    expect((await send(app.client(address(200)), "081299990000")).status).toBe(200);
  });

  it("stop for everyone when the day's money is spent, and go on at midnight in Jakarta", async () => {
    const app = await testApp({ environment: { TRUSTED_HOPS: "1", VERIFICATION_BUDGET_RUPIAH: "7000" } });
    const { send, sentCount } = attackerOf(app);
    const numberOf = (n: number) =>
      `08${11 + n}${String(n * 7_919_113)
        .padStart(9, "1")
        .slice(0, 9)}`;
    const codes: string[] = [];
    for (let n = 0; n < 40; n++) {
      const answer = await send(app.client(address(n)), numberOf(n));
      codes.push(answer.status === 200 ? "SENT" : answer.body.status.code);
    }
    expect(codes.filter((code) => code === "SENT")).toHaveLength(20);
    expect(codes.slice(20).every((code) => code === "OTP_SEND_PAUSED")).toBe(true);
    expect((await send(app.client(address(90)), numberOf(50), "VOICE")).body.status.code).toBe("OTP_SEND_PAUSED");
    expect(await sentCount()).toBe(20);
    app.clock.moveTo(new Date("2026-11-21T23:59:59+07:00"));
    expect((await send(app.client(address(91)), numberOf(51))).status).toBe(503);
    app.clock.moveTo(new Date("2026-11-22T00:00:00+07:00"));
    expect((await send(app.client(address(92)), numberOf(52))).status).toBe(200);
  });

  it(`of ${isLong ? "10,000" : "300"} sends in a loop from ${isLong ? 500 : 60} addresses cost no more than the day's money, neighbours or not, by SMS, voice or chat`, async () => {
    const budgetRupiah = isLong ? 700_000 : 35_000;
    const app = await testApp({ environment: { TRUSTED_HOPS: "1", VERIFICATION_BUDGET_RUPIAH: String(budgetRupiah) } });
    const { send, verify, codeTo } = attackerOf(app);
    const { database } = app.services;
    // A device that verified before needs no captcha: its loop asks as fast as it can.
    const device = app.client({ "Device-Token": "device-of-the-loop" });
    const first = await send(device, "081377770000");
    await verify(device, first.body.verificationId, await codeTo("081377770000"));
    const sends = isLong ? 10_000 : 300;
    await inParallel(sends, async (n) => {
      const client = n % 5 === 0 ? device : app.client(address(n % (isLong ? 500 : 60)));
      const channel = ["SMS", "VOICE", "WHATSAPP"][n % 3] as string;
      // Half of them side by side in one block, half all over the country's blocks.
      const number =
        n % 2
          ? `08115555${String(n).padStart(6, "0")}`
          : `08${12 + (n % 80)}${String((n * 7_919) % 1_000_000).padStart(6, "0")}${String(n).padStart(4, "0").slice(-4)}`;
      if (client === device)
        await client.post("/api/mobile/sendVerificationWithoutCaptcha", {
          mobileNumber: number,
          purpose: "LOGIN",
          channel,
        });
      else await send(client, number, channel);
    });
    const sent = await database
      .selectFrom("verification_challenge")
      .select((row) => [row.fn.sum<string>("price_rupiah").as("rupiah"), row.fn.countAll<string>().as("count")])
      .executeTakeFirstOrThrow();
    const delivered = await database
      .selectFrom("sandbox_message")
      .select((row) => row.fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(delivered.count)).toBe(Number(sent.count));
    expect(Number(sent.rupiah)).toBeLessThanOrEqual(budgetRupiah);
    // It is the money that stops them: what is left does not pay for one more call.
    expect(Number(sent.rupiah)).toBeGreaterThan(budgetRupiah - 900);
    expect(Number(delivered.count)).toBeLessThan(sends / 2);
  }, 1_800_000);

  it("bring the captcha back for known devices, when hardly anyone enters them", async () => {
    const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
    const { send, verify, codeTo } = attackerOf(app);
    const known = app.client({ "Device-Token": "device-known-before" });
    const { body } = await send(known, "081377770000");
    await verify(known, body.verificationId, await codeTo("081377770000"));
    const isCaptchaRequired = async () =>
      (await known.get("/api/user/union/mobileNumberPreCheck?mobileNumber=081377770000")).body.captchaRequired;
    expect(await isCaptchaRequired()).toBe(false);
    for (let n = 0; n < 50; n++) await send(app.client(address(n)), `08${21 + n}1234567`);
    expect(await isCaptchaRequired()).toBe(true);
    app.clock.advance(3_600_000);
    expect(await isCaptchaRequired()).toBe(false);
  });
});

describe("Guesses", () => {
  it("are each counted once for the number, in whatever order they meet new codes and waits, and never forgotten before a right one", async () => {
    const app = await testApp();
    const { send, verify, codeTo } = attackerOf(app);
    const { database } = app.services;
    /** Every wrong guess so far: five for each lock, and those since. */
    const counted = async () => {
      const row = await database
        .selectFrom("verification_attempt")
        .select(["tries", "lockouts"])
        .orderBy("tried_at", "desc")
        .executeTakeFirst();
      return row ? row.lockouts * 5 + (row.tries % 5) : 0;
    };
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ do: fc.constant("guess" as const), times: fc.integer({ min: 1, max: 8 }) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("resend" as const), times: fc.constant(1) }) },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant("wait" as const), times: fc.integer({ min: 1, max: 100 }) }),
      },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        await database.deleteFrom("verification_attempt").execute();
        await database.deleteFrom("verification_counter").execute();
        const number = `0857${String(1_000_000 + ++run * 13)}`;
        const client = app.client();
        let { verificationId } = (await send(client, number)).body as { verificationId: string };
        let before = 0;
        for (const one of steps) {
          if (one.do === "wait") app.clock.advance(one.times * 1000);
          else if (one.do === "resend")
            verificationId = (await send(client, number)).body.verificationId ?? verificationId;
          const guesses = one.do === "guess" ? one.times : 0;
          const wrong = wrongOf(await codeTo(number));
          const answers = await Promise.all(
            Array.from({ length: guesses }, () => verify(client, verificationId, wrong)),
          );
          const now = await counted();
          const told = answers.filter(({ body }) => body.status.code === "OTP_WRONG").length;
          expect(now - before, JSON.stringify(steps)).toBe(told);
          expect(told).toBeLessThanOrEqual(5);
          before = now;
        }
      }),
      { numRuns: isLong ? 300 : 25 },
    );
  }, 600_000);

  it("of many numbers from fifty networks are cut within 500, and people elsewhere still log in", async () => {
    const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
    const { send, verify, codeTo } = attackerOf(app);
    let guessed = 0;
    let numbers = 0;
    await inParallel(isLong ? 20_000 : 150, async (n) => {
      const client = app.client(address(n % 50));
      const number = `08${11 + (n % 80)}${String(n).padStart(5, "0")}98765`;
      const { body, status } = await send(client, number);
      if (status !== 200) return;
      numbers++;
      const wrong = wrongOf(await codeTo(number));
      for (let guess = 0; guess < 5; guess++) {
        const answer = await verify(client, body.verificationId, wrong);
        if (answer.body.status.code === "OTP_WRONG") guessed++;
      }
    });
    expect(guessed).toBeGreaterThanOrEqual(200);
    expect(guessed).toBeLessThanOrEqual(500);
    // Cut by the guesses, and not because no code went out any more.
    expect(numbers).toBeGreaterThan(guessed / 5);
    const honest = app.client(address(700));
    const { body } = await send(honest, "08571239876");
    expect((await verify(honest, body.verificationId, await codeTo("08571239876"))).status).toBe(200);
  }, 1_800_000);

  it("of a stranger lock neither the known device nor the login of the person he attacks", async () => {
    const app = await testApp();
    const { send, verify, codeTo } = attackerOf(app);
    const victim = app.client({ "Device-Token": "device-of-the-victim" });
    const number = "081234567890";
    const first = await send(victim, number);
    await verify(victim, first.body.verificationId, await codeTo(number));
    app.clock.advance(60_000);
    const attacker = app.client({ "Device-Token": "device-of-the-attacker" });
    const attack = await send(attacker, number);
    for (let n = 0; n < 5; n++) await verify(attacker, attack.body.verificationId, wrongOf(await codeTo(number)));
    expect((await verify(attacker, attack.body.verificationId, await codeTo(number))).body.status.code).toBe(
      "OTP_ATTEMPTS",
    );
    app.clock.advance(60_000);
    // The attacker keeps the open lane locked.
    const more = await send(attacker, number);
    for (let n = 0; n < 5; n++) await verify(attacker, more.body.verificationId, "000000");
    app.clock.advance(60_000);
    const { body } = await send(victim, number);
    const code = await codeTo(number);
    const done = await victim.post("/api/v2/user/union/registerOrLogin", {
      mobileNumber: number,
      verificationId: body.verificationId,
      code,
      agreements: ["TERMS", "PRIVACY"],
    });
    expect(done.status).toBe(200);
  });
});
