import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { approvedLoan, ripeBorrower } from "#tests/support/approved-loan.ts";
import { SignatureFailed, type SignOrder } from "#server/outside/signature/port.ts";
import type { Services } from "#server/services.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { agreementOf } from "./index.ts";
import { runSealing } from "./sealing.ts";

it("A document whose signer is not done, does not answer or signs something else stays unsealed and unpaid, and is sealed later under the same order.", async () => {
  const app = await testApp();
  const { services } = app;
  const { database } = services;
  const borrower = await ripeBorrower(app);
  const { borrowerId } = borrower;
  const client = await app.loggedIn(borrowerId);
  const loan = await approvedLoan(app, borrower);
  const { signature } = services.outside;
  const orders: SignOrder[] = [];
  const signerThat = (signPdf: (pdf: Uint8Array, order: SignOrder) => Promise<Uint8Array>): Services => ({
    ...services,
    outside: {
      ...services.outside,
      signature: {
        adapter: "test",
        certificateChain: () => signature.certificateChain(),
        validate: (pdf) => signature.validate(pdf),
        signPdf(pdf, order) {
          orders.push(order);
          return signPdf(pdf, order);
        },
      },
    },
  });
  // The product's own job does not run because the signer is down.
  const { signPdf } = signature;
  signature.signPdf = async () => {
    throw new SignatureFailed("UNAVAILABLE", "away");
  };
  const { documentId, hash } = (await client.get(`/api/agreement?loanId=${loan.id}`)).body.toSign;
  await client.post(`/api/agreement/${loan.id}/accept`, { hash, read: true, platforms: true });
  const { verificationId } = (
    await client.post("/api/mobile/sendVerificationWithoutCaptcha", { purpose: "STEP_UP_SIGN", channel: "SMS" })
  ).body;
  const [message] = await services.outside.sandbox!.messages.list({ to: borrower.mobileNumber });
  const signed = await client.post(
    `/api/agreement/${loan.id}/sign`,
    { hash, verificationId, code: message?.code },
    { "Idempotency-Key": services.random.uuid() },
  );
  expect(signed.status).toBe(200);
  const stands = async () => [
    (await findLoan(database, borrowerId, loan.id))?.state,
    (await agreementOf(database, borrowerId, loan.id))?.state,
  ];

  for (const code of ["PENDING", "UNAVAILABLE"] as const) {
    await expect(
      runSealing(
        signerThat(async () => Promise.reject(new SignatureFailed(code, "test"))),
        borrowerId,
        documentId,
      ),
    ).rejects.toThrow(code);
    expect(await stands()).toEqual(["SIGNED", "SIGNING"]);
  }
  await expect(
    runSealing(
      signerThat(async (pdf) => pdf),
      borrowerId,
      documentId,
    ),
  ).rejects.toThrow("does not hold");
  expect(await stands()).toEqual(["SIGNED", "SIGNING"]);
  expect((await client.get("/api/agreement")).body).toMatchObject({
    state: "SIGNED",
    signed: { state: "SIGNING", sealedAt: null },
  });
  expect((await app.client().get(`/api/verify/${documentId}`)).body).toMatchObject({
    state: "SIGNING",
    signature: null,
  });

  const works = signerThat((pdf, order) => signPdf.call(signature, pdf, order));
  // Two jobs at once: one seals, the other finds it done.
  await Promise.all([runSealing(works, borrowerId, documentId), runSealing(works, borrowerId, documentId)]);
  expect((await stands())[1]).toBe("SIGNED");
  expect(new Set(orders.map((order) => `${order.orderId} ${order.signedAt.toISOString()}`)).size).toBe(1);
  const transfers = await database
    .selectFrom("bank_transfer")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .execute();
  expect(transfers).toHaveLength(1);
});
