/** A kind of review for tests, and what staff do with its cases. What is decided is written into a table of the test's own. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import * as v from "valibot";
import { Refusal } from "#server/call/refusal.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import { transact } from "#server/database.server.ts";
import { decideProposal, withdrawProposal } from "#server/four-eyes/proposals.ts";
import type { Domain } from "#server/domain.ts";
import { openReview, reviews } from "#features/platform/review/server/index.ts";
import { defineReview } from "../../src/features/platform/review/server/kinds.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import type { TestApp, TestClient } from "./app.ts";

const text = (id: string) => ({ id, en: `${id} (en)`, zh: `${id}（中）` });
/** The code with which `carryOut` refuses; null lets it pass. */
export const refusing: { code: string | null } = { code: null };

/** Promises three days; a decision about a flagged one needs two people. */
export const nameChange = defineReview<{ isFlagged: boolean }>({
  kind: "test_name_change",
  text: text("Ganti nama"),
  promisedHours: 72,
  facts: v.object({ isFlagged: v.boolean() }),
  evidence: { max: 6, takesVideo: true, asks: { CARD: text("Foto KTP"), LETTER: text("Surat keterangan") } },
  pictures: {
    CARD: { text: text("KTP"), read: async () => ({ bytes: new Uint8Array([1, 2]), contentType: "image/jpeg" }) },
    SELFIE: { text: text("Selfie"), read: async () => null },
  },
  decisions: {
    reasons: { UNREADABLE: text("Foto tidak terbaca"), OTHER_PERSON: text("Orang lain") },
    consequences: { APPROVED: text("Namanya diganti"), REJECTED: text("Namanya tetap") },
  },
  twoPeople: ({ isFlagged }) => isFlagged,
  show: async (_services, _reader, { facts }) => [
    { label: text("Nama lama"), text: "Siti" },
    { label: text("Tanda risiko"), text: text(facts.isFlagged ? "Ada" : "Tidak ada"), isFlag: facts.isFlagged },
  ],
  async carryOut(_services, trx, { caseId }, { outcome, reason, deciderId }) {
    await sql`insert into test_decided (case_id, outcome, reason, decider_id) values (${caseId}, ${outcome}, ${reason}, ${deciderId})`.execute(
      trx,
    );
    if (refusing.code) throw new Refusal(refusing.code);
  },
});

/** Promises a day, and takes no photos. */
export const quick = defineReview<{ isFlagged: boolean }>({
  ...nameChange,
  kind: "test_quick",
  text: text("Cepat"),
  promisedHours: 24,
  evidence: { max: 0, asks: {} },
});

export const reviewDomain: Domain = { answersTo: [reviews.by([nameChange, quick])] };

export async function reviewsOf(app: TestApp) {
  const { services } = app;
  const { database, clock } = services;
  await sql`create table test_decided (case_id uuid not null, outcome text not null, reason text, decider_id text not null)`.execute(
    database,
  );
  /** A staff member with a new login for each request, because sessions end as time passes. */
  const person = (roles: StaffRole[] = ["underwriter"], staffId = randomUUID()) => ({
    staffId,
    client: (): Promise<TestClient> => app.staff(staffId, roles),
    session: (device = `device-of-${staffId}`): StaffSession => ({
      id: "s",
      staffId,
      name: "Ratna",
      roles,
      deviceToken: device,
      createdAt: clock.realNow(),
    }),
  });
  type Person = ReturnType<typeof person>;

  const opened = async (
    more: { isFlagged?: boolean; kind?: typeof nameChange; borrowerId?: string; subjectId?: string } = {},
  ) => {
    const { isFlagged = false, kind = nameChange, borrowerId = randomUUID(), subjectId = randomUUID() } = more;
    const caseId = await transact(database, (trx) =>
      openReview(services, trx, kind, { borrowerId, subjectId, facts: { isFlagged } }),
    );
    return { caseId, borrowerId, subjectId };
  };
  const post = async (who: Person, path: string, body: object = {}) =>
    (await who.client()).post(`/api/staff/reviews/${path}`, body, { "Idempotency-Key": randomUUID() });
  const decide = (who: Person, caseId: string, body: object = {}) =>
    post(who, `${caseId}/proposal`, { decision: "APPROVE", note: "Nama di KTP cocok.", ...body });
  const ask = (who: Person, caseId: string, asks = ["CARD"]) => post(who, `${caseId}/ask`, { asks });
  const check = (who: Person, proposalId: string, approve = true, device?: string) =>
    transact(database, (trx) => decideProposal(services, trx, who.session(device), { proposalId, approve }));
  const takeBack = (who: Person, proposalId: string) =>
    transact(database, (trx) => withdrawProposal(services, trx, who.session(), proposalId));
  const row = (caseId: string) =>
    database.selectFrom("review_case").selectAll().where("id", "=", caseId).executeTakeFirstOrThrow();
  const decided = async (caseId: string) =>
    (
      await sql<{
        outcome: string;
        reason: string | null;
        deciderId: string;
      }>`select outcome, reason, decider_id as "deciderId" from test_decided where case_id = ${caseId}`.execute(
        database,
      )
    ).rows;
  const announced = async (name: string, caseId: string) =>
    (await database.selectFrom("domain_event").select(["id", "data"]).where("name", "=", name).execute()).filter(
      ({ id }) => id.endsWith(caseId),
    );
  /** A photo like no other. */
  const photo = async (shade: number): Promise<Uint8Array> =>
    sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: { r: (shade * 12) % 256, g: 90, b: ((shade * 12) >> 8) * 40 },
      },
    })
      .jpeg()
      .toBuffer();
  return { person, opened, post, decide, ask, check, takeBack, row, decided, announced, photo };
}
