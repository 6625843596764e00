/** Axe's findings on a page. A page with a structure that was checked before in this run is skipped: all journeys pass the same login. */
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

/** In the long run every wording of a page is asked about by itself. */
const isExact = process.env["TEST_LONG"] === "1";

/**
 * Names how a page stands in all that axe looks at: elements, styles and states, which labels are equal, what is empty, its
 * width and its colours. What the words say does not count, nor how often something of the same shape is repeated; of
 * numbers and codes (date, amount, id) only where the same one stands again: a label that names another field than before
 * is another standing.
 */
export async function standingOf(page: Page): Promise<string> {
  const parts = await page.evaluate((exact) => {
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
    /** Each value by when it was first met. */
    const namer = (mark: string) => {
      const known = new Map<string, string>();
      return (value: string) => known.get(value) ?? known.set(value, `${mark}${known.size}`).get(value)!;
    };
    const codes = namer("#");
    const labels = namer("=");
    const spoken = ["aria-label", "lang"];
    const shown = ["alt", "content", "datetime", "href", "hreflang", "placeholder", "src", "srcset", "title", "value"];
    const attributeOf = ({ name, value }: Attr): string => {
      if (exact || value === "") return `${name}=${value}`;
      if (spoken.includes(name)) return `${name}${labels(value)}`;
      return shown.includes(name) || name.startsWith("data-") ? name : `${name}=${value}`;
    };
    const shapeOf = (element: Element): string => {
      const inner: string[] = [];
      for (const node of element.childNodes) {
        const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "").trim() : "";
        const isSheet = element.localName === "style";
        if (text !== "" && element.localName !== "script") inner.push(exact || isSheet ? text : "text");
        if (!(node instanceof Element)) continue;
        const shape = shapeOf(node);
        // Two elements of the same structure represent more: the relation between neighbours counts once.
        if (exact || inner.at(-1) !== shape || inner.at(-2) !== shape) inner.push(shape);
      }
      const own = [...element.attributes].map(attributeOf).join(" ");
      const state = states.filter((one) => element.matches(one)).join("");
      return `<${element.localName} ${own} ${state}>${inner.join("")}</>`;
    };
    const shape = shapeOf(document.documentElement).replace(/[\w-]*\d[\w-]*/g, codes);
    return [shape, innerWidth, matchMedia("(prefers-color-scheme: dark)").matches];
  }, isExact);
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Whether axe found nothing in this standing before. */
export function isKnownGood(standing: string): boolean {
  return existsSync(join(inject("withoutFindings"), standing));
}

export function keepAsGood(standing: string): void {
  writeFileSync(join(inject("withoutFindings"), standing), "");
}
