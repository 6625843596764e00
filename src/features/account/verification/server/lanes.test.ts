/** Limits of codes and mails that strangers can use up, and the owner's own allowance that they cannot. // Threat I2 */
import { describe, expect, it } from "vitest";
import { sandboxCaptchaAnswer } from "./index.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { ownNumberPurposes } from "../contract.ts";

const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
const { services, clock } = app;
const { agreements, codeTo, enter, nextNumber } = loggingIn(app);
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

let made = 0;
/** A client in its own network. */
const somebody = (device?: string): TestClient =>
  app.client({ "X-Forwarded-For": `10.9.${++made % 250}.${Math.floor(made / 250)}`, "Accept-Language": "en" }, device);

async function ask(client: TestClient, mobileNumber: string, purpose = "LOGIN") {
  const { captchaKey } = (await client.post("/api/user/generateCaptcha", {})).body;
  const captcha = await sandboxCaptchaAnswer(services, captchaKey);
  return client.post("/api/v2/mobile/sendVerification", { mobileNumber, purpose, channel: "SMS", captchaKey, captcha });
}
const askOwn = (client: TestClient, purpose: string) =>
  client.post("/api/mobile/sendVerificationWithoutCaptcha", { purpose, channel: "SMS" });
const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) =>
  status === 200 ? "SENT" : body.status?.code;

/** Strangers request codes for a number, for every purpose, until they are refused; returns how many were sent. */
async function exhaust(mobileNumber: string): Promise<number> {
  let sent = 0;
  for (let n = 0; n < 12; n++) {
    const answer = await ask(somebody(), mobileNumber, ["LOGIN", "UNFREEZE", "RECOVER_NUMBER"][n % 3]);
    if (answer.status === 200) sent++;
    else if (answer.body.status.code === "OTP_SEND_LIMIT") break;
    clock.advance(minute);
  }
  return sent;
}

describe("Strangers to a number", () => {
  it("are sent two codes an hour and four a day, all together; its owner gets the first code of every purpose at once, day after day", async () => {
    const number = nextNumber();
    const owner = somebody("owner-of-seven");
    await enter(owner, number, { rememberDevice: true });
    clock.advance(day);
    for (const purpose of ownNumberPurposes) {
      expect(await exhaust(number)).toBe(2);
      clock.advance(hour);
      expect(await exhaust(number)).toBe(2);
      const refused = await ask(somebody(), number);
      expect(refused.body.status.code).toBe("OTP_SEND_LIMIT");
      expect(refused.body.status.detail).toMatch(/^Too many codes were requested\. Try again in \d+ hours\.$/);
      // Also in the minute in which a stranger was refused, and next to another code of the owner.
      expect([purpose, codeOf(await askOwn(owner, purpose))]).toEqual([purpose, "SENT"]);
      expect(codeOf(await askOwn(owner, purpose))).toBe("OTP_TOO_MANY");
      const other = purpose === "CANCEL" ? "EMAIL" : "CANCEL";
      expect(codeOf(await askOwn(owner, other))).toBe("SENT");
      clock.advance(day);
    }
  });

  it("keep neither a known device from logging in, nor the owner of a frozen account from its release", async () => {
    const number = nextNumber();
    await enter(somebody("owner-who-logs-in"), number);
    clock.advance(2 * day);
    // A copied device id does not make a stranger's device known.
    expect((await enter(somebody("a-new-phone"), number)).status).toBe(200);
    await app.settle();
    const notices = await services.outside.sandbox!.messages.list({ to: number });
    const link = new URL(/https?:\S+\/not-me\?t=\S+/.exec(notices.map(({ text }) => text).join("\n"))![0]);
    clock.advance(day);
    await exhaust(number);
    clock.advance(hour);
    await exhaust(number);
    expect(codeOf(await ask(somebody("owner-who-logs-in"), number))).toBe("SENT");
    clock.advance(hour);
    const reader = somebody();
    reader.cookies.set("link", link.searchParams.get("t")!);
    expect((await reader.post("/api/security/contest", {})).status).toBe(200);
    expect(codeOf(await ask(somebody(), number, "UNFREEZE"))).toBe("OTP_SEND_LIMIT");
    expect(codeOf(await ask(reader, number, "UNFREEZE"))).toBe("SENT");
    clock.advance(minute);
    expect(codeOf(await ask(somebody("owner-who-logs-in"), number, "UNFREEZE"))).toBe("SENT");
    // The link belongs to the owner of this number only.
    const foreign = nextNumber();
    await exhaust(foreign);
    expect(codeOf(await ask(reader, foreign, "UNFREEZE"))).toBe("OTP_SEND_LIMIT");
  });

  it("are those too who are logged in to another account", async () => {
    const victim = nextNumber();
    const thief = somebody("thief");
    await enter(thief, nextNumber(), { rememberDevice: true });
    await enter(somebody("victim"), victim);
    clock.advance(day);
    const codes: unknown[] = [];
    for (let n = 0; n < 3; n++) {
      codes.push(codeOf(await ask(thief, victim, n % 2 ? "MERGE" : "NEW_NUMBER")));
      clock.advance(minute);
    }
    expect(codes).toEqual(["SENT", "SENT", "OTP_SEND_LIMIT"]);
    expect(codeOf(await ask(somebody("victim"), victim))).toBe("SENT");
  });
});

describe("A device's label", () => {
  it("opens nothing: with the right one of 3,000 the pre-check says the same, and is refused after a hundred", async () => {
    const number = nextNumber();
    const owner = somebody("labelled");
    await enter(owner, number, { rememberDevice: true });
    const label = owner.cookies.get("deviceToken")!;
    expect(label).toMatch(/^fake-\d{13}-[0-9a-f]{16}$/);
    expect(owner.cookies.get("device")).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
    const network = { "X-Forwarded-For": "10.77.1.1" };
    for (let n = 0; n < 3; n++) {
      await ask(app.client(network), nextNumber());
      clock.advance(1_000);
    }
    const check = (headers: Record<string, string>) =>
      app.client({ ...network, ...headers }).get(`/api/user/union/mobileNumberPreCheck?mobileNumber=${number}`);
    const [right, wrong] = [await check({ "Device-Token": label }), await check({ "Device-Token": "fake-1" })];
    expect([right.text, right.body.captchaRequired]).toEqual([wrong.text, true]);
    expect((await check({ Cookie: `device=${owner.cookies.get("device")}` })).body.captchaRequired).toBe(false);
    // With one changed bit of the signature, or from another device, it is not accepted.
    const forged = `${"A".repeat(22)}.${owner.cookies.get("device")!.split(".")[1]}`;
    expect((await check({ Cookie: `device=${forged}` })).body.captchaRequired).toBe(true);
    const codes = await Promise.all(
      Array.from({ length: 300 }, (_, n) => check({ "Device-Token": `fake-${1_795_000_000_000 + n}` })),
    );
    expect(codes.filter(({ status }) => status === 200)).toHaveLength(96);
    expect(codes.find(({ status }) => status === 429)?.body.status.code).toBe("RATE_LIMITED");
  });

  it("that was copied locks nobody: after 40 wrong passwords with it the owner logs in on the own device", async () => {
    const number = nextNumber();
    const owner = somebody("owner-with-password");
    await enter(owner, number, { rememberDevice: true });
    const password = "Garam&Laut7";
    const sent = await askOwn(owner, "SET_PASSWORD");
    const { verificationId } = sent.body;
    expect(
      (await owner.post("/api/account/password", { verificationId, code: await codeTo(number), password })).status,
    ).toBe(200);
    const label = owner.cookies.get("deviceToken")!;
    for (let n = 0; n < 40; n++) {
      const thief = app.client({ "X-Forwarded-For": `10.66.${n}.1`, "Device-Token": label });
      thief.cookies.set("deviceToken", label);
      expect(
        (await thief.post("/api/v2/user/union/login", { mobileNumber: number, password: "Salah&Salah1" })).status,
      ).not.toBe(200);
    }
    const again = somebody("owner-with-password");
    expect((await again.post("/api/v2/user/union/login", { mobileNumber: number, password })).status).toBe(200);
  });

  it("asks whoever has a resold number all the same; the signed cookie alone does not", async () => {
    const number = nextNumber();
    const owner = somebody("silent-owner");
    await enter(owner, number, { rememberDevice: true });
    clock.advance(91 * day);
    const label = owner.cookies.get("deviceToken")!;
    const login = async (client: TestClient) => {
      const { verificationId } = (await ask(client, number)).body;
      const code = await codeTo(number);
      return client.post("/api/v2/user/union/registerOrLogin", {
        mobileNumber: number,
        verificationId,
        code,
        agreements,
      });
    };
    const buyer = somebody();
    buyer.cookies.set("deviceToken", label);
    expect((await login(buyer)).body.status?.code).toBe("ACCOUNT_CONFIRM_NEEDED");
    clock.advance(hour);
    expect((await login(somebody("silent-owner"))).status).toBe(200);
  });
});
