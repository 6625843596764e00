/** Pages of a request in steps: its state decides which page is next; earlier pages may be viewed again. */
import { redirect } from "react-router";
import { safePage } from "#shared/safe-url.ts";
import type { FormAnswer } from "#web/api.ts";

/**
 * The step to show: the requested one, if it is the current step or an earlier one, else the current step. `names` are
 * in order; `asked` comes from the address.
 */
export function stepToShow<Name extends string>(names: readonly Name[], wanted: Name, requested: string | null): Name {
  const open = names.find((name) => name === requested);
  return open !== undefined && names.indexOf(open) <= names.indexOf(wanted) ? open : wanted;
}

/**
 * For the loader of a step's page: shows it when it is the current or an earlier step, otherwise redirects (303) to the
 * current one. Returns the page's number among the steps, from 1, for `<Steps>`.
 * @throws a redirect
 */
export function stepPage(paths: readonly string[], wanted: string, own: string): { step: number; count: number } {
  const isTurn = paths.includes(wanted) ? stepToShow(paths, wanted, own) === own : wanted === own;
  if (!isTurn) throw redirect(wanted, 303);
  return { step: paths.indexOf(own) + 1, count: paths.length };
}

/** The `refused` of a step's form: a step out of order redirects to the current one. */
export function toStepInOrder({ failure: { status } }: FormAnswer): string | null {
  const path = status.code === "STEP_ORDER" ? status.data?.["path"] : undefined;
  return typeof path === "string" ? (safePage(path) ?? null) : null;
}
