/**
 * A freeze for a fraud review refuses the signature on its page, which works again once two people have lifted the
 * freeze.
 */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { signing } from "#tests/support/signing.ts";

const app = await testApp();
const { services } = app;
const { signer, shown, accept, code, sign } = signing(app);
const key = () => ({ "Idempotency-Key": services.random.uuid() });

it("FRAUD_REVIEW by two people: nothing is signed while it stands, the paper stays, and it is signed afterwards.", async () => {
  const who = await signer();
  const staff = () => app.staff(services.random.uuid(), ["underwriter"]);
  const [maker, checker] = [await staff(), await staff()];
  const freeze = async (action: "FREEZE" | "UNFREEZE") => {
    const path = `/api/staff/borrowers/${who.borrowerId}/limit`;
    const body = { action, cause: "FRAUD_REVIEW", reason: "Two devices apply with the same card." };
    const { proposalId } = (await maker.post(path, body, key())).body;
    const checked = await checker.post(`/api/staff/checks/${proposalId}/check`, { approve: true }, key());
    expect(checked.status, checked.text).toBe(200);
  };
  const { hash } = await shown(who);
  await accept(who, hash);
  const proof = await code(who);
  await freeze("FREEZE");
  // Each refusal is repeated through the page that posted: see tests/support/refusals-on-pages.ts.
  const refused = await sign(who, { hash, ...proof });
  expect([refused.status, refused.body.status.code]).toEqual([409, "NOT_SIGNABLE"]);
  await freeze("UNFREEZE");
  app.clock.advance(61_000);
  const signed = await sign(who, { hash, ...(await code(who)) });
  expect(signed.status, signed.text).toBe(200);
});
