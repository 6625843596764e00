/** Access keys of lenders' systems: created by two people, shown once, revoked; and the data they can read. */
import { beforeAll, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { repaying } from "#tests/support/repaying.ts";
import { webhookReason, webhookStaff } from "#tests/support/webhooks.ts";

const app = await testApp();
const { services } = app;
const staff = webhookStaff(app);
const { running, pay } = repaying(app);
let loanId = "";

beforeAll(async () => {
  const loan = await running();
  await pay(loan, loan.client, "ALL", "key-1");
  await app.settle();
  loanId = loan.loanId;
});

const propose = (body: object = {}) =>
  staff.maker.post(
    "/api/staff/access-keys",
    { brand: "tunai", name: "Bookkeeping", scopes: ["events:read", "loans:read"], reason: webhookReason, ...body },
    staff.key(),
  );
const read = (path: string, key?: string) =>
  app.client().get(`/api/partner/${path}`, key === undefined ? {} : { Authorization: `Bearer ${key}` });
const code = ({ body }: { body: { status?: { code: string } } }) => body.status?.code;

it("A key exists once another person has confirmed it, is shown once, and opens nothing after it was revoked.", async () => {
  const proposed = await propose();
  const { keyId, proposalId } = proposed.body;
  const show = () => staff.maker.post(`/api/staff/access-keys/${keyId}/show`, {});
  expect(code(await show())).toBe("KEY_UNKNOWN");
  await staff.confirm(proposalId);
  const { key } = (await show()).body;
  expect(key).toMatch(/^tak_[\w-]{43}$/);
  expect(code(await show())).toBe("KEY_SHOWN");
  expect((await read("events", key)).status).toBe(200);
  const [row] = (await staff.maker.get("/api/staff/access-keys?limit=100")).body.items;
  expect(row).toMatchObject({ keyId, state: "ACTIVE", lastUsedOn: expect.any(String), proposalId: null });

  const revoke = (id = keyId) =>
    staff.maker.post(`/api/staff/access-keys/${id}/revocation`, { reason: webhookReason }, staff.key());
  expect(code(await revoke("01900000-0000-7000-8000-00000000f1a0"))).toBe("KEY_UNKNOWN");
  const ending = await revoke();
  expect(code(await revoke())).toBe("PROPOSAL_OPEN");
  expect((await read("events", key)).status).toBe(200);
  await staff.confirm(ending.body.proposalId);
  expect(code(await read("events", key))).toBe("KEY_INVALID");
  expect(code(await revoke())).toBe("KEY_REVOKED");
  expect(code(await show())).toBe("KEY_REVOKED");
  expect(code(await propose({ brand: "nowhere" }))).toBe("BRAND_UNKNOWN");
});

it("The events of the brand come in order, each once, page by page, and no borrower stands in them.", async () => {
  const { key } = await staff.accessKey();
  const all = (await read("events", key)).body;
  expect(all.items.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(["loan.disbursed", "payment.received", "loan.paid_off"]),
  );
  const paged: unknown[] = [];
  let after: string | null = null;
  for (let hasMore = true; hasMore;) {
    const { body } = await read(`events?limit=2${after === null ? "" : `&after=${after}`}`, key);
    paged.push(...body.items);
    ({ after, hasMore } = body);
  }
  expect(paged).toEqual(all.items);
  const nothingNew = (await read(`events?after=${after}`, key)).body;
  expect(nothingNew).toEqual({ items: [], after, hasMore: false });
  expect(code(await read("events?after=bm9uZQ", key))).toBe("INPUT_INVALID");
});

it("A loan is read as it stands now; one of another brand, or of none, is unknown.", async () => {
  const { key } = await staff.accessKey();
  const loan = (await read(`loans/${loanId}`, key)).body;
  expect(loan).toMatchObject({
    loanId,
    state: "PAID_OFF",
    borrowerRef: expect.stringMatching(/^bor_/),
    balance: { payoffRupiah: 0, dueNowRupiah: 0, daysPastDue: 0, nextDueOn: null },
  });
  expect(code(await read(`loans/${services.random.uuid()}`, key))).toBe("LOAN_UNKNOWN");
  const [other] = services.brands.filter(({ id }) => id !== "tunai");
  const foreign = await staff.accessKey(undefined, other!.id);
  expect(code(await read(`loans/${loanId}`, foreign.key))).toBe("LOAN_UNKNOWN");
  expect((await read("events", foreign.key)).body.items).toEqual([]);
});

it("Without a key, with a wrong one or one for something else nothing is read.", async () => {
  const { key } = await staff.accessKey(["loans:read"]);
  expect(code(await read("events", key))).toBe("KEY_SCOPE_MISSING");
  expect(code(await read("events"))).toBe("KEY_INVALID");
  expect(code(await read("events", `tak_${"A".repeat(43)}`))).toBe("KEY_INVALID");
});
