/** The page after an action names the action and its result. // Product decisions, rewards 11 */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FrameProvider } from "#web/frame.tsx";
import { LanguageProvider } from "#web/language.tsx";
import type { PageFrame } from "#web/screen.ts";
import type { Campaign } from "../contract.ts";
import { ActButton, ActResult, answerPath, type ActOutcome } from "./act.tsx";

const frame = (more: Partial<PageFrame>) => ({ pathWithQuery: "/webview/golden-egg", ...more }) as PageFrame;
const award = { awardId: "a", prize: { kind: "CASH", rupiah: 70_000 } } as Campaign["award"];

function told(
  given: Partial<PageFrame>,
  campaign?: Pick<Campaign, "view" | "award">,
  outcome: ActOutcome = null,
): string {
  const html = renderToStaticMarkup(
    <FrameProvider frame={frame(given)}>
      <ActResult outcome={outcome} {...(campaign ? { campaign } : {})} />
    </FrameProvider>,
  );
  return /data-track-value="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? html;
}
const after = (...given: Parameters<typeof answerPath>) => ({ pathWithQuery: answerPath(...given) });

it("A button names its act, and the page that its answer leads to what came of it, without amounts and codes.", () => {
  const button = renderToStaticMarkup(
    <LanguageProvider language="en">
      <ActButton act="play">Open</ActButton>
    </LanguageProvider>,
  );
  expect(button).toContain('data-track="campaign_act" data-track-value="act=play"');
  const path = "/webview/golden-egg";
  const won = { view: "WON", award } as const;
  expect(told(after(path, "play", { ticket: "T", award: "a" }), won)).toBe("act=play&outcome=AWARD");
  expect(told(after(path, "play", { ticket: "T", award: null }), { view: "LOST", award: null })).toBe(
    "act=play&outcome=NOTHING",
  );
  expect(told(after(path, "check-in"), { view: "DONE_TODAY", award: null })).toBe("act=check-in&outcome=DONE");
  expect(told(after("/webview/activity/comming", "remind", { reminded: "true" }))).toBe("act=remind&outcome=DONE");
});

it("A refusal is told by its code, and a page that answers nothing tells nothing.", () => {
  const refused = { form: "checkIn", answer: { failure: { status: { code: "CAP_REACHED" } } } };
  expect(told({ posted: true }, { view: "RUNNING", award: null }, refused)).toBe("act=check-in&outcome=CAP_REACHED");
  expect(told({}, { view: "WON", award })).toBe("");
  expect(told({ pathWithQuery: "/webview/golden-egg?act=made-up" }, { view: "WON", award })).toBe("");
});
