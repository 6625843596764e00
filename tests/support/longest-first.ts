/**
 * In which order the files of tests begin. A long one that begins last is waited for by an idle core, so those that take
 * longest begin first; all others follow as Vitest has them (by what it remembers, else by size).
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Longest first, as a quiet run on two cores shows them; what is not named here takes less. */
const longest = [
  "tests/journeys/screens.test.ts",
  "tests/journeys/languages.test.ts",
  "tests/journeys/number-outcomes.test.ts",
  "tests/journeys/repayment.test.ts",
  "tests/journeys/crash.test.ts",
  "tests/journeys/security.test.ts",
  "tests/journeys/rewards-views.test.ts",
  "tests/journeys/main-job.test.ts",
  "tests/journeys/questionnaire.test.ts",
  "tests/journeys/money.test.ts",
  "tests/journeys/backlog.test.ts",
  "tests/journeys/limit-raise.test.ts",
  "tests/journeys/questions-and-blog.test.ts",
  "tests/journeys/data-requests.test.ts",
  "tests/journeys/account-merge.test.ts",
  "tests/journeys/complaint.test.ts",
  "tests/journeys/campaigns.test.ts",
  "tests/journeys/website.test.ts",
  "tests/journeys/login.test.ts",
  "tests/journeys/console.test.ts",
  "tests/faults/hostile-pdfs.test.ts",
  "tests/faults/erasure.test.ts",
  "tests/faults/reward-races.test.ts",
  "tests/faults/plan-bound.test.ts",
  "tests/faults/slow-rails.test.ts",
  "tests/faults/restore.test.ts",
  "tests/faults/canaries.test.ts",
  "tests/faults/reward-kills.test.ts",
  "src/web/enhance/page.browser.test.ts",
  "tests/faults/money.test.ts",
  "tests/faults/database-killed.test.ts",
  "src/server/outside/events/nats.test.ts",
  "src/server/postgres/embedded.test.ts",
  "src/features/operations/sandbox/server/book/book.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((path) => moduleId.endsWith(path));
      return index < 0 ? longest.length : index;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
