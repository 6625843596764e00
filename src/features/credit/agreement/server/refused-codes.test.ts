/** The time limit for signing while codes for the signature are refused. // Threat I2 */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { signing, type Signer } from "#tests/support/signing.ts";
import { ownNumberPurposes } from "#features/account/verification/contract.ts";

const app = await testApp();
const { signer, shown, accept, code, sign, loanOf } = signing(app);
const [minute, hour] = [60_000, 3_600_000];
const ask = (who: Signer, purpose: string) =>
  who.client.post("/api/mobile/sendVerificationWithoutCaptcha", { purpose, channel: "SMS" });
/** Lets time pass and logs in again at its end. */
async function later(who: Signer, milliseconds: number): Promise<void> {
  app.clock.advance(milliseconds);
  who.client = await app.loggedIn(who.borrowerId);
}
/** As many codes as an hour allows, none of them for signing. */
async function useUp(who: Signer): Promise<void> {
  for (const purpose of ownNumberPurposes.filter((one) => one !== "STEP_UP_SIGN").slice(0, 5))
    expect([purpose, (await ask(who, purpose)).status]).toEqual([purpose, 200]);
}

it("Its end moves to two hours after a code can be had again; page and call say so, and the document stays the one that was accepted.", async () => {
  const who = await signer();
  const before = await shown(who);
  expect(before).toMatchObject({ deadlineMovedSeconds: 0, windowSeconds: 86_400 });
  await accept(who, before.hash);
  await later(who, 23.5 * hour);
  await useUp(who);
  const refused = await ask(who, "STEP_UP_SIGN");
  expect(refused.body.status).toMatchObject({ code: "OTP_SEND_LIMIT", data: { retryInSeconds: 3_600 } });
  const after = await shown(who);
  expect(after).toMatchObject({ hash: before.hash, deadlineMovedSeconds: 2.5 * 3_600, secondsLeft: 3 * 3_600 });
  // In the session of the first one, nothing ends.
  await later(who, 31 * minute);
  await app.settle();
  expect((await loanOf(who)).state).toBe("APPROVED");
  await later(who, 30 * minute);
  const signed = await sign(who, { hash: before.hash, ...(await code(who)) });
  expect([signed.status, (await loanOf(who)).state]).toEqual([200, "SIGNED"]);
});

it("It moves by 24 hours in all, however often codes are refused, and not at all for another purpose, a code that is there, or a loan that is over.", async () => {
  const who = await signer();
  const first = (await loanOf(who)).signDeadline!.getTime();
  const moved = async () => (await loanOf(who)).signDeadline!.getTime() - first;
  await later(who, 20 * hour);
  await useUp(who);
  expect((await ask(who, "EMAIL")).status).toBe(429);
  expect(await moved()).toBe(0);
  await later(who, hour);
  expect((await ask(who, "STEP_UP_SIGN")).status).toBe(200);
  expect((await ask(who, "STEP_UP_SIGN")).body.status.code).toBe("OTP_TOO_MANY");
  expect(await moved()).toBe(0);
  // The ten of the day are used up: the next one is sent in 23 hours.
  for (const purpose of ["CANCEL", "EMAIL", "OLD_NUMBER", "DATA_EXPORT"])
    expect([purpose, (await ask(who, purpose)).status]).toEqual([purpose, 200]);
  for (let n = 0; n < 3; n++) {
    await later(who, minute);
    expect((await ask(who, "STEP_UP_SIGN")).body.status.code).toBe("OTP_SEND_LIMIT");
  }
  expect(await moved()).toBeGreaterThan(20 * hour);
  for (let n = 0; n < 3; n++) {
    await later(who, 9 * hour);
    await ask(who, "STEP_UP_SIGN");
    expect(await moved()).toBeLessThanOrEqual(24 * hour);
  }
  await later(who, 24 * hour);
  await app.settle();
  expect((await loanOf(who)).state).toBe("CANCELLED");
  const ended = (await loanOf(who)).signDeadline;
  await useUp(who);
  expect((await ask(who, "STEP_UP_SIGN")).status).toBe(429);
  expect((await loanOf(who)).signDeadline).toEqual(ended);
});
