/**
 * Resold numbers: after long inactivity a code on an unknown device does not open the account, and the number is
 * released only without an objection.
 */
import { describe, expect, it } from "vitest";
import { ownerOfNumber } from "#features/account/verification/server/index.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { loggingIn } from "#tests/support/logging-in.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { enter, askCode, codeTo, nextNumber, givePassword } = loggingIn(app);
const [hour, day] = [3_600_000, 86_400_000];
const person = sandboxPersons.find(({ outcome }) => outcome === "APPROVED")!;
const nikEnding = person.nik.slice(-4);
const onDevice = (token: string) => app.client({}, token);

/** An account with a verified identity that was inactive for this many days. */
async function silent(days: number, hasIdentity = true) {
  const number = nextNumber();
  const { userId } = (await enter(onDevice("device-of-owner"), number)).body;
  if (hasIdentity) {
    const client = await app.loggedIn(userId);
    const { fullName, nik, birthPlace, birthDate, sex } = person;
    await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  }
  clock.advance(days * day);
  return { number, userId: userId as string };
}
/** Proves the number on an unknown device by the login that is refused. */
async function stranger(
  number: string,
  token = "device-of-stranger",
): Promise<{ client: TestClient; verificationId: string }> {
  clock.advance(61_000);
  const client = onDevice(token);
  const verificationId = await askCode(client, number);
  const code = await codeTo(number);
  const refused = await client.post("/api/v2/user/union/login", { mobileNumber: number, verificationId, code });
  expect([refused.status, refused.body.status.code]).toEqual([409, "ACCOUNT_CONFIRM_NEEDED"]);
  return { client, verificationId };
}
const confirm = (client: TestClient, verificationId: string, said: object = {}) =>
  client.post("/api/session/confirm", { verificationId, birthDate: person.birthDate, nikEnding, ...said });

describe("a code login", () => {
  it("is confirmed after 90 days of silence on an unknown device, and never on a known one or before", async () => {
    const { number } = await silent(89);
    expect((await enter(onDevice("device-of-other"), number)).status).toBe(200);
    clock.advance(91 * day);
    expect((await enter(onDevice("device-of-owner"), number)).status).toBe(200);
    clock.advance(91 * day);
    await stranger(number);
  });

  it("says nothing of the account, and opens it by birth date and the end of the NIK", async () => {
    const { number, userId } = await silent(91);
    const { client, verificationId } = await stranger(number);
    expect((await client.get("/api/identity")).status).toBe(401);
    const shown = await client.get("/api/session/confirm");
    expect(shown.body).toEqual({ verificationId, releaseAt: null });
    for (const secret of [userId, person.fullName, person.nik]) expect(shown.text).not.toContain(secret);
    const wrong = await confirm(client, verificationId, { nikEnding: "0000" });
    expect([wrong.status, wrong.body.status.code]).toEqual([422, "CONFIRM_WRONG"]);
    expect((await confirm(client, verificationId)).body).toEqual({ userId, isNew: false });
    expect((await client.get("/api/identity")).status).toBe(200);
    // The device is known from now on.
    clock.advance(91 * day);
    expect((await enter(onDevice("device-of-stranger"), number)).status).toBe(200);
  });

  it("has three tries a day, whoever tries", async () => {
    const { number } = await silent(91);
    const tries = [await stranger(number, "device-of-one"), await stranger(number, "device-of-two")];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const { client, verificationId } = tries[index % 2]!;
        return confirm(client, verificationId, { birthDate: "1990-01-01" });
      }),
    );
    expect(answers.filter(({ body }) => body.status.code === "CONFIRM_WRONG")).toHaveLength(3);
    const { client, verificationId } = tries[0]!;
    expect((await confirm(client, verificationId)).body.status.code).toBe("RATE_LIMITED");
  });

  it("that needs no confirmation has none: a number in use, a new one, and one that nobody proved", async () => {
    const { number } = await silent(0);
    for (const mobileNumber of [number, nextNumber()]) {
      clock.advance(61_000);
      const client = onDevice("device-of-nobody");
      const verificationId = await askCode(client, mobileNumber);
      expect((await client.get("/api/session/confirm")).body.status.code).toBe("VERIFICATION_NEEDED");
      await client.post("/api/mobile/verifyVerificationCode", { verificationId, code: await codeTo(mobileNumber) });
      for (const answer of [
        await client.get("/api/session/confirm"),
        await confirm(client, verificationId),
        await client.post("/api/session/confirm/new-number", { verificationId }),
      ])
        expect([answer.status, answer.body.status.code]).toEqual([409, "CONFIRM_NOT_NEEDED"]);
    }
  });

  it("by password is one of the owner's", async () => {
    const { number, userId } = await silent(0);
    const owner = onDevice("device-of-owner");
    clock.advance(61_000);
    await enter(owner, number);
    await givePassword(owner, number);
    clock.advance(91 * day);
    const entered = await onDevice("device-of-new").post("/api/v2/user/union/login", {
      mobileNumber: number,
      password: "Garam&Laut7",
    });
    expect(entered.body).toMatchObject({ userId });
  });
});

describe("a number that is new to who has it", () => {
  const disown = ({ client, verificationId }: Awaited<ReturnType<typeof stranger>>) =>
    client.post("/api/session/confirm/new-number", { verificationId });

  it("is set free after 72 hours, to the moment; then it registers anew", async () => {
    const { number, userId } = await silent(91);
    const at = await stranger(number);
    const { releaseAt } = (await disown(at)).body;
    expect(new Date(releaseAt).getTime() - clock.now().getTime()).toBe(72 * hour);
    clock.advance(72 * hour - 1_000);
    await app.settle();
    expect(await ownerOfNumber(services, database, number)).toBe(userId);
    clock.advance(61_000);
    await app.settle();
    expect(await ownerOfNumber(services, database, number)).toBeNull();
    expect((await enter(app.client(), number)).body.isNew).toBe(true);
  });

  it("stays where its owner objects: by a login, or from the notice", async () => {
    const { number, userId } = await silent(91);
    const at = await stranger(number);
    await disown(at);
    await app.settle();
    // The holder of the number receives nothing of the account.
    const messages = await services.outside.sandbox!.messages.list({ to: number });
    expect(messages.filter(({ text }) => text.includes("/not-me"))).toEqual([]);
    clock.advance(hour);
    await enter(onDevice("device-of-owner"), number);
    clock.advance(80 * hour);
    await app.settle();
    expect(await ownerOfNumber(services, database, number)).toBe(userId);
    const events = await database
      .selectFrom("security_event")
      .select("kind")
      .where("borrowerId", "=", userId)
      .execute();
    expect(events.map(({ kind }) => kind)).toContain("NUMBER_DISOWNED");
  });

  it("is free at once where no identity is behind it; said twice it is one request", async () => {
    const empty = await silent(91, false);
    expect((await disown(await stranger(empty.number))).body).toEqual({ releaseAt: null });
    expect(await ownerOfNumber(services, database, empty.number)).toBeNull();
    const { number } = await silent(91);
    const first = await disown(await stranger(number));
    clock.advance(hour);
    const again = await stranger(number);
    expect((await again.client.get("/api/session/confirm")).body.releaseAt).toBe(first.body.releaseAt);
    expect((await disown(again)).body).toEqual(first.body);
  });
});
