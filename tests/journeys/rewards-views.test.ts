/** Every view of every mechanic in every skin, as staff preview it: drawn, told apart, and without anything that acts. */
import { expect, it } from "vitest";
import { sandboxGet } from "#tests/support/borrower.ts";
import type { Phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { skins } from "#features/rewards/campaign/skins-contract.ts";
import { waysOf } from "#tests/support/ways.ts";

interface Listed {
  items: { activityId: string; mechanic: string }[];
}

/** One of the seeded campaigns for each skin; the eggs of every view share theirs. */
const named: Readonly<Partial<Record<string, string>>> = {
  "check-in": "check-in-daily",
  "toy-egg": "toy-egg-1",
  wish: "wish-dream",
  tomoro: "tomoro-coffee",
  invite: "invite-friends",
};

/** A page as the server writes it; some three hundred are read, and nothing on them waits for a script. */
async function htmlOf({ context, origin }: Phone, address: string): Promise<string> {
  const answer = await context.request.get(origin + address);
  expect(answer.status(), address).toBe(200);
  const html = await answer.text();
  // The styles are those of the page that reads it, whose policy takes no others.
  return html.slice(html.indexOf("<main"));
}

/** Runs in the browser, whose parser reads what the preview holds. */
function drawn({ html }: { html: string }): { forms: number; inert: number; words: string } {
  const page = new DOMParser().parseFromString(html, "text/html");
  const phone = page.querySelector(".preview-phone");
  return {
    forms: phone?.querySelectorAll("form").length ?? -1,
    inert: page.querySelectorAll(".preview-screen[inert]").length,
    words: phone?.textContent ?? "",
  };
}

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "id-ID", colorScheme: "light" },
    { javaScript: false, language: "en-GB", colorScheme: "dark" },
  ]),
)(
  "Staff look at every view of every skin, and none of it can be pressed (script: $javaScript, $colorScheme).",
  async (options) => {
    const who = await staffPhone("admin", 0, options);
    const { page } = who;
    await expect
      .poll(async () => (await sandboxGet<Listed>(who, "/api/activity")).items.length, {
        timeout: 60_000,
        interval: 500,
      })
      .toBeGreaterThan(20);
    for (const skin of skins) {
      const path = `/staff/campaigns/${named[skin] ?? skin}/preview`;
      await who.open(path);
      const views = await page
        .locator(".preview-choices .tabs")
        .first()
        .locator("a")
        .evaluateAll((links) =>
          links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get("view")!),
        );
      expect(views, skin).toContain("RUNNING");
      const seen = new Map<string, string>();
      for (const view of views) {
        // Without script the same parts are drawn: each skin's action is looked at once.
        if (!options.javaScript && view !== "RUNNING") continue;
        for (const part of view === "RUNNING" && options.javaScript ? [0, 35, 65, 95] : [65]) {
          const address = `${path}?view=${view}&part=${part}`;
          const { forms, inert, words } = await page.evaluate(drawn, { html: await htmlOf(who, address) });
          expect({ forms, inert }, address).toEqual({ forms: 0, inert: 1 });
          if (part === 65) {
            expect(seen.get(words), `${skin}: ${view} reads like another view`).toBeUndefined();
            seen.set(words, view);
          }
          if (!process.env["PICTURES"]) continue;
          await page.goto(who.origin + address);
          await page.locator(".preview-phone").screenshot({
            path: `${process.env["PICTURES"]}/view-${options.colorScheme}-${skin}-${view}-${part}.png`,
          });
        }
      }
    }
    const posted = await who.context.request.post(`${who.origin}/staff/campaigns/toy-egg-1/preview`, {
      form: { intent: "play", choice: "2" },
      headers: { "Sec-Fetch-Site": "same-origin" },
    });
    expect(posted.status()).toBe(405);
  },
  480_000,
);
