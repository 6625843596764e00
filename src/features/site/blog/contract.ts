/** The blog's feed; its entries are contents of the collection `blog`. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { defineCall } from "#shared/contract.ts";

export const getBlogFeed = defineCall({
  method: "GET",
  path: "/blog/rss.xml",
  summary: "The blog as RSS 2.0 in one language (`?lang=`), newest first, with whole articles.",
  policy: { who: "anyone" },
  input: v.strictObject({}),
  output: binary,
  problems: {},
  kept: true,
});
