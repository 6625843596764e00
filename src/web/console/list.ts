/** Lists of the console: the parameters of the address (filters, a period, the order), and paging. // docs/decisions/316 */
import type { RouterContextProvider } from "react-router";
import type { Call, ProblemKinds } from "#shared/contract.ts";
import { readPage, type PageLinks } from "#web/list.ts";

/** A list as its screen shows it. */
export interface ListState {
  /** The list's address without its query. */
  path: string;
  /** The list's parameters in the address. */
  asked: Readonly<Record<string, string>>;
  /** The current order; null when the list has only one. */
  order: string | null;
  page: PageLinks;
}

export interface ListOptions<Name extends string> {
  /** Fields of the call's input that the address may contain. `order`, `from` and `to` are included if the call has them. */
  filters?: readonly Name[];
  /** The default order. */
  usualOrder?: string | ((asked: Readonly<Record<string, string>>) => string);
  /** Rows of a page. */
  limit?: number;
}

interface ReadOptions {
  request: Request;
  context: Readonly<RouterContextProvider>;
  /** Input that is not in the query: for example a path parameter. */
  input?: Readonly<Record<string, unknown>>;
}

const alwaysRead = ["order", "from", "to"] as const;

/** Declares a list by its call. `read` is for the loader; parameters that the call does not accept give a 404 page. */
export function defineList<
  Sent extends { cursor?: string | undefined },
  Heard,
  Reply extends { nextCursor: string | null },
  Problems extends ProblemKinds,
>(call: Call<Sent, Heard, Reply, Problems>, options: ListOptions<keyof Sent & string> = {}) {
  const { filters = [], usualOrder = null, limit = 50 } = options;
  const { entries } = call.input as unknown as { entries: object };
  const names = [...filters, ...alwaysRead].filter((name) => Object.hasOwn(entries, name));

  function askedOf(query: URLSearchParams): Record<string, string> {
    const entries = names.flatMap((name) => {
      const value = query.get(name)?.trim() ?? "";
      return value === "" ? [] : [[name, value]];
    });
    return Object.fromEntries(entries) as Record<string, string>;
  }

  return {
    async read({ request, context, input = {} }: ReadOptions): Promise<Reply & { list: ListState }> {
      const { pathname, searchParams } = new URL(request.url);
      const asked = askedOf(searchParams);
      const sent = { ...input, ...asked, limit } as unknown as Omit<Sent, "cursor">;
      const { page, ...reply } = await readPage<Sent, Heard, Reply, Problems>(request, call, sent, { context });
      const order = asked["order"] ?? (typeof usualOrder === "function" ? usualOrder(asked) : usualOrder);
      return { ...(reply as unknown as Reply), list: { path: pathname, asked, order, page } };
    },
  };
}

/** The address of the same list with some parameters changed, at its first page. An empty value removes its key. */
export function listAddress(
  { path, asked }: Pick<ListState, "path" | "asked">,
  change: Readonly<Record<string, string>> = {},
): string {
  const query = Object.entries({ ...asked, ...change }).filter(([, value]) => value !== "");
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
}
