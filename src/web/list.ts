/** Pages of a list: read by the cursor in the page's address, with the addresses of the first page and the next. // Product decisions 2 */
import type { RouterContextProvider } from "react-router";
import type { Call, ProblemKinds } from "#shared/contract.ts";
import { call } from "#web/api.ts";

/** Where `<Pagination>` leads; null where there is no such page. */
export interface PageLinks {
  first: string | null;
  next: string | null;
}

/** How a page with several lists tells them apart. */
export interface OneOfLists {
  /** The key of this list's place in the address. Paging it leads the others back to their beginnings. */
  key?: string;
  /** The id of its section, where its pages lead to. */
  anchor?: string;
}

/**
 * For a loader: the page of a list that the address names by `cursor`. Filters travel on: what the address says by the name of a
 * field of `input`, and what a web view's address says of its bars.
 * @throws Problem when the call is refused
 */
export async function readPage<
  Sent extends { cursor?: string | undefined },
  Heard,
  Reply extends { nextCursor: string | null },
  Problems extends ProblemKinds,
>(
  request: Request,
  contract: Call<Sent, Heard, Reply, Problems>,
  input: NoInfer<Omit<Sent, "cursor">>,
  { context, key = "cursor", anchor }: { context: Readonly<RouterContextProvider> } & OneOfLists,
): Promise<Reply & { page: PageLinks }> {
  const { pathname, searchParams } = new URL(request.url);
  const cursor = searchParams.get(key);
  const reply = await call(contract, { ...input, ...(cursor ? { cursor } : {}) } as Sent, { context });
  const kept = [...searchParams].filter(
    ([name, value]) => value !== "" && (Object.hasOwn(input, name) || name === "navBar" || name === "hideBack"),
  );
  const to = (more: string[][]): string => {
    const query = new URLSearchParams([...kept, ...more]);
    return `${pathname}${query.size > 0 ? `?${query}` : ""}${anchor ? `#${anchor}` : ""}`;
  };
  const { nextCursor } = reply;
  return { ...reply, page: { first: cursor ? to([]) : null, next: nextCursor ? to([[key, nextCursor]]) : null } };
}
