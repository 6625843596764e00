/** Which page of a request with steps is shown. */
import { expect, it } from "vitest";
import type { FormAnswer } from "./api.ts";
import { stepPage, stepToShow, toStepInOrder } from "./steps.ts";

const paths = ["/old", "/person", "/new", "/send"];
const shown = (wanted: string, own: string): unknown => {
  try {
    return stepPage(paths, wanted, own);
  } catch (thrown) {
    const { status, headers } = thrown as Response;
    return [status, headers.get("location")];
  }
};

it("shows the step of the state and those before it, and leads to it from those after", () => {
  expect(shown("/new", "/new")).toEqual({ step: 3, count: 4 });
  expect(shown("/new", "/old")).toEqual({ step: 1, count: 4 });
  expect(shown("/new", "/send")).toEqual([303, "/new"]);
  expect(shown("/old", "/person")).toEqual([303, "/old"]);
});

it("leads from every step to the page of what is over, which shows itself", () => {
  expect(shown("/result", "/old")).toEqual([303, "/result"]);
  expect(shown("/result", "/result")).toMatchObject({ count: 4 });
});

it("takes what the address asks for as far as the steps before it are done", () => {
  const names = ["card", "data", "face"] as const;
  expect(stepToShow(names, "data", "card")).toBe("card");
  expect(stepToShow(names, "data", "face")).toBe("data");
  expect(stepToShow(names, "data", null)).toBe("data");
  expect(stepToShow(names, "card", "__proto__")).toBe("card");
});

it("leads a form that was out of order to the step that is in order, and to no other house", () => {
  const answer = (code: string, data?: Record<string, unknown>): FormAnswer => ({
    failure: { status: { code, detail: "", ...(data ? { data } : {}) }, traceId: "" },
    status: 409,
    values: {},
  });
  expect(toStepInOrder(answer("STEP_ORDER", { path: "/person" }))).toBe("/person");
  expect(toStepInOrder(answer("STEP_ORDER", { path: "https://evil.example" }))).toBeNull();
  expect(toStepInOrder(answer("OTHER", { path: "/person" }))).toBeNull();
});
