/** The host simulator's call. // Spec embedded-platform 5 */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";

export const listSandboxHosts = defineCall({
  id: "listSandboxHosts",
  method: "GET",
  path: "/api/sandbox/hosts",
  summary: "The apps that show our pages, as their user agents name them, each with its brand and country.",
  policy: { who: "sandbox" },
  input: noInput,
  output: v.object({
    items: v.array(v.object({ app: v.string(), brand: v.string(), country: v.string() })),
    nextCursor: v.null(),
  }),
  problems: {},
});
