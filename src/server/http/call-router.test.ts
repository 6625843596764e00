import { expect, it } from "vitest";
import type { Mounted } from "#server/call/pipeline.ts";
import { CallRouter } from "./call-router.ts";

const mounted = (method: "GET" | "POST", path: string) =>
  ({ call: { method, path }, handler: async () => ({}), once: false }) as unknown as Mounted;
const directory = new CallRouter([
  mounted("GET", "/api/loan/{loanId}"),
  mounted("GET", "/api/loan/products"),
  mounted("POST", "/api/loan/{loanId}/cancel"),
  mounted("GET", "/api/verify/{documentId}/page/{page}"),
]);
const find = (method: string, path: string) => {
  const found = directory.find(method, path);
  return found && [found.call.path, found.parameters];
};

it("A call is found by its method and path, and a path without braces wins.", () => {
  expect(find("GET", "/api/loan/products")).toEqual(["/api/loan/products", {}]);
  expect(find("GET", "/api/loan/7")).toEqual(["/api/loan/{loanId}", { loanId: "7" }]);
  expect(find("HEAD", "/api/loan/7")).toEqual(["/api/loan/{loanId}", { loanId: "7" }]);
  expect(find("POST", "/api/loan/7/cancel")).toEqual(["/api/loan/{loanId}/cancel", { loanId: "7" }]);
  expect(find("GET", "/api/verify/a/page/2")).toEqual([
    "/api/verify/{documentId}/page/{page}",
    { documentId: "a", page: "2" },
  ]);
});

it("Another method, an empty part, a further part and a slash at the end name no call.", () => {
  for (const [method, path] of [
    ["POST", "/api/loan/products"],
    ["GET", "/api/loan/"],
    ["GET", "/api/loan/7/"],
    ["GET", "/api/loan/7/cancel"],
    ["PUT", "/api/loan/7"],
    ["GET", "/api/loan/a/b"],
  ] as const) {
    expect(find(method, path), `${method} ${path}`).toBeUndefined();
  }
});

it("What stands in braces is decoded once, and a broken code stays as it was sent for the contract to refuse.", () => {
  expect(find("GET", "/api/loan/a%2Fb%2520")).toEqual(["/api/loan/{loanId}", { loanId: "a/b%20" }]);
  expect(find("GET", "/api/loan/%E0%A4%A")).toEqual(["/api/loan/{loanId}", { loanId: "%E0%A4%A" }]);
});

it("A path tells the methods of all its calls, with braces or without.", () => {
  const both = new CallRouter([
    mounted("GET", "/api/loan/draft"),
    mounted("POST", "/api/loan/draft"),
    mounted("POST", "/api/loan/{loanId}"),
  ]);
  expect(both.methodsOf("/api/loan/draft")).toEqual(["GET", "POST", "HEAD", "OPTIONS"]);
  expect(both.methodsOf("/api/loan/7")).toEqual(["POST", "OPTIONS"]);
  expect([both.methodsOf("/api/loan"), both.methodsOf("/api/loan/7/8"), both.methodsOf("")]).toEqual([[], [], []]);
});
