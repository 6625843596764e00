/** Pages of a list: read by the cursor in the page's address, with the addresses of the first page and the next. // Product decisions 2 */
import type { RouterContextProvider } from "react-router";
import type { Call, ProblemKinds } from "#shared/contract.ts";
import { call } from "#web/api.ts";

/** The links of `<Pagination>`; null without such a page. */
export interface PageLinks {
  first: string | null;
  next: string | null;
}

/** Distinguishes several lists on a page. */
export interface OneOfLists {
  /** The key of this list's cursor in the address. Paging it returns the other lists to their beginnings. */
  key?: string;
  /** The id of its section, at which its page links point. */
  anchor?: string;
}

/**
 * For a loader: the page of a list that the address names by `cursor`. Filters are kept: query keys that are fields of
 * `input`, and a web view's bar settings.
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
  const filters = [...searchParams].filter(
    ([name, value]) => value !== "" && (Object.hasOwn(input, name) || name === "navBar" || name === "hideBack"),
  );
  const to = (more: string[][]): string => {
    const query = new URLSearchParams([...filters, ...more]);
    return `${pathname}${query.size > 0 ? `?${query}` : ""}${anchor ? `#${anchor}` : ""}`;
  };
  const { nextCursor } = reply;
  return { ...reply, page: { first: cursor ? to([]) : null, next: nextCursor ? to([[key, nextCursor]]) : null } };
}
