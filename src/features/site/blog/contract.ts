/** The blog's feed; its entries are contents of the collection `blog`. */
import { binary } from "#shared/binary.ts";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";

export const getBlogFeed = defineCall({
  id: "getBlogFeed",
  method: "GET",
  path: "/blog/rss.xml",
  summary: "The blog as RSS 2.0 in one language (`?lang=`), newest first, with whole articles.",
  policy: { who: "anyone" },
  input: noInput,
  output: binary,
  problems: {},
  kept: true,
});
