import * as v from "valibot";
import { expect, it } from "vitest";
import { fieldProblems } from "./problems.ts";

it("A refusal names a hundred fields at most: whoever sends thousands gets no answer many times as long.", () => {
  const { issues = [] } = v.safeParse(v.array(v.string("NAME_FORMAT")), Array.from({ length: 30_000 }, () => 1));
  expect(issues).toHaveLength(30_000);
  const problems = fieldProblems(issues, "id");
  expect(problems).toHaveLength(100);
  expect(problems[0]).toMatchObject({ path: "0", code: "NAME_FORMAT" });
});
