/** `npm run test:near` first runs the tests that a change is most likely to break. */
import { expect, it } from "vitest";
import { nearTests } from "../scripts/near-tests.ts";

const near = (...changed: string[]) => nearTests(changed);

it("takes the tests of the domain, of those that import it, and the registries", () => {
  const { files, isFloor } = near("src/features/credit/limit/server/limits.ts");
  expect(files.some((file) => file.startsWith("src/features/credit/limit/"))).toBe(true);
  expect(files.some((file) => file.startsWith("src/features/credit/application/"))).toBe(true);
  expect(files.some((file) => file.startsWith("src/features/support/help/"))).toBe(false);
  expect(files).toContain("tests/rights.test.ts");
  expect(isFloor).toBe(false);
});

it("takes a migration for its domain's", () => {
  const { files } = near("migrations/20261121-2305-complaint-create.sql");
  expect(files.some((file) => file.startsWith("src/features/support/complaint/"))).toBe(true);
});

it("says of the floor that only all tests know, and takes what lies beside", () => {
  const { files, isFloor } = near("src/server/work/sweeps.ts");
  expect(isFloor).toBe(true);
  expect(files).toContain("src/server/work/sweeps.test.ts");
});

it("takes nothing for a text of the documents, and a changed test for itself", () => {
  expect(near("docs/operations.md")).toEqual({ files: [], isFloor: false });
  expect(near("src/features/credit/limit/server/limit.test.ts", "tests/links.test.ts").files).toContain(
    "tests/links.test.ts",
  );
  expect(near("tests/journeys/login.test.ts").files).toEqual([]);
});
