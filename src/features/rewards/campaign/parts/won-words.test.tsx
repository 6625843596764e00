/** The text about a prize follows the state of its award. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FrameProvider } from "#web/frame.tsx";
import { LanguageProvider } from "#web/language.tsx";
import type { PageFrame } from "#web/screen.ts";
import type { AwardState, Campaign } from "../contract.ts";
import { StateWords } from "./campaign-frame.tsx";

const wordsOf = (state: AwardState): string =>
  renderToStaticMarkup(
    <FrameProvider frame={{ now: "2026-11-21T00:00:00Z" } as PageFrame}>
      <LanguageProvider language="en">
        <StateWords campaign={{ view: "WON", award: { state, prize: { kind: "CASH", rupiah: 5_000 } } } as Campaign} />
      </LanguageProvider>
    </FrameProvider>,
  );

it("A prize that is not given says so; one that is given has a part of its own.", () => {
  expect(wordsOf("GIVEN")).toBe("");
  expect(wordsOf("PENDING")).toContain("not given yet");
  expect(wordsOf("HELD")).toContain("being checked");
  expect(wordsOf("REFUSED")).toContain("was not given");
  expect(wordsOf("REVOKED")).toContain("was taken back");
});
