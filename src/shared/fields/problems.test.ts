import * as v from "valibot";
import { expect, it } from "vitest";
import { fieldProblems } from "./problems.ts";

it("A refusal names a hundred fields at most: whoever sends thousands gets no answer many times as long.", () => {
  const { issues = [] } = v.safeParse(
    v.array(v.string("NAME_FORMAT")),
    Array.from({ length: 30_000 }, () => 1),
  );
  expect(issues).toHaveLength(30_000);
  const problems = fieldProblems(issues, "id");
  expect(problems).toHaveLength(100);
  expect(problems[0]).toMatchObject({ path: "0", code: "NAME_FORMAT" });
});

it("Only what is absent or empty is said to be missing; a value of another type is wrong.", () => {
  const schema = v.object({
    absent: v.string("REQUIRED"),
    empty: v.pipe(v.string("REQUIRED"), v.nonEmpty("REQUIRED")),
    nothing: v.string("REQUIRED"),
    filled: v.string("REQUIRED"),
  });
  const { issues = [] } = v.safeParse(schema, { empty: "", nothing: null, filled: 7 });
  expect(fieldProblems(issues, "id").map(({ path, code }) => `${path} ${code}`)).toEqual([
    "absent REQUIRED",
    "empty REQUIRED",
    "nothing REQUIRED",
    "filled INVALID",
  ]);
});
