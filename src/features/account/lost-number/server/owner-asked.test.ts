/** A login during a recovery on a device known before it: its owner is asked to confirm. // Spec account 14 */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { losingNumber } from "#tests/support/losing-number.ts";

const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
const { clock } = app;
const { database } = app.services;
const { numberNow, toldAt, visitor, account, way, rowOf, decided } = await losingNumber(app);
const { enter } = loggingIn(app);
const hour = 3_600_000;

it("A login on a device that was known before the recovery asks its owner: yes ends it and tells the new number, no freezes, silence freezes when it would take effect", async () => {
  const statusOf = async (borrowerId: string) =>
    (
      await database
        .selectFrom("borrower")
        .select("status")
        .where("borrowerId", "=", borrowerId)
        .executeTakeFirstOrThrow()
    ).status;
  for (const answer of ["yes", "no", "none"] as const) {
    const known = await account();
    const phone = visitor();
    expect((await enter(phone, known.mobileNumber)).status).toBe(200);
    clock.advance(61_000);
    const { requestId, newNumber } = await way(known);
    await app.settle();
    await decided(requestId);
    clock.advance(61_000);
    expect((await enter(phone, known.mobileNumber)).status).toBe(200);
    clock.advance(61_000);
    await app.settle();
    expect(await statusOf(known.borrowerId)).toBe("ACTIVE");
    const { asked } = (await phone.get("/api/lost-number/asked")).body;
    expect(asked).toMatchObject({ askedAt: expect.any(String), effectiveFrom: expect.any(String) });
    if (answer === "yes") {
      const told = (await toldAt(newNumber)).length;
      expect((await phone.post("/api/lost-number/asked", { isMine: true })).body).toEqual({ isFrozen: false });
      await app.settle();
      const messages = await toldAt(newNumber);
      expect([messages.length, messages[0]]).toEqual([told + 1, expect.stringContaining("dihentikan")]);
      const again = await phone.post("/api/lost-number/asked", { isMine: true });
      expect([again.status, again.body.status.code]).toEqual([404, "RECOVERY_UNKNOWN"]);
      clock.advance(100 * hour);
      await app.settle();
      expect((await toldAt(newNumber)).length).toBe(told + 1);
      expect(await statusOf(known.borrowerId)).toBe("ACTIVE");
    } else if (answer === "no") {
      expect((await phone.post("/api/lost-number/asked", { isMine: "false" })).body).toEqual({ isFrozen: true });
      expect(await statusOf(known.borrowerId)).toBe("BLOCKED");
    } else {
      clock.advance(73 * hour);
      await app.settle();
      expect(await statusOf(known.borrowerId)).toBe("BLOCKED");
    }
    expect((await rowOf(requestId)).state).toBe("STOPPED");
    expect(await numberNow(known.borrowerId)).toBe(known.mobileNumber);
  }
});
