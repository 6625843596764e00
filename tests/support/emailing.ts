/** Borrowers who name an address: what its mail says, its code and its link, and how the address stands. */
import { expect } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import type { TestApp, TestClient } from "#tests/support/app.ts";

export function emailing(app: TestApp) {
  const { services } = app;
  const { database } = services;
  let made = 0;

  /** A borrower whose session proves EMAIL. */
  async function borrower() {
    const mobileNumber = `08${String(1_300_000_000 + ++made * 1_000_007)}`;
    const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
    return { borrowerId, mobileNumber, client: await app.loggedIn(borrowerId, "EMAIL") };
  }
  const newAddress = (local = "siti") => `${local}.${++made}@contoh.id`;
  const mailsTo = async (to: string) =>
    (await services.outside.sandbox!.messages.list({ to })).filter(({ link }) => link?.includes("email-fast-link"));
  const name = (client: TestClient, email: string) => client.post("/api/email", { email });
  const viewOf = async (client: TestClient) => (await client.get("/api/email")).body;
  const stateOf = async (client: TestClient) => {
    const { request } = await viewOf(client);
    return request && [request.state, request.cause];
  };
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

  /** Names the address and answers what its mail says. */
  async function mailed(client: TestClient, email: string) {
    const sent = await name(client, email);
    expect(sent.status, sent.text).toBe(200);
    await app.settle();
    const [mail] = await mailsTo(email);
    return { verificationId: sent.body.verificationId as string, code: mail!.code!, link: mail!.link! };
  }
  async function verified(client: TestClient, email: string) {
    const { verificationId, code } = await mailed(client, email);
    const answer = await client.post("/api/email/verify", { verificationId, code });
    expect(answer.status, answer.text).toBe(200);
    return { verificationId, code };
  }
  /** A browser that opens the link: the token has moved from the address to its cookie. */
  function reader(link: string): TestClient {
    const client = app.client();
    client.cookies.set("link", new URL(link).searchParams.get("t")!);
    return client;
  }
  return { borrower, newAddress, mailsTo, name, viewOf, stateOf, wrong, mailed, verified, reader };
}
