/**
 * Every skin's artwork as the server sends it, in every view: small, at most one animation, and none for people who
 * prefer reduced motion. // Product decisions, rewards 1
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FrameProvider, PreviewContext } from "#web/frame.tsx";
import { LanguageProvider } from "#web/language.tsx";
import type { PageFrame } from "#web/screen.ts";
import { instantOf } from "#shared/dates.ts";
import { rowOfSeed } from "#tests/support/campaign-rows.ts";
import { TreeArt } from "#features/rewards/campaign-watering/parts/tree-art.tsx";
import { trees } from "#features/rewards/campaign-watering/parts/trees.ts";
import { InviteArt } from "#features/rewards/invitation/parts/invite-art.tsx";
import { WalletArt } from "#features/rewards/wallet/parts/wallet-art.tsx";
import { CurtainArt, MarketArt } from "../parts/coupon-art.tsx";
import { DrawArt } from "../parts/draw-art.tsx";
import { skinLooks } from "#skin-looks.ts";
import { SkinLooksProvider } from "../parts/skin-looks.tsx";
import { previewParts, viewsOf } from "../preview-contract.ts";
import { campaignPreviewOf } from "../server/preview.ts";
import { seeds } from "../server/seed-table.ts";
import { SkinPreview } from "./skin-preview.tsx";

/** Product decisions, rewards 1: at most 4 KB compressed. */
const maxBytes = 4 * 1_024;
const opens = "2026-11-21";
const now = instantOf(opens, "WIB", { hour: 9 });
const promises = {
  couponRupiah: 10_000,
  cashRupiah: 150_000,
  loanWithinDays: 180,
  givenAfterDays: 3,
  maxRewarded: 20,
  inDays: 365,
};

const pageOf = (campaign: ReturnType<typeof campaignPreviewOf>, act = ""): string =>
  renderToStaticMarkup(
    <FrameProvider
      frame={
        {
          path: "/p",
          pathWithQuery: `/p${act}`,
          brand: { name: "Tunai" },
          formKey: "k",
          now: now.toISOString(),
          origin: "",
        } as PageFrame
      }
    >
      <LanguageProvider language="id">
        <PreviewContext value={true}>
          <SkinLooksProvider value={skinLooks}>
            <SkinPreview campaign={campaign} promises={promises} isRules={false} />
          </SkinLooksProvider>
        </PreviewContext>
      </LanguageProvider>
    </FrameProvider>,
  );
const scenesOf = (html: string): string[] => html.match(/<svg class="[^"]*campaign-art-scene[^]*?<\/svg>/g) ?? [];

function isGood(scene: string): void {
  expect(brotliCompressSync(scene).length).toBeLessThanOrEqual(maxBytes);
  expect(scene.match(/campaign-moves/g)?.length ?? 0).toBeLessThanOrEqual(1);
  expect(scene).not.toMatch(/<(?:animate|style|script|image|foreignObject)|href=|NaN|undefined/);
  expect(scene).toContain('aria-hidden="true"');
}

const drawnBy = new Map<string, string>();

/** The eggs of all views share one size limit. */
const ofSkins = new Map(seeds.map((seed) => [seed.skin, seed] as const));

it.each([...ofSkins])("The artwork of %s", (skin, seed) => {
  const row = rowOfSeed(seed, opens);
  const scenes = new Set<string>();
  for (const view of viewsOf(row))
    for (const part of previewParts) {
      const campaign = campaignPreviewOf(row, { view, part, language: "id", reason: "BREAK", now });
      const html = pageOf(campaign, "?act=pour");
      expect(html.match(/campaign-moves/g)?.length ?? 0, `${skin} ${view} moves`).toBeLessThanOrEqual(1);
      for (const scene of scenesOf(html)) scenes.add(scene);
    }
  for (const scene of scenes) {
    isGood(scene);
    expect(drawnBy.get(scene) ?? skin, "another skin's picture").toBe(skin);
    drawnBy.set(scene, skin);
  }
  expect(scenes.size).toBeGreaterThan(0);
});

it("The artwork of what is no campaign of its own, another for each state", () => {
  const at = { isFilled: true, isSending: false, isOrdered: false };
  const scenes = [
    <WalletArt {...at} isFilled={false} />,
    <WalletArt {...at} />,
    <WalletArt {...at} isSending />,
    <WalletArt {...at} isSending isOrdered />,
    <InviteArt scene="dusk" friends={2} amount="Rp 150.000" />,
    <MarketArt />,
    <CurtainArt />,
    <DrawArt isOpen={false} />,
    <DrawArt isOpen />,
  ].map((scene) => renderToStaticMarkup(scene));
  for (const scene of scenes) isGood(scene);
  expect(new Set(scenes).size).toBe(scenes.length);
});

it("Five waterings differ in every stage, and each stage from the one before it.", () => {
  const scenes = trees.flatMap((tree) =>
    [0, 1, 2, 3, 4].map((stage) => renderToStaticMarkup(<TreeArt {...{ tree, stage }} />)),
  );
  expect(new Set(scenes).size).toBe(trees.length * 5);
});

it("One movement is all that any campaign's styles have: for under a second and a half, where nobody asked for stillness.", () => {
  const wing = join(import.meta.dirname, "../..");
  const styles = [wing, join(wing, "../../web/ui/art")]
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith(".css"))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  expect(styles.match(/@keyframes/g)).toHaveLength(1);
  const moving = [...styles.matchAll(/animation:\s*campaign-arrives ([\d.]+)s/g)];
  expect(moving).toHaveLength(1);
  expect(Number(moving[0]![1])).toBeLessThan(1.5);
  const asked = styles.indexOf("@media (prefers-reduced-motion: no-preference)");
  const inside = styles.slice(asked, styles.indexOf("\n}", asked));
  expect(inside).toContain("campaign-arrives");
  expect(styles).not.toMatch(/transition:/);
});
