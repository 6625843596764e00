/** The console at a desk: no column hidden at the widths that people work at, and nothing told in the words of a machine. */
import type { Page } from "playwright-core";

/** Widths in CSS pixels: the narrowest that staff work at, and the usual one. */
const widths = [1024, 1280];
/** Paths of calls, names of fields, values without a text. */
const raw = /Tidak diketahui|\b(?:GET|POST) \/|\/api\/|\bundefined\b|\bNaN\b|\[object /;

/** Pages that tell what happened to whom; configuration may name paths. */
const telling = /^\/staff\/(?:audit|borrowers|loans|payments|cases|reviews|complaints|exceptions)\b/;

/** Cut-off or raw texts on a page of the console; the window keeps its size. */
export async function deskFaults(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    faults.push(
      ...(await page.evaluate((at) => {
        // Collapsed content is measured after it is opened.
        const cut = [...document.querySelectorAll(".data-table-room")].filter(
          (one) => one.checkVisibility() && one.scrollWidth > one.clientWidth,
        );
        const { scrollWidth, clientWidth } = document.documentElement;
        return [
          ...cut.map((one) => `at ${at} px the table “${one.querySelector("caption")?.textContent}” is cut`),
          ...(scrollWidth > clientWidth ? [`at ${at} px the page is ${scrollWidth} px wide`] : []),
        ];
      }, width)),
    );
  }
  if (before) await page.setViewportSize(before);
  if (!telling.test(new URL(page.url()).pathname)) return faults;
  const [found] = raw.exec(await page.locator("main").innerText()) ?? [];
  return found === undefined ? faults : [...faults, `“${found}” is told to people`];
}
