/** Two staff members decide the newest case of a kind, in a product of its own. */
import { sandboxPost } from "./borrower.ts";
import type { Phone } from "./browser.ts";
import { staffPhone } from "./console.ts";
import { whenFileOver } from "./when-over.ts";

/** Runs in the page, as the product's own script would. */
// oxlint-disable-next-line typescript/no-explicit-any
async function ask({ path, body, key }: { path: string; body: unknown; key: string }): Promise<any> {
  const headers = { "Content-Type": "application/json", ...(key ? { "Idempotency-Key": key } : {}) };
  const answer = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : {});
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(read)}`);
  return read;
}

let decided = 0;
/** Deciders stay logged in, because a code of the authenticator is accepted once in 30 seconds. */
const deciding = new Map<string, Promise<Phone>>();
function underwriter(index: 0 | 1, origin: string): Promise<Phone> {
  const key = `${origin} ${index}`;
  let known = deciding.get(key);
  if (!known) {
    deciding.set(key, (known = staffPhone("underwriter", index, { origin })));
    // Its phone ends with the file.
    whenFileOver(async () => void deciding.delete(key));
  }
  return known;
}
/** Our ids grow with time. */
const newest = <Item>(items: Item[], idOf: (item: Item) => string): Item | undefined =>
  items.toSorted((one, other) => (idOf(one) < idOf(other) ? 1 : -1))[0];

/** One proposes; where the case needs two people, another one confirms. */
export async function decideCase(
  origin: string,
  kind: string,
  decision: { decision: "APPROVE" } | { decision: "REJECT"; reasonCode: string },
): Promise<void> {
  const maker = await underwriter(0, origin);
  const { items } = await maker.page.evaluate(ask, { path: "/api/staff/reviews", body: undefined, key: "" });
  const found = newest<{ kind: string; caseId: string }>(
    items.filter((one: { kind: string }) => one.kind === kind),
    ({ caseId }) => caseId,
  );
  if (!found) throw new Error(`No case of ${kind} waits.`);
  // Journeys share the product and its staff.
  const number = `${found.caseId}-${++decided}`;
  const { state } = await maker.page.evaluate(ask, {
    path: `/api/staff/reviews/${found.caseId}/proposal`,
    body: { note: "Cocok.", ...decision },
    key: `decide-${number}`,
  });
  if (state !== "PROPOSED") return;
  const checker = await underwriter(1, origin);
  const waiting = await checker.page.evaluate(ask, { path: "/api/staff/checks", body: undefined, key: "" });
  await checker.page.evaluate(ask, {
    path: `/api/staff/checks/${newest<{ proposalId: string }>(waiting.items, ({ proposalId }) => proposalId)?.proposalId}/check`,
    body: { approve: true },
    key: `check-${number}`,
  });
}

/** Lets time go by on the product's own clock, and the sweeps have their round. */
export async function pass(who: Pick<Phone, "origin">, seconds: number): Promise<void> {
  await sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: seconds });
}
