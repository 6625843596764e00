import { expect, test } from "vitest";
import { errorPage } from "#server/http/error-page.ts";
import { CommitUnknown, ConnectionLost, DatabaseUnreachable } from "#server/postgres/lost-connection.ts";
import { isPassing } from "./passing-fault.ts";

test("A connection that broke before the commit passes, and one whose commit is unknown does not", () => {
  const lost = new ConnectionLost("DATABASE_URL: a statement was not answered");
  expect(isPassing(lost)).toBe(true);
  for (const code of ["08001", "ETIMEDOUT"] as const)
    expect(isPassing(new DatabaseUnreachable("DATABASE_URL cannot be reached.", code, null))).toBe(true);
  for (const words of [
    "timeout exceeded when trying to connect",
    // The driver reports this only in its message when the server stops between two statements.
    "Connection terminated unexpectedly",
    "Client has encountered a connection error and is not queryable",
  ])
    expect(isPassing(new Error(words)), words).toBe(true);
  expect(isPassing(new CommitUnknown("The connection was lost while committing.", { cause: lost }))).toBe(false);
  expect(isPassing(new Error("a fault of ours"))).toBe(false);
});

test("The page of a fault that passes says when to come again", () => {
  const { status, headers } = errorPage({ language: "en", traceId: "t" }, "UNAVAILABLE", "/");
  expect([status, headers["retry-after"]]).toEqual([503, "2"]);
});
