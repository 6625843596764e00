/** Requests about personal data that the pages cannot do themselves; staff decide within the legal time. // Spec account 11 */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { freeText } from "#shared/fields/free-text.ts";
import { openShape } from "#shared/fields/shape.ts";

export const dataRequestKinds = ["RESTRICTION", "OBJECTION", "CORRECTION", "OTHER"] as const;
export type DataRequestKind = (typeof dataRequestKinds)[number];
const dataRequestStates = ["WAITING", "GRANTED", "REFUSED"] as const;
/** Reasons for refusing a request; a closed list. */
const dataRequestReasons = ["LAW_KEEPS", "NOT_HELD", "CONTRACT_NEEDS", "UNCLEAR"] as const;

/** 3 × 24 hours. // Law 27/2022 art. 30, 32, 41 */
export const dataRequestHours = 72;
export const maxRequestText = 1_000;

export const dataRequest = openShape("DataRequest", {
  requestId: v.string(),
  /** The number that people use: RV-7F3K9Q2M. */
  number: v.string(),
  kind: v.picklist(dataRequestKinds),
  state: v.picklist(dataRequestStates),
  askedAt: instant,
  /** The promised time of the answer. */
  dueAt: instant,
  decidedAt: v.nullable(instant),
  reason: v.nullable(v.picklist(dataRequestReasons)),
});
export type DataRequest = v.InferOutput<typeof dataRequest>;

export const listDataRequests = defineCall({
  id: "listDataRequests",
  method: "GET",
  path: "/api/privacy/requests",
  summary: "The borrower's requests about personal data, newest first, with their results.",
  policy: { who: "borrower", limited: ["CLOSING"] },
  input: noInput,
  output: v.object({ items: v.array(dataRequest) }),
  problems: {},
});

export const askDataRequest = defineCall({
  id: "askDataRequest",
  method: "POST",
  path: "/api/privacy/requests",
  summary:
    "Asks to restrict processing, objects to it, asks for a correction that no page offers, or for something else about personal data. Staff decide within 72 hours.",
  policy: { who: "borrower", limited: ["CLOSING"], idempotent: true },
  input: v.strictObject({ kind: v.picklist(dataRequestKinds, "CHOICE_INVALID"), text: freeText(maxRequestText) }),
  output: dataRequest,
  status: 202,
  problems: {
    DATA_REQUEST_OPEN: {
      status: 409,
      field: "kind",
      text: {
        id: "Permintaan seperti ini sudah Anda kirim dan sedang diproses.",
        en: "You have already sent such a request; it is being processed.",
        zh: "您已提交同类申请，正在处理中。",
      },
    },
  },
});
