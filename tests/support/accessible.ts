/** What axe says of a page. A page that stood exactly so before in this run is not asked about again: all journeys pass the same login. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** A folder for one run: a file for each standing in which axe found nothing. */
    withoutFindings: string;
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Violations of WCAG 2.2 AA and best practice, as `rule: element`. */
export async function axeFindings(page: Page): Promise<string[]> {
  const run = `${axeSource};axe.run(document,{runOnly:["wcag2a","wcag2aa","wcag21a","wcag21aa","wcag22aa","best-practice"],resultTypes:["violations"]}).then(r=>r.violations.flatMap(v=>v.nodes.map(n=>v.id+": "+n.html.slice(0,160))))`;
  return page.evaluate(run) as Promise<string[]>;
}

/**
 * Names how a page stands in all that axe looks at: its markup, what is ticked, open, invalid, empty and focused, its width
 * and its colours. What a number or code (date, amount, id) says does not count, only where the same one stands again: a
 * label that names another field than before is another standing.
 */
export async function standingOf(page: Page): Promise<string> {
  const parts = await page.evaluate(() => {
    const states = [
      ":checked",
      ":disabled",
      ":focus",
      ":modal",
      ":open",
      ":placeholder-shown",
      ":popover-open",
      ":user-invalid",
    ];
    const all = [...document.querySelectorAll("*")];
    const inState = states.map((state) => all.flatMap((element, at) => (element.matches(state) ? [at] : [])).join());
    const codes = new Map<string, string>();
    const shape = document.documentElement.outerHTML.replace(
      /[\w-]*\d[\w-]*/g,
      (code) => codes.get(code) ?? codes.set(code, `#${codes.size}`).get(code)!,
    );
    return [shape, innerWidth, matchMedia("(prefers-color-scheme: dark)").matches, ...inState];
  });
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Whether axe found nothing in this standing before. */
export function isKnownGood(standing: string): boolean {
  return existsSync(join(inject("withoutFindings"), standing));
}

export function keepAsGood(standing: string): void {
  writeFileSync(join(inject("withoutFindings"), standing), "");
}
