/**
 * Holds a page's data back from React Router's encoder. The router encodes what loaders give for the browser before the
 * page is rendered, and no page of ours sends it; it has no option for that. A function is encoded as a mark, without
 * its contents, so each loader's answer travels in a function until the page is rendered.
 */
import { data, type EntryContext } from "react-router";

const isWithInit = (answer: unknown): answer is ReturnType<typeof data<unknown>> =>
  typeof answer === "object" && answer !== null && "type" in answer && answer.type === "DataWithResponseInit";

/** The answer of a loader, with its data held back; responses and redirects as they are. */
export function holdData(answer: unknown): unknown {
  if (answer instanceof Response) return answer;
  return isWithInit(answer) ? data(holdData(answer.data), answer.init ?? undefined) : () => answer;
}

/** Puts the data that were held back into their place. */
export function releaseData({ staticHandlerContext: context }: Pick<EntryContext, "staticHandlerContext">): void {
  for (const [route, held] of Object.entries(context.loaderData))
    if (typeof held === "function") context.loaderData[route] = (held as () => unknown)();
}
