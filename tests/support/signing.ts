/** Borrowers who sign: an approved loan, its shown and accepted document, the code, the signature, and the state of the payout. */
import { expect } from "vitest";
import type { TestApp, TestClient } from "#tests/support/app.ts";
import { approvedLoan, ripeBorrower, type RipeBorrower } from "#tests/support/approved-loan.ts";
import { findLoan, type LoanRow } from "#features/credit/loan/server/index.ts";

export interface Signer extends RipeBorrower {
  client: TestClient;
  loan: LoanRow;
}

export function signing(app: TestApp) {
  async function signer(input: Parameters<typeof ripeBorrower>[1] = {}): Promise<Signer> {
    const borrower = await ripeBorrower(app, input);
    return { ...borrower, client: await app.loggedIn(borrower.borrowerId), loan: await approvedLoan(app, borrower) };
  }
  const shown = async ({ client, loan }: Signer, language = "id") =>
    (await client.get(`/api/agreement?loanId=${loan.id}&lang=${language}`)).body.toSign;
  const accept = ({ client, loan }: Signer, hash: string, body: object = { read: true, platforms: true }) =>
    client.post(`/api/agreement/${loan.id}/accept`, { hash, ...body });

  async function code(who: Signer): Promise<{ verificationId: string; code: string }> {
    const { body, status } = await who.client.post("/api/mobile/sendVerificationWithoutCaptcha", {
      purpose: "STEP_UP_SIGN",
      channel: "SMS",
    });
    expect(status).toBe(200);
    const [message] = await app.services.outside.sandbox!.messages.list({ to: who.mobileNumber });
    return { verificationId: body.verificationId, code: message?.code ?? "" };
  }
  const sign = (who: Signer, body: object, key = app.services.random.uuid()) =>
    who.client.post(`/api/agreement/${who.loan.id}/sign`, body, { "Idempotency-Key": key });

  /** Everything up to the signature, and the signature. */
  async function signed(who: Signer, language = "id") {
    const { hash, documentId } = await shown(who, language);
    await accept(who, hash);
    const answer = await sign(who, { hash, ...(await code(who)) });
    expect(answer.body).toMatchObject({ documentId });
    return { hash, documentId: documentId as string };
  }
  /** The loan's state, and where its transfer stands. A step that has to come again comes half a minute of business time later. */
  async function payoutOf(who: Signer): Promise<string> {
    app.clock.advance(30_000);
    await app.settle();
    const transfers = await app.services.database
      .selectFrom("bank_transfer")
      .select(["state", "waitsFor", "failureCode"])
      .where("borrowerId", "=", who.borrowerId)
      .execute();
    return `${(await loanOf(who)).state} ${JSON.stringify(transfers)}`;
  }

  const loanOf = async ({ borrowerId, loan }: Signer) => (await findLoan(app.services.database, borrowerId, loan.id))!;
  async function storedFile(documentId: string) {
    const row = await app.services.database
      .selectFrom("agreement_document")
      .select("sealedKey")
      .where("id", "=", documentId)
      .executeTakeFirstOrThrow();
    return (await app.services.outside.storage.get(row.sealedKey!))!;
  }

  return { signer, shown, accept, code, sign, signed, payoutOf, loanOf, storedFile };
}
