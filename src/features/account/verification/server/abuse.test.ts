/**
 * Abuse of codes: earning money with codes that are never entered, guessing codes of many numbers, locking out other
 * people.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLog } from "#server/process/log.server.ts";
import { testApp, type TestApp } from "#tests/support/app.ts";
import { codesOf } from "#tests/support/codes.ts";
import { sendWithoutCaptcha } from "./sending.ts";

const isLong = process.env["TEST_LONG"] === "1";
/** Concurrent requests of an attacker. */
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
  const codes = codesOf(app);
  const sentCount = async () =>
    Number(
      (
        await services.database
          .selectFrom("sandbox_message")
          .select((row) => row.fn.countAll().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    );
  return { ...codes, sentCount };
}

describe("Codes that nobody enters", () => {
  it("stop for a block of numbers after fifty but for a trickle, each after two captchas for its number; known devices still get theirs", async () => {
    const app = await testApp({ environment: { TRUSTED_HOPS: "1" }, start: "2026-11-21T08:00:00+07:00" });
    const { send, sendFree, verify, codeTo, sentCount } = attackerOf(app);
    const resident = app.client({}, "device-of-a-resident");
    const own = "08125555999900";
    const { body } = await send(resident, own);
    expect((await verify(resident, body.verificationId, await codeTo(own))).status).toBe(200);
    const neighbour = (n: number) => `08125555${String(n).padStart(6, "0")}`;
    for (let n = 0; n < 49; n++)
      expect((await send(app.client(address(n)), neighbour(n), n % 2 ? "VOICE" : "SMS")).status).toBe(200);
    const codeOf = async (sending: ReturnType<typeof send>) => {
      const { status, body } = await sending;
      return status === 200 ? "SENT" : (body.status.code as string);
    };
    // One captcha is no longer enough, whatever the network and the channel.
    for (let n = 50; n < 60; n++)
      expect(await codeOf(send(app.client(address(n)), neighbour(n), n % 2 ? "VOICE" : "SMS"))).toBe("CAPTCHA_AGAIN");
    expect(await codeOf(sendFree(app.client(address(60)), neighbour(60)))).toBe("CAPTCHA_NEEDED");
    expect(await sentCount()).toBe(50);
    // A captcha passed for one number does not count for another, and is valid for five minutes.
    const honest = app.client(address(70));
    expect(await codeOf(send(honest, neighbour(70)))).toBe("CAPTCHA_AGAIN");
    expect(await codeOf(send(honest, neighbour(71)))).toBe("CAPTCHA_AGAIN");
    app.clock.advance(301_000);
    expect(await codeOf(send(honest, neighbour(70)))).toBe("CAPTCHA_AGAIN");
    expect(await codeOf(send(honest, neighbour(70)))).toBe("SENT");
    // It is used up; of two concurrent uses one succeeds.
    app.clock.advance(60_000);
    expect(await codeOf(send(honest, neighbour(70)))).toBe("CAPTCHA_AGAIN");
    const two = await Promise.all(
      [app.client(address(80)), app.client(address(81)), app.client(address(82))].map(async (client, n) => {
        expect(await codeOf(send(client, neighbour(80 + n)))).toBe("CAPTCHA_AGAIN");
        return codeOf(send(client, neighbour(80 + n)));
      }),
    );
    // Two in five minutes, of which the first was the honest user's.
    expect(two.toSorted()).toEqual(["OTP_SEND_PAUSED", "OTP_SEND_PAUSED", "SENT"]);
    const late = app.client(address(90));
    await send(late, neighbour(90));
    const paused = await send(late, neighbour(90));
    expect(paused.body.status).toMatchObject({ code: "OTP_SEND_PAUSED" });
    expect(paused.body.status.data.retryInSeconds).toBeLessThanOrEqual(300);
    app.clock.advance(paused.body.status.data.retryInSeconds * 1000);
    // A refused send does not use up the captcha; otherwise he solves two again.
    const again = await codeOf(send(late, neighbour(90)));
    expect(
      again === "SENT" || (again === "CAPTCHA_AGAIN" && (await codeOf(send(late, neighbour(90)))) === "SENT"),
    ).toBe(true);
    expect((await send(resident, own)).status).toBe(200);
    expect((await send(app.client(address(200)), "081299990000")).status).toBe(200);
  });

  it("stop for strangers when their share of the day's money is spent, for nobody else before all of it is, and go on at midnight in Jakarta", async () => {
    const lines: { level: string; message: string }[] = [];
    const log = createLog({ now: () => new Date(), sink: (line) => lines.push(JSON.parse(line)) });
    const app = await testApp({ environment: { TRUSTED_HOPS: "1", VERIFICATION_BUDGET_RUPIAH: "7000" }, log });
    const { send, sendFree, logIn, sentCount } = attackerOf(app);
    const numberOf = (n: number) =>
      `08${11 + n}${String(n * 7_919_113)
        .padStart(9, "1")
        .slice(0, 9)}`;
    const alarms = () => lines.filter(({ level, message }) => level === "error" && message.startsWith("half of"));
    const borrower = app.client({ ...address(300) }, "device-of-a-borrower");
    expect((await logIn(borrower, numberOf(60))).status).toBe(200);
    const codes: string[] = [];
    for (let n = 0; n < 30; n++) {
      if (n === 5)
        expect(alarms()).toEqual([expect.objectContaining({ message: expect.stringContaining("strangers") })]);
      const answer = await send(app.client(address(n)), numberOf(n));
      codes.push(answer.status === 200 ? "SENT" : answer.body.status.code);
    }
    // 4,200 of 7,000 rupiah, and the borrower counted as a stranger once.
    expect(codes).toEqual([
      ...Array.from({ length: 11 }, () => "SENT"),
      ...Array.from({ length: 19 }, () => "OTP_SEND_PAUSED"),
    ]);
    expect((await send(app.client(address(90)), numberOf(50), "VOICE")).body.status.code).toBe("OTP_SEND_PAUSED");
    expect(await sentCount()).toBe(12);
    expect(alarms()).toHaveLength(2);
    // Signing and the login of a known device have the rest: eight codes.
    const known = app.client({ ...address(301) }, "device-of-a-borrower");
    const signing = { purpose: "STEP_UP_SIGN", channel: "SMS" };
    for (let n = 0; n < 2; n++) {
      app.clock.advance(900_000);
      expect((await borrower.post("/api/mobile/sendVerificationWithoutCaptcha", signing)).status).toBe(200);
    }
    for (let n = 0; n < 6; n++) {
      app.clock.advance(900_000);
      expect((await sendFree(known, numberOf(60))).status).toBe(200);
    }
    app.clock.advance(900_000);
    expect((await sendFree(known, numberOf(60))).body.status.code).toBe("OTP_SEND_PAUSED");
    expect(await sentCount()).toBe(20);
    expect(alarms()).toHaveLength(2);
    app.clock.moveTo(new Date("2026-11-21T23:59:59+07:00"));
    expect((await send(app.client(address(91)), numberOf(51))).status).toBe(503);
    app.clock.moveTo(new Date("2026-11-22T00:00:00+07:00"));
    expect((await send(app.client(address(92)), numberOf(52))).status).toBe(200);
    expect((await sendFree(app.client(address(93)), numberOf(53))).status).toBe(200);
  });

  it("go without a captcha until a tenth of the day's money is spent, and with one from then on", async () => {
    const app = await testApp({ environment: { TRUSTED_HOPS: "1", VERIFICATION_BUDGET_RUPIAH: "7700" } });
    const { send, sendFree } = attackerOf(app);
    const numberOf = (n: number) => `08${21 + n}1234567`;
    // 770 rupiah: a call costs 900, two SMS 700.
    expect((await sendFree(app.client(address(1)), numberOf(1), "VOICE")).body.status.code).toBe("CAPTCHA_NEEDED");
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, n) => sendFree(app.client(address(2 + n)), numberOf(2 + n))),
    );
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(2);
    const visitor = app.client(address(20));
    const preCheck = await visitor.get(`/api/user/union/mobileNumberPreCheck?mobileNumber=${numberOf(20)}`);
    expect(preCheck.body.captchaRequired).toBe(true);
    expect((await sendFree(visitor, numberOf(20))).body.status.code).toBe("CAPTCHA_NEEDED");
    expect((await send(visitor, numberOf(20))).status).toBe(200);
  });

  it(`without a captcha, ${isLong ? "10,000" : "1,000"} of them from 500 networks, cost a tenth of the day's money at most`, async () => {
    const app = await testApp({ environment: { VERIFICATION_BUDGET_RUPIAH: "350000" } });
    const { services } = app;
    const ends = new Map<string, number>();
    await inParallel(isLong ? 10_000 : 1_000, async (n) => {
      const asker = {
        sessionId: services.random.uuid(),
        borrowerId: null,
        deviceIndex: `device-${n}`,
        networkIndex: `network-${n % 500}`,
        language: "id",
        brandName: "Tunai",
        host: "localhost:3000",
        isServed: true,
      } as const;
      const channel = (["SMS", "WHATSAPP", "VOICE"] as const)[n % 3]!;
      // Each from another block, so only the money and the networks limit it.
      const mobileNumber = `08${String(110_000 + n).padStart(6, "0")}1234`;
      const end = await sendWithoutCaptcha(services, asker, { mobileNumber, purpose: "LOGIN", channel }).then(
        () => "SENT",
        (error: { code: string }) => error.code,
      );
      ends.set(end, (ends.get(end) ?? 0) + 1);
    });
    const { rupiah } = await services.database
      .selectFrom("verification_challenge")
      .select((row) => row.fn.sum<string>("priceRupiah").as("rupiah"))
      .executeTakeFirstOrThrow();
    expect([...ends.keys()].toSorted()).toEqual(["CAPTCHA_NEEDED", "SENT"]);
    expect(Number(rupiah)).toBeLessThanOrEqual(35_000);
    // The share is the limit: the rest does not pay for another SMS.
    expect(Number(rupiah)).toBeGreaterThan(35_000 - 350);
  }, 900_000);

  it(`of ${isLong ? "10,000" : "300"} sends in a loop from ${isLong ? 500 : 60} addresses cost no more than the share of strangers, neighbours or not, by SMS, voice or chat`, async () => {
    const budgetRupiah = isLong ? 700_000 : 35_000;
    const shareRupiah = budgetRupiah * 0.6;
    const app = await testApp({ environment: { TRUSTED_HOPS: "1", VERIFICATION_BUDGET_RUPIAH: String(budgetRupiah) } });
    const { send, sendFree, verify, codeTo } = attackerOf(app);
    const { database } = app.services;
    // A device that verified its own number requests codes for others as fast as it can.
    const device = app.client({}, "device-of-the-loop");
    const first = await send(device, "081377770000");
    await verify(device, first.body.verificationId, await codeTo("081377770000"));
    const sends = isLong ? 10_000 : 300;
    await inParallel(sends, async (n) => {
      const client = n % 5 === 0 ? device : app.client(address(n % (isLong ? 500 : 60)));
      const channel = ["SMS", "VOICE", "WHATSAPP"][n % 3] as string;
      // Half of them from one block, half from blocks all over the country.
      const number =
        n % 2
          ? `08115555${String(n).padStart(6, "0")}`
          : `08${12 + (n % 80)}${String((n * 7_919) % 1_000_000).padStart(6, "0")}${String(n).padStart(4, "0").slice(-4)}`;
      await (client === device ? sendFree : send)(client, number, channel);
    });
    const sent = await database
      .selectFrom("verification_challenge")
      .select((row) => [row.fn.sum<string>("priceRupiah").as("rupiah"), row.fn.countAll<string>().as("count")])
      .executeTakeFirstOrThrow();
    const delivered = await database
      .selectFrom("sandbox_message")
      .select((row) => row.fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(delivered.count)).toBe(Number(sent.count));
    expect(Number(sent.rupiah)).toBeLessThanOrEqual(shareRupiah);
    // The money is the limit: the rest does not pay for another call.
    expect(Number(sent.rupiah)).toBeGreaterThan(shareRupiah - 900);
    expect(Number(delivered.count)).toBeLessThan(sends / 2);
  }, 1_800_000);
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
        .orderBy("triedAt", "desc")
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
      { numRuns: isLong ? 300 : 10 },
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
    // Stopped by the guesses, not because no code could be sent.
    expect(numbers).toBeGreaterThan(guessed / 5);
    const honest = app.client(address(700));
    const { body } = await send(honest, "08571239876");
    expect((await verify(honest, body.verificationId, await codeTo("08571239876"))).status).toBe(200);
  }, 1_800_000);

  it("of a stranger lock neither the known device nor the login of the person he attacks", async () => {
    const app = await testApp();
    const { send, verify, codeTo } = attackerOf(app);
    const victim = app.client({}, "device-of-the-victim");
    const number = "081234567890";
    const first = await send(victim, number);
    await verify(victim, first.body.verificationId, await codeTo(number));
    app.clock.advance(60_000);
    const attacker = app.client({}, "device-of-the-attacker");
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
