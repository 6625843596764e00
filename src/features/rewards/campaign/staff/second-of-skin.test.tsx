/** A second campaign of each skin, with other prizes than the first: its page names the results of its own rules. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { CouponOffer } from "#features/rewards/coupon/contract.ts";
import { instantOf } from "#shared/dates.ts";
import { FrameProvider, PreviewContext } from "#web/frame.tsx";
import { LanguageProvider } from "#web/language.tsx";
import type { PageFrame } from "#web/screen.ts";
import { rowOfSeed } from "#tests/support/campaign-rows.ts";
import { skinLooks } from "#skin-looks.ts";
import { SkinLooksProvider } from "../parts/skin-looks.tsx";
import { campaignPreviewOf } from "../server/preview.ts";
import { seeds } from "../server/seed-table.ts";
import type { CampaignRules, PrizeRule, RulesOf } from "../rules-contract.ts";
import { SkinPreview } from "./skin-preview.tsx";

const opens = "2026-11-21";
const now = instantOf(opens, "WIB", { hour: 9 });
const frame = {
  path: "/p",
  pathWithQuery: "/p",
  brand: { name: "Tunai" },
  formKey: "k",
  now: now.toISOString(),
  origin: "",
} as PageFrame;

type Offered = NonNullable<Parameters<typeof campaignPreviewOf>[1]["offered"]>;

/** The page's readable text, including the artwork, in one line. */
function pageOf(skin: string, change: (rules: CampaignRules) => CampaignRules, offered?: Offered): string {
  const seed = seeds.find((one) => one.skin === skin)!;
  const title = { id: "Acara lain", en: "Another event", zh: "另一个活动" };
  const row = rowOfSeed({ ...seed, title, rules: change(seed.rules) }, opens);
  const pages = (["LOGIN", "RUNNING", "WON"] as const).map((view) =>
    renderToStaticMarkup(
      <FrameProvider frame={frame}>
        <LanguageProvider language="id">
          <PreviewContext value={true}>
            <SkinLooksProvider value={skinLooks}>
              <SkinPreview
                campaign={campaignPreviewOf(row, {
                  view,
                  part: 0,
                  language: "id",
                  reason: "BREAK",
                  now,
                  ...(offered ? { offered } : {}),
                })}
                promises={null}
                isRules={false}
              />
            </SkinLooksProvider>
          </PreviewContext>
        </LanguageProvider>
      </FrameProvider>,
    ),
  );
  return pages
    .join(" ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/[\s\u00a0]+/g, " ");
}
const amountsIn = (page: string) => new Set(page.match(/Rp [\d.]+\d/g));
const sharesIn = (page: string) => new Set(page.match(/[\d,.]*\d%/g));

const otherPrize = (line: PrizeRule): PrizeRule =>
  line.prize.kind === "NOTHING" ? line : { ...line, prize: { kind: "CASH", rupiah: 7_500 } };

const withPrizes = seeds.filter(({ rules, isSample }) => !isSample && "prizes" in rules && rules.mechanic !== "INVITE");

it.each(withPrizes.map(({ skin }) => skin))(
  "A campaign of the skin %s that gives cash names that cash alone.",
  (skin) => {
    const page = pageOf(skin, (rules) =>
      "prizes" in rules ? ({ ...rules, prizes: rules.prizes.map(otherPrize) } as CampaignRules) : rules,
    );
    expect(amountsIn(page)).toEqual(new Set(["Rp 7.500"]));
    expect(page).not.toMatch(/[Kk]upon|Pulsa|kopi/);
  },
);

const offer: CouponOffer = {
  effect: "INTEREST_FIXED",
  maxRupiah: 35_000,
  ppm: null,
  minLoanRupiah: 600_000,
  maxLoanRupiah: null,
  maxTenorDays: null,
  validDays: 9,
  isFirstLoanOnly: false,
  isUsedBySubmission: false,
};
const free: Partial<CouponOffer> = {
  effect: "INTEREST_FREE",
  maxRupiah: 21_000,
  maxLoanRupiah: 700_000,
  maxTenorDays: 14,
  isFirstLoanOnly: true,
};

it.each(["seven-year", "get-coupon", "email-coupon", "new-gift", "free-loan"])(
  "A campaign of the skin %s that gives another coupon says what that one takes off, for whom and how often.",
  (skin) => {
    const page = (more: Partial<CouponOffer>, rules: Partial<RulesOf<"CLAIM">>) =>
      pageOf(
        skin,
        (first) =>
          ({
            ...first,
            prizes: [
              {
                ...(first as RulesOf<"CLAIM">).prizes[0]!,
                prizeKey: "OTHER",
                prize: { kind: "COUPON", couponKey: "other" },
              },
            ],
            needs: [],
            everyDays: 0,
            withinDays: 0,
            ...rules,
          }) as CampaignRules,
        new Map([["OTHER", { conditions: [], offer: { ...offer, ...more } }]]),
      );
    const fixed = page({}, { everyDays: 12 });
    expect(fixed).toContain("Memotong bunga Rp 35.000 dari pinjaman mulai Rp 600.000.");
    expect(fixed).toContain("Bisa diambil lagi setelah 12 hari. Berlaku 9 hari.");
    expect(amountsIn(fixed)).toEqual(new Set(["Rp 35.000", "Rp 600.000"]));
    expect(sharesIn(fixed)).toEqual(new Set());
    expect(fixed).not.toMatch(/email|menit/);
    const percent = page({ effect: "INTEREST_PERCENT", ppm: 150_000 }, { needs: ["EMAIL_VERIFIED"] });
    expect(percent).toContain("Memotong 15% bunga pinjaman mulai Rp 600.000, paling banyak Rp 35.000.");
    expect(percent).toContain("Untuk yang sudah memverifikasi email. Sekali untuk setiap orang. Satu alamat email");
    expect([...sharesIn(percent)]).toEqual(["15%"]);
    expect(page(free, {})).toContain("Kupon tanpa bunga untuk pinjaman pertama sampai Rp 700.000 selama 14 hari.");
  },
);
