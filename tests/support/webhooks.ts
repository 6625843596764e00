/** Endpoints as two of the staff make them. */
import { writeWebhookEvent } from "#features/operations/webhook/server/outbox.ts";
import { webhookTypes } from "#features/operations/webhook/contract.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { TestApp, TestClient } from "./app.ts";
import type { Limit } from "./limited-calls.ts";

export const webhookReason = "The lender's backend was agreed on.";

export function webhookStaff(app: TestApp) {
  // A new login each time: sessions end while tests move the clock.
  const as = (number: 1 | 2) => app.staff(`0190c300-0000-7000-8000-00000000000${number}`, ["admin"]);
  const maker: Pick<TestClient, "get" | "post"> = {
    get: async (...input) => (await as(1)).get(...input),
    post: async (...input) => (await as(1)).post(...input),
  };
  const checker: Pick<TestClient, "get" | "post"> = {
    get: async (...input) => (await as(2)).get(...input),
    post: async (...input) => (await as(2)).post(...input),
  };
  const key = () => ({ "Idempotency-Key": app.services.random.uuid() });
  const confirm = async (proposalId: string): Promise<void> => {
    const said = await checker.post(`/api/staff/checks/${proposalId}/check`, { approve: true }, key());
    if (said.status !== 200) throw new Error(`The check answers ${said.status}: ${said.text}`);
  };
  return {
    maker,
    checker,
    key,
    confirm,
    propose: (body: object) =>
      maker.post(
        "/api/staff/webhooks/endpoints",
        { brand: "tunai", types: webhookTypes, reason: webhookReason, ...body },
        key(),
      ),
    change: (endpointId: string, body: object) =>
      maker.post(`/api/staff/webhooks/endpoints/${endpointId}`, { reason: webhookReason, ...body }, key()),
    /** An endpoint in use, with its secret. */
    async endpoint(
      url: string,
      types: readonly string[] = webhookTypes,
    ): Promise<{ endpointId: string; secret: string }> {
      const made = await maker.post(
        "/api/staff/webhooks/endpoints",
        { brand: "tunai", url, types, reason: webhookReason },
        key(),
      );
      if (made.status !== 200) throw new Error(`Proposing answers ${made.status}: ${made.text}`);
      await confirm(made.body.proposalId);
      const { endpointId } = made.body;
      const shown = await maker.post(`/api/staff/webhooks/endpoints/${endpointId}/secret`, {});
      return { endpointId, secret: shown.body.secret };
    },
    /** An access key of the first brand, as two people make it and one is shown it. */
    async accessKey(
      scopes: readonly string[] = ["events:read", "loans:read"],
      brand = "tunai",
    ): Promise<{ keyId: string; key: string }> {
      const made = await maker.post(
        "/api/staff/access-keys",
        { brand, name: "Bookkeeping", scopes, reason: webhookReason },
        key(),
      );
      await confirm(made.body.proposalId);
      const { keyId } = made.body;
      return { keyId, key: (await maker.post(`/api/staff/access-keys/${keyId}/show`, {})).body.key };
    },
    deliveries: async (query = "") => (await maker.get(`/api/staff/webhooks/deliveries?limit=100${query}`)).body.items,
  };
}

/** The limit of an access key, hit by two of them. */
export const accessKeyLimit = (app: TestApp): Limit => ({
  key: "access-key:",
  max: 600,
  seconds: 60,
  async askers() {
    const lender = webhookStaff(app);
    const [one, other] = [await lender.accessKey(), await lender.accessKey()];
    const ask = (key: string) => () => app.client().get("/api/partner/events", { Authorization: `Bearer ${key}` });
    return [ask(one.key), ask(other.key)];
  },
});

/** Writes an event of a loan, as its domain would. */
export const writeLoanEvent = (
  services: Services,
  trx: Transaction,
  {
    type = "loan.submitted",
    loanId = services.random.uuid(),
    sourceId = services.random.uuid(),
  }: { type?: "loan.submitted" | "loan.approved"; loanId?: string; sourceId?: string } = {},
): Promise<void> =>
  writeWebhookEvent(services, trx, {
    type,
    source: { name: type, id: sourceId },
    brand: "tunai",
    borrowerId: services.random.uuid(),
    loanId,
    at: services.clock.now(),
    data: {
      loanId,
      loanNumber: "T-1",
      borrowerRef: "bor_x",
      state: "SUBMITTED",
      productKey: "standard",
      principalRupiah: 1_000_000,
      tenorDays: 90,
    },
  });
