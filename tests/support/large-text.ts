/** A page in the narrowest window with its text twice as large, as people with weak eyes read it (WCAG 1.4.4, 1.4.10). */
import type { Page } from "playwright-core";

/** In CSS pixels. */
const narrowest = { width: 320, height: 640 };

/** Places that stick out of the window or cut their own words; the window and the text keep the size that they had. */
export async function largeTextFaults(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  await page.setViewportSize(narrowest);
  const faults = await page.evaluate(() => {
    const root = document.documentElement;
    root.style.fontSize = "200%";
    // One that has not begun holds its part at the place that it comes from.
    for (const animation of document.getAnimations()) animation.cancel();
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} “${element.textContent?.trim().slice(0, 40)}”`;
    /** Tables and code may be moved sideways within a room of their own; what is hidden from eyes is one pixel wide. */
    const hasRoom = (element: Element) => {
      for (let one: Element | null = element; one && one !== document.body; one = one.parentElement)
        if (/auto|scroll/.test(getComputedStyle(one).overflowX) || one.clientWidth === 1) return true;
      return false;
    };
    const shown = [...document.querySelectorAll("body *")].filter(
      (one) =>
        !one.closest("svg, .visually-hidden") &&
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    );
    const wide = shown.filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width > 1 && (right > root.clientWidth + 1 || left < -1) && !hasRoom(one);
    });
    const cut = shown.filter((one) => {
      const { overflowX, overflowY } = getComputedStyle(one);
      const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
      return (
        one.textContent?.trim() &&
        one.clientWidth > 1 &&
        ((hides(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
          (hides(overflowY) && one.scrollHeight > one.clientHeight + 1))
      );
    });
    const inner = (elements: Element[]) =>
      elements.filter((one) => !elements.some((other) => other !== one && one.contains(other)));
    const found = [
      ...inner(wide).map((one) => `sticks out: ${name(one)}`),
      ...inner(cut).map((one) => `cuts its words: ${name(one)}`),
    ];
    if (found.length === 0 && root.scrollWidth > root.clientWidth)
      found.push(`the page is ${root.scrollWidth} px wide`);
    root.style.fontSize = "";
    return found;
  });
  if (before) await page.setViewportSize(before);
  return faults.map((fault) => `with large text ${fault}`);
}
