/** Borrowers in campaigns, for tests: each with a card of his own, and what he does. */
import { expect } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import type { TestApp, TestClient, TestResponse } from "./app.ts";

let numbers = 0;
let cards = 0;
const newCard = (): string => `317101150390${String(1_000 + ++cards).padStart(4, "0")}`;

export interface Taker {
  borrowerId: string;
  client: TestClient;
}

export function campaignsOf(app: TestApp) {
  const { services, clock } = app;
  const { database } = services;

  /** As the face check leaves a borrower. */
  async function verify(borrowerId: string, client: TestClient, nik = newCard()): Promise<void> {
    const card = { fullName: "SITI RAHAYU", nik, birthPlace: "JAKARTA", birthDate: "1990-03-15", sex: "MALE" };
    expect((await client.post("/api/identity", card)).status).toBe(200);
    await database
      .updateTable("identity")
      .set({ faceVerifiedAt: clock.now() })
      .where("borrowerId", "=", borrowerId)
      .execute();
  }

  async function borrower(isVerified = true, nik?: string): Promise<Taker> {
    const mobileNumber = `0815${String(10_000_000 + ++numbers)}`;
    const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
    const client = await app.loggedIn(borrowerId);
    if (isVerified) await verify(borrowerId, client, nik);
    return { borrowerId, client };
  }

  const act = (client: TestClient, activityId: string, what: string, body: object = {}, key?: string) =>
    client.post(`/api/activity/${activityId}/${what}`, body, key ? { "Idempotency-Key": key } : {});

  return {
    borrower,
    newCard,
    verify,
    act,
    see: async (client: TestClient, activityId: string) => (await client.get(`/api/activity/${activityId}`)).body,
    claim: (client: TestClient, activityId: string, prizeKey: string, more: object = {}) =>
      act(client, activityId, "claim", { prizeKey, ...more }, services.random.uuid()),
    codeOf: (answer: TestResponse): string | undefined => answer.body.status?.code,
    fresh: (borrowerId: string) => app.loggedIn(borrowerId),
    /** Until this hour of the next day in WIB, with all that is due. */
    async nextDay(hour = 9): Promise<void> {
      const day = addDays(dateInWib(clock.now()), 1);
      clock.advance(instantOf(day, "WIB", { hour }).getTime() - clock.now().getTime());
      await app.settle();
    },
    campaignId: async (activityId: string): Promise<string> =>
      (
        await database
          .selectFrom("campaign")
          .select("id")
          .where("activityId", "=", activityId)
          .executeTakeFirstOrThrow()
      ).id,
  };
}
