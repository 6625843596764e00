/** Pages of a request that is made in steps: its state decides which one comes; the address may go back and look. */
import { redirect } from "react-router";
import { safePage } from "#shared/safe-url.ts";
import type { FormAnswer } from "#web/api.ts";

/**
 * The step to show: the one that was asked for where it is that of the state or one before it, else the state's.
 * `names` in their order; `asked` is what the address says.
 */
export function stepToShow<Name extends string>(names: readonly Name[], wanted: Name, asked: string | null): Name {
  const open = names.find((name) => name === asked);
  return open !== undefined && names.indexOf(open) <= names.indexOf(wanted) ? open : wanted;
}

/**
 * For the loader of a step's page: lets it show itself where its turn has come or is over, and leads by 303 to the page that the state
 * wants otherwise. Answers where the page stands among the steps, counted from 1, for `<Steps>`.
 * @throws a redirect
 */
export function stepPage(paths: readonly string[], wanted: string, own: string): { step: number; count: number } {
  const isTurn = paths.includes(wanted) ? stepToShow(paths, wanted, own) === own : wanted === own;
  if (!isTurn) throw redirect(wanted, 303);
  return { step: paths.indexOf(own) + 1, count: paths.length };
}

/** The `refused` of a step's form: a step that is not in order leads to the page of the one that is. */
export function toStepInOrder({ failure: { status } }: FormAnswer): string | null {
  const path = status.code === "STEP_ORDER" ? status.data?.["path"] : undefined;
  return typeof path === "string" ? (safePage(path) ?? null) : null;
}
