/** The states of promises, and of the work on late loans. A payment that is recorded late, or that its bank reverses, changes the end of a promise. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const promiseLifecycle = defineLifecycle(
  "servicing_promise",
  {
    OPEN: ["KEPT", "PARTLY", "BROKEN", "CANCELLED"],
    KEPT: ["PARTLY", "BROKEN"],
    PARTLY: ["KEPT", "BROKEN"],
    BROKEN: ["KEPT", "PARTLY"],
    CANCELLED: [],
  },
  { table: "servicing_promise", isBorrowers: true },
);

export const servicingCaseLifecycle = defineLifecycle(
  "servicing_case",
  { OPEN: ["CLOSED"], CLOSED: ["OPEN"] },
  { table: "servicing_case", isBorrowers: true, initial: ["OPEN"] },
);
