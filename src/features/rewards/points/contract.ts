/** Loyalty points: the balance, its sources and uses, and the shop. // Product decisions, rewards 5 */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { cursorLike, listOf, listQuery } from "#shared/fields/list.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Causes of a points movement. GIVEN_BACK: an undone exchange. */
export const pointsKinds = ["EARNED", "SPENT", "GIVEN_BACK", "EXPIRED", "REVOKED"] as const;
export type PointsKind = (typeof pointsKinds)[number];

/** Tasks that always bring points, with or without a campaign. */
export const pointsTasks = ["CHECK_IN", "PAYMENT_SUCCESS", "FINISH_ORDER", "SHARE_MGM", "SET_PASSWORD"] as const;
export type PointsTask = (typeof pointsTasks)[number];

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const task = openShape("PointsTask", {
  task: v.picklist(pointsTasks),
  /** Per time; null when it grows with a streak. */
  points: v.nullable(count),
  /** How often it brings points; null without a bound. */
  times: v.nullable(v.object({ max: count, per: v.picklist(["MONTH", "EVER"]) })),
});
export type PointsTaskAnswer = v.InferOutput<typeof task>;

const shopItem = v.object({
  itemKey: v.string(),
  /** In the caller's language. */
  title: v.string(),
  description: v.string(),
  points: count,
  stockLeft: v.nullable(count),
  leftThisMonth: v.nullable(count),
  closesAt: instant,
  /** Where it is claimed: POST /api/activity/{activityId}/claim with this prize. */
  activityId: v.string(),
  prizeKey: v.string(),
});
export type ShopItemAnswer = v.InferOutput<typeof shopItem>;

const pointsAnswer = v.object({
  balance: count,
  /** Expiry of all points; null without points. */
  expiresAt: v.nullable(instant),
  tasks: v.array(task),
  /** Maximal points for all tasks of one day. */
  maxADay: count,
  items: v.array(shopItem),
});
export type PointsAnswer = v.InferOutput<typeof pointsAnswer>;

export const getPoints = defineCall({
  id: "getPoints",
  method: "GET",
  path: "/api/points",
  summary: "The borrower's points, their expiry, the tasks that bring points, and the shop.",
  policy: { who: "borrower" },
  input: noInput,
  output: pointsAnswer,
  problems: {},
});

const record = v.object({
  recordId: v.string(),
  kind: v.picklist(pointsKinds),
  points: count,
  at: instant,
  /** The cause, in the caller's language. */
  title: v.string(),
});

export const listPointsRecords = defineCall({
  id: "listPointsRecords",
  method: "GET",
  path: "/api/points/records",
  summary: "All movements of the borrower's points, newest first.",
  policy: { who: "borrower" },
  input: v.strictObject({
    ...listQuery,
    cursor: cursorLike(/^\d{1,15}$/),
  }),
  output: listOf(record),
  problems: {},
});

export const getPointsRules = defineCall({
  id: "getPointsRules",
  method: "GET",
  path: "/api/points/rules",
  summary: "The tasks that bring points and the rule of expiry, as in force today.",
  policy: { who: "anyone" },
  kept: true,
  input: noInput,
  output: v.object({ tasks: v.array(task), maxADay: count, validityDays: count }),
  problems: {},
});
