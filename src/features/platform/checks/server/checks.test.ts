/** Proposals over HTTP: who sees which, what a card shows, and the second person's decision. */
import * as v from "valibot";
import { expect, it } from "vitest";
import { Refusal } from "#server/call/refusal.ts";
import { transact } from "#server/database.server.ts";
import { defineProposal, proposals } from "#server/four-eyes/proposal-kind.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import { testApp } from "#tests/support/app.ts";

let refusing: string | null = null;
const stale = new Set<string>();
const kettle = defineProposal<{ cups: number }>({
  kind: "kettle.pour",
  text: { id: "Tuang", en: "Pour", zh: "倒水" },
  payload: v.object({ cups: v.number() }),
  permissions: { read: "content.edit", propose: "content.edit", check: "content.check" },
  subject: ({ subjectId }) => `the ${subjectId}`,
  consequences: () => ({
    ifConfirmed: { id: "Diseduh", en: "It is brewed", zh: "冲泡" },
    ifRefused: { id: "Tetap dingin", en: "It stays cold", zh: "保持冷" },
  }),
  subjectTo: ({ subjectId }) => (subjectId === "kettle-1" ? "/staff/contents" : null),
  show: async (_services, _reader, { payload }) => ({
    lines: [
      {
        kind: "TEXT",
        label: { id: "Cangkir", en: "Cups", zh: "杯数" },
        text: String(payload.cups),
        before: "1",
        isFlag: true,
      },
      { kind: "TEXT", label: { id: "Rasa", en: "Taste", zh: "口味" }, text: { id: "Manis", en: "Sweet", zh: "甜" } },
      { kind: "ID", label: { id: "Ketel", en: "Kettle", zh: "水壶" }, id: "k-1", to: "/staff/contents" },
      { kind: "ID", label: { id: "Gas", en: "Gas", zh: "燃气" }, id: "g-1" },
      { kind: "RUPIAH", label: { id: "Harga", en: "Price", zh: "价格" }, rupiah: 5_000 },
      { kind: "DATE", label: { id: "Hari", en: "Day", zh: "日期" }, date: "2026-11-20" as never },
      {
        kind: "DIFFERENCE",
        label: { id: "Beda", en: "Difference", zh: "差异" },
        parts: [{ kind: "ADDED", text: "x" }],
      },
    ],
    evidence: {
      items: [{ id: "k", name: { id: "Ketel", en: "Kettle", zh: "水壶" }, address: "/api/staff/kettle" }],
      permission: "content.check",
    },
    to: "/staff/contents/new",
  }),
  carryOut: async () => {
    if (refusing) throw new Refusal(refusing);
    return { cups: 1 };
  },
  isStale: async (_services, _reader, { subjectId }) => stale.has(subjectId),
  problems: {
    KETTLE_COLD: { status: 422, text: { id: "Ketelnya dingin.", en: "The kettle is cold.", zh: "水壶是凉的。" } },
  },
});
const app = await testApp({ domains: [{ answersTo: [proposals.by([kettle])] }] });
const { services } = app;
const [makerId, checkerId] = ["0190ab00-0000-7000-8000-000000000001", "0190ab00-0000-7000-8000-000000000002"];
const maker = await app.staff(makerId, ["content"]);
const checker = await app.staff(checkerId, ["content"]);
const finance = await app.staff("0190ab00-0000-7000-8000-000000000003", ["finance"]);
const auditor = await app.staff("0190ab00-0000-7000-8000-000000000004", ["auditor"]);
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const english = { "Accept-Language": "en" };
let subjects = 0;
const proposed = (subjectId = `kettle-${++subjects}`) =>
  transact(services.database, (trx) =>
    propose(
      services,
      trx,
      kettle,
      { makerId, makerDevice: null },
      { subjectId, payload: { cups: 2 }, reason: "Thirsty." },
    ),
  );
const check = async (proposalId: string, body: object, by = checker) =>
  by.post(`/api/staff/checks/${proposalId}/check`, body, { ...key(), ...english });

it("are listed to those who may see their kind, waiting and ended ones apart, with a card that says all in their language", async () => {
  const id = await proposed();
  const listed = (await checker.get("/api/staff/checks", english)).body;
  expect(listed.items).toMatchObject([
    {
      proposalId: id,
      kind: "kettle.pour",
      text: "Pour",
      subject: "the kettle-1",
      subjectTo: "/staff/contents",
      state: "OPEN",
      mayCheck: true,
      makerId,
    },
  ]);
  expect(listed.kinds).toContainEqual({ kind: "kettle.pour", text: "Pour" });
  expect((await checker.get("/api/staff/checks?kind=kettle")).body.items).toHaveLength(1);
  expect((await checker.get("/api/staff/checks?kind=content")).body.items).toEqual([]);
  expect((await finance.get("/api/staff/checks")).body.items).toEqual([]);
  expect((await finance.get(`/api/staff/checks/${id}`)).body.status.code).toBe("PROPOSAL_UNKNOWN");
  expect((await auditor.get(`/api/staff/checks/${id}`)).body.status.code).toBe("PROPOSAL_UNKNOWN");

  expect((await checker.get(`/api/staff/checks/${id}`, english)).body).toMatchObject({
    text: "Pour",
    reason: "Thirsty.",
    to: "/staff/contents/new",
    amountRupiah: null,
    mayCheck: true,
    mayTakeBack: false,
    consequences: { ifConfirmed: "It is brewed", ifRefused: "It stays cold" },
    evidence: [{ id: "k", name: "Kettle", address: "/api/staff/kettle", isVideo: false }],
    mayOpenEvidence: true,
    lines: [
      { label: "Cups", text: "2", before: "1", isFlag: true },
      { label: "Taste", text: "Sweet", before: null, isFlag: false },
      { label: "Kettle", id: "k-1", to: "/staff/contents" },
      { label: "Gas", id: "g-1", to: null },
      { label: "Price", rupiah: 5_000 },
      { label: "Day", date: "2026-11-20" },
      { label: "Difference", parts: [{ kind: "ADDED", text: "x" }] },
    ],
  });
  expect((await maker.get(`/api/staff/checks/${id}`)).body).toMatchObject({ mayCheck: false, mayTakeBack: true });
  await check(id, { approve: true });
  expect((await checker.get("/api/staff/checks")).body.items).toEqual([]);
  expect((await checker.get("/api/staff/checks?state=DONE")).body.items).toMatchObject([
    { proposalId: id, state: "CONFIRMED", checkerId },
  ]);
});

it("are confirmed once under their key; refusing needs a reason, which the maker reads", async () => {
  const [id, other] = [await proposed(), await proposed()];
  const once = key();
  const confirm = () => checker.post(`/api/staff/checks/${id}/check`, { approve: true }, once);
  expect([(await confirm()).body, (await confirm()).body]).toEqual([{ state: "CONFIRMED" }, { state: "CONFIRMED" }]);
  expect((await check(id, { approve: true })).body.status.code).toBe("PROPOSAL_CLOSED");
  expect((await check(other, { approve: false })).body.status.fields).toMatchObject([
    { path: "reason", code: "REQUIRED" },
  ]);
  expect((await check(other, { approve: false, reason: "Too hot." })).body).toEqual({ state: "REFUSED" });
  expect((await maker.get(`/api/staff/checks/${other}`)).body).toMatchObject({
    state: "REFUSED",
    checkReason: "Too hot.",
  });
  expect((await check(services.random.uuid(), { approve: true })).body.status.code).toBe("PROPOSAL_UNKNOWN");
});

it("are checked by two people with the permission of the kind, and taken back by the maker", async () => {
  const id = await proposed();
  expect((await check(id, { approve: true }, maker)).body.status.code).toBe("MAKER_IS_CHECKER");
  expect((await check(id, { approve: true }, finance)).body.status.code).toBe("NOT_ALLOWED");
  const back = async (by: typeof maker) => (await by.post(`/api/staff/checks/${id}/taking-back`, {}, key())).body;
  expect((await back(checker)).status.code).toBe("PROPOSAL_NOT_YOURS");
  expect(await back(maker)).toEqual({ state: "TAKEN_BACK" });
  expect((await back(maker)).status.code).toBe("PROPOSAL_CLOSED");
});

it("say in the reader's language why they cannot be carried out, by a code of the kind's", async () => {
  const id = await proposed("cold");
  refusing = "KETTLE_COLD";
  const refused = await check(id, { approve: true });
  expect([refused.status, refused.body.status]).toMatchObject([
    409,
    { code: "CANNOT_CARRY_OUT", detail: "The kettle is cold.", data: { code: "KETTLE_COLD" } },
  ]);
  refusing = null;
  stale.add("cold");
  expect((await check(id, { approve: true })).body.status.code).toBe("PROPOSAL_STALE");
  await app.settle();
  expect((await checker.get(`/api/staff/checks/${id}`)).body).toMatchObject({ state: "STALE", mayRefuse: false });
  expect((await check(id, { approve: false, reason: "x" })).body.status.code).toBe("PROPOSAL_STALE");
});
