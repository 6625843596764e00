/** Pages of a request in steps: its state decides which page is next; earlier pages may be viewed again. */
import { redirect } from "react-router";
import { safePage } from "#shared/safe-url.ts";
import type { FormAnswer } from "#web/api.ts";

/**
 * The step to show: the requested one, if it is the current step or an earlier one, else the current step. `names` are
 * in order; `requested` comes from the address.
 */
export function stepToShow<Name extends string>(names: readonly Name[], current: Name, requested: string | null): Name {
  const open = names.find((name) => name === requested);
  return open !== undefined && names.indexOf(open) <= names.indexOf(current) ? open : current;
}

/**
 * For the loader of a step's page: shows it when it is the current or an earlier step, otherwise redirects (303) to the
 * current one. Returns the page's number among the steps, from 1, for `<Steps>`.
 * @throws a redirect
 */
export function stepPage(paths: readonly string[], current: string, own: string): { step: number; count: number } {
  const isTurn = paths.includes(current) ? stepToShow(paths, current, own) === own : current === own;
  if (!isTurn) throw redirect(current, 303);
  return { step: paths.indexOf(own) + 1, count: paths.length };
}

/** The `refused` of a step's form: a step out of order redirects to the current one. */
export function toStepInOrder({ failure: { status } }: FormAnswer): string | null {
  const path = status.code === "STEP_ORDER" ? status.data?.["path"] : undefined;
  return typeof path === "string" ? (safePage(path) ?? null) : null;
}
