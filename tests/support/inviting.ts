/** Friends who are invited, as people do it: who invites, who registers by the code, what is announced of them. For one test file and its app. */
import { expect } from "vitest";
import { identityVerified } from "#features/account/identity/server/index.ts";
import { loanActivated } from "#features/credit/disbursement/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import type { TestApp, TestClient } from "./app.ts";
import { campaignsOf } from "./campaigns.ts";
import { loggingIn } from "./logging-in.ts";

const day = 86_400_000;
let places = 0;
let cards = 0;

export interface Inviter {
  borrowerId: string;
  client: TestClient;
  code: string;
}
interface FriendOptions {
  code: string;
  address?: string;
  device?: string;
  /** False where the test settles after further friends. */
  settles?: false;
}

/** The app trusts one hop: `TRUSTED_HOPS: "1"`. */
export function inviting(app: TestApp) {
  const { services, clock } = app;
  const { database, random } = services;
  const { borrower, fresh, campaignId } = campaignsOf(app);
  const { enter, nextNumber } = loggingIn(app);

  async function inviter(): Promise<Inviter> {
    const made = await borrower();
    const { body } = await made.client.get("/api/invitation");
    return { ...made, code: body.code };
  }

  /** A friend who registers as people do; each from a network and with a device of its own unless said otherwise. */
  async function friend({
    code,
    address = `10.${Math.floor(++places / 200)}.${places % 200}.7`,
    device,
    settles,
  }: FriendOptions) {
    const client = app.client({ "X-Forwarded-For": address }, device);
    const mobileNumber = nextNumber();
    const { body } = await enter(client, mobileNumber, { invitationCode: code });
    if (settles !== false) await app.settle();
    return { borrowerId: body.userId as string, client, mobileNumber };
  }

  /** As the card and the face check leave a borrower, and what is announced of it. */
  async function verify(
    friendId: string,
    nik = `317102150391${String(1_000 + ++cards)}`,
    settles?: false,
  ): Promise<void> {
    const client = await fresh(friendId);
    const card = { fullName: "BUDI SANTOSO", nik, birthPlace: "JAKARTA", birthDate: "1991-03-15", sex: "MALE" };
    expect((await client.post("/api/identity", card)).status).toBe(200);
    await database
      .updateTable("identity")
      .set({ faceVerifiedAt: clock.now() })
      .where("borrowerId", "=", friendId)
      .execute();
    await announce(identityVerified, { id: `verified_${friendId}`, borrowerId: friendId }, settles);
  }

  async function announce(
    event: unknown,
    data: Record<string, unknown> & { id: string },
    settles?: false,
  ): Promise<void> {
    await transact(database, (trx) =>
      services.events.announce(trx, event as never, { at: clock.now(), ...data } as never),
    );
    if (settles !== false) await app.settle();
  }

  const caseOf = (borrowerId: string) =>
    database
      .selectFrom("review_case")
      .selectAll()
      .where("borrowerId", "=", borrowerId)
      .where("kind", "=", "invitation_reward")
      .orderBy("openedAt", "desc")
      .executeTakeFirst();

  /** A person of the staff decides about what is held of an inviter. */
  async function decide(borrowerId: string, decision: "APPROVE" | "REJECT"): Promise<void> {
    const found = await caseOf(borrowerId);
    const staff = await app.staff(random.uuid(), ["underwriter"]);
    const path = `/api/staff/reviews/${found!.id}`;
    expect((await staff.post(`${path}/claim`, {})).status).toBe(200);
    const sent = await staff.post(
      `${path}/proposal`,
      { decision, note: "Dilihat.", ...(decision === "REJECT" ? { reasonCode: "SAME_HANDS" } : {}) },
      { "Idempotency-Key": random.uuid() },
    );
    expect([sent.status, sent.text]).toEqual([200, expect.anything()]);
    await app.settle();
  }

  /** These have logged in on one device, now. */
  async function shareDevice(...borrowerIds: string[]): Promise<void> {
    const index = services.keys.blindIndex("device", random.uuid());
    for (const borrowerId of borrowerIds)
      await database
        .insertInto("login_device")
        .values({ borrowerId, deviceIndex: index, knownSince: clock.now(), lastLoginAt: clock.now() })
        .execute();
  }

  return {
    borrower,
    fresh,
    enter,
    inviter,
    friend,
    verify,
    announce,
    caseOf,
    decide,
    shareDevice,
    inviteId: () => campaignId("invite-friends"),
    async paidOut(friendId: string, loanId = random.uuid()): Promise<string> {
      await announce(loanActivated, {
        id: `activated_${loanId}`,
        borrowerId: friendId,
        loanId,
        transferId: random.uuid(),
      });
      return loanId;
    },
    async later(days: number): Promise<void> {
      clock.advance(days * day);
      await app.settle();
    },
    friendsOf: async (borrowerId: string) =>
      (await (await fresh(borrowerId)).get("/api/invitation/friends")).body.items,
    wallet: (borrowerId: string) => availableOf(database, account("WALLET", borrowerId)),
    couponsOf: async (borrowerId: string) =>
      (await database.selectFrom("coupon").select("id").where("borrowerId", "=", borrowerId).execute()).length,
    awardsOf: async (borrowerId: string) =>
      database
        .selectFrom("campaign_award")
        .select(["state", "prizeKey"])
        .where("borrowerId", "=", borrowerId)
        .where("campaignId", "=", await campaignId("invite-friends"))
        .orderBy("prizeKey")
        .execute(),
  };
}
