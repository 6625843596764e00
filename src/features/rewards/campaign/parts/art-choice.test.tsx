/** A campaign's page in its order, and a choice made in the artwork. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { EggScreen } from "#features/rewards/campaign-egg/parts/egg-screen.tsx";
import { PickScreen } from "#features/rewards/campaign-pick/parts/pick-screen.tsx";
import { FrameProvider } from "#web/frame.tsx";
import { LanguageProvider } from "#web/language.tsx";
import type { PageFrame } from "#web/screen.ts";
import type { Campaign } from "../contract.ts";

const path = "/webview/activity/toy-egg/toy-egg-1";
const cash = { prizeKey: "CASH_5000", prize: { kind: "CASH", rupiah: 5_000 }, left: 3, stock: 3, perDay: 0 } as const;
const empty = { prizeKey: "NOTHING", prize: { kind: "NOTHING" }, left: null, stock: 0, perDay: 0 } as const;
const lines = [cash, empty].map((line) => ({ ...line, ppm: 500_000, costPoints: 0, isTooLate: false, conditions: [] }));
const campaign = {
  activityId: "toy-egg-1",
  mechanic: "INSTANT",
  skin: "toy-egg",
  title: "Telur",
  view: "RUNNING",
  opensAt: "2026-11-20T17:00:00.000Z",
  closesAt: "2027-11-20T17:00:00.000Z",
  path,
  reminds: false,
  isVisitor: false,
  isOver: false,
  claimsUntil: null,
  prizes: lines,
  tasks: [{ task: "DAILY_SIGN_IN", gives: 1, doneToday: true }],
  needs: [],
  caps: [],
  ticketIds: ["TICKET0001"],
  playsLeft: 3,
  asksAgreement: false,
  nextAt: null,
  permit: null,
  commitment: null,
  lastDrawId: null,
  award: null,
  prizeUntil: null,
  mayWithdraw: false,
  voucherCode: null,
  plusPoints: 0,
  play: null,
  wish: null,
  pick: null,
} as unknown as Campaign;
const frame = { path, pathWithQuery: path, formKey: "key", now: "2026-11-21T03:00:00.000Z" } as PageFrame;
const drawn = (seen: Campaign, where: Partial<PageFrame> = {}): string =>
  renderToStaticMarkup(
    <FrameProvider frame={{ ...frame, ...where }}>
      <LanguageProvider language="id">
        {seen.mechanic === "PICK" ? (
          <PickScreen campaign={seen} outcome={undefined} />
        ) : (
          <EggScreen campaign={seen} scene="henhouse" outcome={undefined} rules="/rules" />
        )}
      </LanguageProvider>
    </FrameProvider>,
  );
/** The position of each of these in a page that has all of them. */
const placesOf = (html: string, parts: readonly string[]): number[] =>
  parts.map((part) => {
    expect(html, part).toContain(part);
    return html.indexOf(part);
  });

it("An egg is chosen in the artwork: three radio buttons under their names, the middle one chosen, in the form whose button opens it.", () => {
  const html = drawn(campaign);
  const order = ["<form", "<fieldset", "Pilih telur Anda", "Kiri", "Tengah", "Kanan", "<h1", "Buka telur kanan"];
  const places = placesOf(html, [...order, "</form>", "Rp 5.000 tunai", "Syarat dan ketentuan"].map(spaced));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(html.match(/type="radio" name="choice" required="" value="\d"|type="radio"[^>]*name="choice"/g)).toHaveLength(
    3,
  );
  expect(/<input[^>]*value="2"[^>]*>/.exec(html)?.[0]).toContain("checked");
});

it("A country is chosen on the pitch, none beforehand, and before the table of the pool.", () => {
  const pick = {
    options: ["SAMPLE_A", "SAMPLE_B"],
    names: ["A", "B"].map((letter) => {
      const name = `Contoh ${letter}`;
      return { optionKey: `SAMPLE_${letter}`, id: name, en: name, zh: name };
    }),
    choice: null,
    lockedAt: "2026-12-20T17:00:00.000Z",
    poolRupiah: 100_000_000,
    maxRupiah: 1_000_000,
    people: 3,
    result: null,
  };
  const html = drawn({ ...campaign, mechanic: "PICK", skin: "world-cup", prizes: [], tasks: [], pick } as Campaign);
  const places = placesOf(html, [
    "<form",
    "Contoh A",
    "Contoh B",
    "<h1",
    "Pilih juara ini",
    "</form>",
    "Sudah memilih",
  ]);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(html).not.toContain("checked");
});

it("A win says the prize, where it is and until when, what else the eggs held, its proof and one next step, before anything else.", () => {
  const award = {
    awardId: "a",
    activityId: "toy-egg-1",
    prizeKey: "CASH_5000",
    prize: cash.prize,
    state: "GIVEN",
    wonAt: frame.now,
    drawId: "toy-egg-1:2026-11-21",
  } as const;
  const won = {
    ...campaign,
    view: "WON",
    award,
    prizeUntil: "2027-11-21T03:00:00.000Z",
    play: { choice: 1, prizeKey: "CASH_5000", held: ["CASH_5000", "NOTHING", "NOTHING"] },
  } as Campaign;
  const named = { pathWithQuery: `${path}?ticket=t&award=a` };
  const html = drawn(won, named);
  const places = placesOf(
    html,
    [
      "Anda dapat",
      "Rp 5.000 tunai",
      "Sudah di dompet Anda, bisa ditarik sampai 21 Nov 2027.",
      "Pajaknya sudah kami bayar.",
      "Telur lainnya kosong.",
      "Lihat bukti undian",
      "Buka dompet",
      "Buka satu lagi",
      "Syarat dan ketentuan",
    ].map(spaced),
  );
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(drawn({ ...won, mayWithdraw: true }, named)).toContain("Tarik ke rekening");
});

it("A prize that was taken back is no win: its tag says so, and no step leads to money.", () => {
  const award = { awardId: "a", prize: cash.prize, state: "REVOKED", drawId: null } as Campaign["award"];
  const html = drawn({ ...campaign, view: "WON", award });
  expect(html).toContain("Ditarik kembali");
  expect(html).not.toContain("campaign-win");
  expect(html).not.toContain("Hadiah Anda");
});

it("Visitors read the campaign's own promise before they log in, and no lock stands over it.", () => {
  const html = drawn({ ...campaign, view: "LOGIN", isVisitor: true, ticketIds: [] });
  expect(html).toContain(spaced("Isinya sampai Rp 5.000 tunai."));
  expect(html).toContain("Masuk untuk ikut");
  expect(html).not.toContain("campaign-sign");
});

/** Amounts are not broken across lines. */
function spaced(words: string): string {
  return words.replaceAll("Rp ", "Rp\u00a0");
}

it("A pick that was made, won or lost names the option; an early end and a rest say when.", () => {
  const names = ["A", "B"].map((letter) => ({
    optionKey: `SAMPLE_${letter}`,
    id: `Contoh ${letter}`,
    en: `Sample ${letter}`,
    zh: `示例 ${letter}`,
  }));
  const pick = {
    options: ["SAMPLE_A", "SAMPLE_B"],
    names,
    choice: "SAMPLE_B",
    lockedAt: "2026-12-19T17:00:00.000Z",
    poolRupiah: 100_000_000,
    maxRupiah: 1_000_000,
    people: 12,
    result: null,
  };
  const result = { optionKey: "SAMPLE_A", source: "https://hasil.example", winners: 3, shareRupiah: 1_000_000 };
  const ofPick = { ...campaign, mechanic: "PICK", skin: "world-cup", prizes: [], tasks: [] };
  const words = (more: object) => drawn({ ...ofPick, ...more } as unknown as Campaign).replaceAll("\u00a0", " ");
  expect(words({ view: "WAITING", pick })).toContain("Pilihan Anda: Contoh B</h1>");
  const lost = words({ view: "LOST", pick: { ...pick, result } });
  expect(lost).toContain("Belum tepat</h1>");
  expect(lost).toContain("Juaranya Contoh A. Pilihan Anda Contoh B.");
  const award = {
    awardId: "a",
    activityId: "world-cup",
    prizeKey: "SHARE",
    prize: { kind: "CASH", rupiah: 1_000_000 },
    state: "GIVEN",
    wonAt: frame.now,
    drawId: null,
  };
  const won = words({ view: "WON", award, pick: { ...pick, choice: "SAMPLE_A", result } });
  expect(won).toContain("Rp 1.000.000 tunai");
  expect(won).toContain("Juaranya Contoh A. Pilihan Anda Contoh A.");
  const endedEarlyAt = "2026-11-25T03:00:00.000Z";
  const ended = drawn({ ...campaign, view: "ENDED", isOver: true, endedEarlyAt } as Campaign);
  expect(ended).toContain("Kami mengakhiri event ini lebih awal, pada 25 Nov 2026 pukul 10.00 WIB.");
  expect(ended).toContain("21 Nov 2026 sampai 25 Nov 2026");
  expect(ended).toContain("Tiket Anda yang belum dipakai (1) ikut berakhir.");
  expect(drawn({ ...campaign, view: "ENDED", isOver: true, ticketIds: [] } as Campaign)).not.toContain("Tiket Anda");
  const resting = { ...campaign, view: "NOT_ELIGIBLE", reason: "BREAK", restsUntil: "2027-01-17T17:00:00.000Z" };
  expect(drawn(resting as Campaign)).toContain("sampai 18 Januari 2027, seperti yang Anda pilih.");
});
