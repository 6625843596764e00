/** Errors on purpose, to check that they are reported. Outside prod only. // Spec 9 */
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import * as v from "valibot";

/** Spec 9: test-error throw delay. */
export const errorDelaySeconds = 3;
export const errorKinds = ["script", "promise", "call", "render", "server"] as const;
export type ErrorKind = (typeof errorKinds)[number];
export const errorPath = "/sandbox/error";

/** The text of each error, for searching. */
export const wordsOfError = (kind: ErrorKind): string => `Test error of the kind ${kind}.`;

export const failOnPurpose = defineCall({
  id: "failOnPurpose",
  method: "POST",
  path: "/api/sandbox/error",
  summary: "Fails with an error of ours, so that its log line, report and trace can be checked.",
  policy: { who: "sandbox" },
  input: noInput,
  output: v.object({}),
  problems: {},
});
