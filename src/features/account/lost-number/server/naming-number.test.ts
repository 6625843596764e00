/**
 * The new number in a lost-number request: its screen, its reservation for a former owner, and changes while the
 * request is being sent.
 */
import { expect, it } from "vitest";
import { requestOfWeb } from "#server/http/exchange.ts";
import { setBorrowerStatus } from "#features/account/login/server/index.ts";
import { numberOf, reserveFormer, claimNumber } from "#features/account/verification/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { pagesOfSources } from "#tests/support/drawn-screens.ts";
import { losingNumber } from "#tests/support/losing-number.ts";
import { lostNumberWaitHours } from "../contract.ts";
import { showProof } from "./steps.ts";

const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
const { visitor, person, account, way, submit, decided, rowOf, caseOf, picture, nextNumber, start, at } =
  await losingNumber(app);
const { services, clock } = app;
const origin = "http://localhost:3000";

it("The screen shows why a number could not be written to, and no page of the code that went to the number before it.", async () => {
  const pages = pagesOfSources(app);
  const [client, other] = [visitor(), visitor()];
  const begun = async (by: TestClient): Promise<string> =>
    (await start(by, { ...person(), mobileNumber: nextNumber() })).body.requestId;
  const [busy, free] = [nextNumber(), nextNumber()];
  // A code was just sent to it for another browser.
  expect((await other.post(at(await begun(other), "new-number"), { mobileNumber: busy })).status).toBe(200);
  const address = `/lost-number?request=${await begun(client)}`;
  const open = (form?: Record<string, string>) => {
    const cookies = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const posted = form && { method: "POST", headers: { Origin: origin }, body: new URLSearchParams(form) };
    return pages(requestOfWeb(new Request(origin + address, posted)), app.caller({ Cookie: cookies }), undefined);
  };
  const name = (mobileNumber: string) => open({ intent: "name", mobileNumber, channel: "SMS" });
  expect((await name(free)).status).toBe(303);
  expect((await open()).body).toContain('name="code"');
  // Requested twice: the answer is the code that was sent.
  expect((await name(`+62 ${free.slice(1)}`)).status).toBe(303);
  const refused = await name(busy);
  expect(refused.status).toBe(429);
  expect(refused.body).toContain("Terlalu banyak percobaan");
  const later = (await open()).body;
  expect(later).toContain('name="mobileNumber"');
  expect(later).not.toContain('name="code"');
});

it("A number that is kept for its former owner is nobody else's new one.", async () => {
  const former = await account();
  const stored = (await numberOf(services, services.database, former.borrowerId))!;
  await transact(services.database, async (trx) => {
    await claimNumber(services, trx, former.borrowerId, nextNumber());
    const until = new Date(clock.now().getTime() + 86_400_000);
    await reserveFormer(services, trx, former.borrowerId, stored, { until, contestEventId: services.random.uuid() });
  });
  await expect(way({ ...person(), mobileNumber: nextNumber() }, stored)).rejects.toThrow("NUMBER_TAKEN");
});

it("A proof that arrives while the request is sent in comes too late by the order of the steps.", async () => {
  const about = await account();
  const { client, requestId } = await way(about, nextNumber(), "PROOF");
  const bytes = await picture();
  const { sessionId } = await services.database
    .selectFrom("lost_number_request")
    .select("sessionId")
    .where("id", "=", requestId)
    .executeTakeFirstOrThrow();
  class SentMeanwhile extends File {
    override async arrayBuffer(): Promise<ArrayBuffer> {
      expect((await submit(client, requestId)).status).toBe(200);
      await app.settle();
      return super.arrayBuffer();
    }
  }
  const photo = new SentMeanwhile([new Uint8Array(bytes)], "proof.jpg", { type: "image/jpeg" });
  await expect(showProof(services, { id: requestId, sessionId }, { photo })).rejects.toMatchObject({
    code: "STEP_ORDER",
  });
});

it("An approved recovery of an account that was closed by then gives it no number.", async () => {
  const about = await account();
  const { requestId, newNumber } = await way(about);
  await app.settle();
  await decided(requestId, { decision: "APPROVE" });
  expect((await rowOf(requestId)).state).toBe("APPROVED");
  await transact(services.database, (trx) => setBorrowerStatus(services, trx, about.borrowerId, "CLOSED"));
  clock.advance(lostNumberWaitHours * 3_600_000 + 1_000);
  await app.settle();
  expect((await rowOf(requestId)).state).toBe("STOPPED");
  expect(await numberOf(services, services.database, about.borrowerId)).not.toBe(newNumber);
});

it("A face that could not be compared for the moment is compared again, and only then the case opens.", async () => {
  const about = await account();
  const { faceCheck } = services.outside;
  services.outside.faceCheck = { adapter: "away", check: async () => ({ outcome: "UNAVAILABLE" }) };
  const { requestId } = await way(about);
  await app.settle();
  expect([(await rowOf(requestId)).checkedAt, await caseOf(requestId)]).toEqual([null, undefined]);
  services.outside.faceCheck = faceCheck;
  // The job comes again after some real seconds.
  for (let tries = 0; tries < 240 && (await rowOf(requestId)).checkedAt === null; tries++) await app.pass(15);
  expect((await rowOf(requestId)).checkedAt).not.toBeNull();
  expect((await caseOf(requestId))!.facts).toEqual({ face: "MATCH" });
});

it("A request that ended by its time or by its effect is shown as ended.", async () => {
  const client = visitor();
  const { requestId } = (await start(client, { ...person(), mobileNumber: nextNumber() })).body;
  const shown = async () => (await client.get(`/api/lost-number/${requestId}`)).body.state;
  const end = (state: string) =>
    services.database
      .updateTable("lost_number_request")
      .set({ state, expiresAt: null, closedAt: clock.now() })
      .where("id", "=", requestId)
      .execute();
  const seen = [await shown()];
  for (const state of ["EXPIRED", "DONE"]) {
    await end(state);
    seen.push(await shown());
  }
  expect(seen).toEqual(["STARTED", "ENDED", "ENDED"]);
});
