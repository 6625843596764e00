import { expect, it } from "vitest";
import { dateInWib } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf, type Taker } from "#tests/support/campaigns.ts";
import { entryCodeOf } from "./entry-code.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
await app.settle();
const { borrower, claim, codeOf, fresh } = campaignsOf(app);

it("Twenty tries of the outlet's code an hour from one network count, and who is refused is told when the next one counts", async () => {
  const right = entryCodeOf(services, "tomoro-coffee", dateInWib(clock.now()));
  const wrong = right === "0000" ? "0001" : "0000";
  // From the beginning of an hour.
  clock.advance(3_600_000 - (clock.now().getTime() % 3_600_000) + 1_000);
  const people: Taker[] = [];
  for (let count = 0; count < 5; count++) {
    people.push(await borrower());
  }
  const attempt = async (n: number) =>
    claim(await fresh(people[n]!.borrowerId), "tomoro-coffee", "COFFEE", { entryCode: wrong });
  for (let n = 0; n < 4; n++)
    for (let count = 0; count < 5; count++) expect(codeOf(await attempt(n))).toBe("CODE_WRONG");
  const refused = await attempt(4);
  const hour = new Date(Math.ceil(clock.now().getTime() / 3_600_000) * 3_600_000);
  expect([refused.status, codeOf(refused), refused.body.status.data]).toEqual([
    429,
    "CODE_TRIES_NETWORK",
    { nextAt: hour.toISOString() },
  ]);
  clock.advance(3_600_000);
  expect(codeOf(await attempt(4))).toBe("CODE_WRONG");
  const own = await attempt(0);
  expect(codeOf(own)).toBe("CODE_TRIES");
  expect(Date.parse(own.body.status.data.nextAt)).toBeGreaterThan(clock.now().getTime() + 3_600_000);
});
