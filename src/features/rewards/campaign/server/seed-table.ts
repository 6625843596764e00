/** The initial campaigns of an installation outside prod: one for each screen, and eggs in which every view can be reached. // Product decisions, rewards 1 */
import type { Text } from "#shared/texts.ts";
import type { CampaignRules, CampaignTask, Prize, PrizeRule, RulesOf, TaskRule } from "../rules-contract.ts";
import type { Skin } from "../skins-contract.ts";

export interface Seed {
  activityId: string;
  skin: Skin;
  title: Text;
  rules: CampaignRules;
  /** Days for which it runs; 400 by default. */
  days?: number;
  /** Days from the installation's first; 0 by default. */
  opensInDays?: number;
  /** The state it gets after its approval. */
  ends?: "PAUSED" | "ENDED";
  /** Its budget is released at once, so that no day is covered. */
  isEmptied?: true;
  /** Shows a view; it can be opened only by its address. */
  isSample?: true;
}

const line = (prizeKey: string, prize: Prize, more: Partial<PrizeRule> = {}): PrizeRule => ({
  prizeKey,
  prize,
  stock: 0,
  perDay: 0,
  ppm: 0,
  costPoints: 0,
  ...more,
});
const tasks = (...gives: [CampaignTask, number][]): TaskRule[] =>
  gives.map(([task, units]) => ({ task, gives: units }));
const claim = (prizes: PrizeRule[], more: Partial<RulesOf<"CLAIM">> = {}): RulesOf<"CLAIM"> => ({
  mechanic: "CLAIM",
  prizes,
  needs: [],
  withinDays: 0,
  neverLate: false,
  everyDays: 0,
  timesAMonth: 0,
  asksCode: false,
  ...more,
});
const coupon10: Prize = { kind: "COUPON", couponKey: "interest-10000" };
const cash = (rupiah: number): Prize => ({ kind: "CASH", rupiah });
const points = (count: number): Prize => ({ kind: "POINTS", points: count });
const voucher = (voucherKey: string, rupiah: number): Prize => ({ kind: "VOUCHER", voucherKey, rupiah });

const eggTasks = tasks(["DAILY_SIGN_IN", 1], ["PAYMENT_SUCCESS", 1], ["SHARE_MGM", 1]);
const egg = (prizes: PrizeRule[], asksAgreement = false): RulesOf<"INSTANT"> => ({
  mechanic: "INSTANT",
  prizes,
  tasks: eggTasks,
  playsADay: 3,
  choices: 3,
  asksAgreement,
});
/** Product decisions, rewards 8. */
const toyEgg = [
  line("CASH_70000", cash(70_000), { perDay: 5, ppm: 2_000 }),
  line("CASH_5000", cash(5_000), { perDay: 200, ppm: 98_000 }),
  line("COUPON_10000", coupon10, { perDay: 500, ppm: 250_000 }),
  line("POINTS_20", points(20), { ppm: 350_000 }),
  line("NOTHING", { kind: "NOTHING" }, { ppm: 300_000 }),
];
const sureWin = [line("CASH_5000", cash(5_000), { perDay: 200, ppm: 1_000_000 })];
const sureLoss = [line("NOTHING", { kind: "NOTHING" }, { ppm: 1_000_000 })];

const grow = (fruit: number, days: number, prizeKey: string, prize: Prize): RulesOf<"GROW"> => ({
  mechanic: "GROW",
  prizes: [line(prizeKey, prize)],
  tasks: tasks(["DAILY_SIGN_IN", 30], ["PAYMENT_SUCCESS", 50], ["SHARE_MGM", 50]),
  fruit,
  days,
  energyADay: 100,
  pour: 10,
});
const checkIn = (rules: TaskRule[]): RulesOf<"CHECK_IN"> => ({
  mechanic: "CHECK_IN",
  points: 5,
  lastPoints: 50,
  streakDays: 7,
  tasks: rules,
});
const accountTasks = tasks(["SET_PASSWORD", 50], ["SHARE_MGM", 100]);
const loanTasks = tasks(["PAYMENT_SUCCESS", 100], ["FINISH_ORDER", 200]);
const eggs = { id: "Pilih satu telur", en: "Choose one egg", zh: "选一颗蛋" };

export const seeds: readonly Seed[] = [
  {
    activityId: "seven-year",
    skin: "seven-year",
    title: { id: "Tujuh tahun bersama", en: "Seven years together", zh: "七周年同行" },
    rules: claim([line("COUPON_20", { kind: "COUPON", couponKey: "interest-20-percent" }, { stock: 200 })]),
  },
  {
    activityId: "get-coupon",
    skin: "get-coupon",
    title: { id: "Kupon potongan bunga Rp 10.000", en: "Interest coupon of Rp 10.000", zh: "Rp 10.000 利息券" },
    rules: claim([line("COUPON_10000", coupon10, { stock: 10_000 })], { everyDays: 30 }),
  },
  {
    activityId: "email-coupon",
    skin: "email-coupon",
    title: { id: "Kupon untuk email Anda", en: "A coupon for your email", zh: "邮箱验证优惠券" },
    rules: claim([line("COUPON_10000", coupon10, { stock: 10_000 })], { needs: ["EMAIL_VERIFIED"] }),
  },
  {
    activityId: "points-shop",
    skin: "points-shop",
    title: { id: "Tukar poin", en: "Exchange points", zh: "积分兑换" },
    rules: claim(
      [
        line("COUPON_10000", coupon10, { stock: 10_000, costPoints: 1_000 }),
        line("PHONE_25000", voucher("PHONE_CREDIT", 25_000), { stock: 2_000, costPoints: 2_500 }),
        line("COFFEE", voucher("COFFEE", 30_000), { stock: 1_000, costPoints: 3_000 }),
      ],
      { timesAMonth: 2 },
    ),
  },
  {
    activityId: "new-gift",
    skin: "new-gift",
    title: { id: "Hadiah selamat datang", en: "A welcome gift", zh: "新人礼" },
    rules: claim([line("COUPON_10000", coupon10, { stock: 10_000 })], {
      needs: ["PROFILE_COMPLETED", "PASSWORD_SET"],
      withinDays: 30,
      plusPoints: 100,
    }),
  },
  {
    activityId: "order-gift",
    skin: "order-gift",
    title: { id: "Hadiah lunas tepat waktu", en: "A gift for repaying on time", zh: "按时还清礼" },
    rules: claim(
      [
        line("VOUCHER_25000", voucher("PHONE_CREDIT", 25_000), { stock: 5_000 }),
        line("POINTS_300", points(300)),
        line("CASH_15000", cash(15_000), { stock: 5_000 }),
      ],
      { needs: ["LOAN_PAID_OFF"], neverLate: true },
    ),
  },
  {
    activityId: "free-loan",
    skin: "free-loan",
    title: { id: "Pinjaman Tanpa Bunga", en: "A loan without interest", zh: "免息借款" },
    rules: claim([line("COUPON_FREE", { kind: "COUPON", couponKey: "interest-free" }, { stock: 1_000 })]),
  },
  {
    activityId: "tomoro-coffee",
    skin: "tomoro",
    title: { id: "Secangkir kopi di gerai", en: "A cup of coffee at the café", zh: "门店一杯咖啡" },
    rules: claim([line("COFFEE", voucher("COFFEE", 30_000), { perDay: 100 })], {
      needs: ["IDENTITY_VERIFIED"],
      asksCode: true,
    }),
  },
  {
    activityId: "check-in-daily",
    skin: "check-in",
    title: { id: "Check-in tiap hari", en: "Check in every day", zh: "每日签到" },
    rules: checkIn([...accountTasks, ...loanTasks]),
  },
  {
    activityId: "check-in-order",
    skin: "check-in-order",
    title: { id: "Check-in dan bayar tepat waktu", en: "Check in and pay on time", zh: "签到与按时还款" },
    rules: checkIn([...loanTasks, ...accountTasks]),
  },
  {
    activityId: "wish-dream",
    skin: "wish",
    title: { id: "Keinginan hari ini", en: "A wish for today", zh: "今日心愿" },
    rules: {
      mechanic: "DRAW",
      prizes: [line("WISH_25000", cash(25_000)), line("WISH_50000", cash(50_000)), line("WISH_70000", cash(70_000))],
      tasks: tasks(["DAILY_SIGN_IN", 10]),
      winners: 3,
      maxPoints: 60,
      drawHour: 10,
      help: { byNew: 20, byOld: 5, toNew: 10, toOld: 5, newDays: 7, helpsADay: 3, helpedADay: 10 },
    },
  },
  {
    activityId: "world-cup",
    skin: "world-cup",
    days: 30,
    title: { id: "Pilih satu juara (contoh)", en: "Pick one champion (sample)", zh: "选一个冠军（示例）" },
    rules: {
      mechanic: "PICK",
      options: Array.from("ABCDEFGHIJKLMNOP", (letter) => ({
        optionKey: `SAMPLE_${letter}`,
        id: `Contoh ${letter}`,
        en: `Sample ${letter}`,
        zh: `示例 ${letter}`,
      })),
      lockDay: 24,
      poolRupiah: 100_000_000,
      maxRupiah: 1_000_000,
    },
  },
  {
    activityId: "toy-egg-1",
    skin: "toy-egg",
    title: { id: "Telur mainan", en: "The toy egg", zh: "玩具蛋" },
    rules: egg(toyEgg),
  },
  {
    activityId: "toy-egg-2",
    skin: "toy-egg-2",
    title: { id: "Telur kejutan", en: "The surprise egg", zh: "惊喜蛋" },
    rules: egg(toyEgg, true),
  },
  {
    activityId: "golden-egg",
    skin: "golden-egg",
    title: { id: "Telur emas", en: "The golden egg", zh: "金蛋" },
    rules: egg([
      line("CASH_70000", cash(70_000), { perDay: 5, ppm: 10_000 }),
      line("POINTS_50", points(50), { ppm: 490_000 }),
      line("NOTHING", { kind: "NOTHING" }, { ppm: 500_000 }),
    ]),
  },
  {
    activityId: "watering",
    skin: "watering",
    title: { id: "Pohon di kebun", en: "A tree in the garden", zh: "花园里的树" },
    rules: grow(600, 30, "CASH_10000", cash(10_000)),
  },
  {
    activityId: "watering-new",
    skin: "watering-new",
    title: { id: "Pohon di teras", en: "A tree on the terrace", zh: "露台上的树" },
    rules: grow(600, 30, "VOUCHER_10000", voucher("PHONE_CREDIT", 10_000)),
  },
  {
    activityId: "watering-new-year",
    skin: "watering-new-year",
    title: { id: "Pohon malam tahun baru", en: "A tree for new year's night", zh: "新年夜之树" },
    rules: grow(300, 15, "CASH_5000", cash(5_000)),
  },
  {
    activityId: "watering-new-skin",
    skin: "watering-new-skin",
    title: { id: "Terumbu karang", en: "The coral reef", zh: "珊瑚礁" },
    rules: grow(600, 30, "POINTS_150", points(150)),
  },
  {
    activityId: "watering-new-page",
    skin: "watering-new-page",
    title: { id: "Sawah", en: "The rice field", zh: "稻田" },
    rules: grow(900, 45, "CASH_15000", cash(15_000)),
  },
  {
    activityId: "invite-friends",
    skin: "invite",
    title: { id: "Ajak teman, berdua dapat", en: "Invite a friend, you both gain", zh: "邀请好友，双方得礼" },
    rules: {
      mechanic: "INVITE",
      prizes: [line("COUPON_10000", coupon10, { stock: 10_000 }), line("CASH_150000", cash(150_000))],
      verified: "COUPON_10000",
      firstLoan: "CASH_150000",
      loanWithinDays: 180,
      givenAfterDays: 3,
      maxRewarded: 20,
      inDays: 365,
    },
  },
  {
    activityId: "year-end-gift",
    skin: "new-gift",
    title: { id: "Hadiah akhir tahun", en: "A gift at the year's end", zh: "年末礼" },
    rules: claim([line("POINTS_150", points(150), { stock: 10_000 })], { needs: ["IDENTITY_VERIFIED"] }),
    opensInDays: 21,
    days: 30,
  },
  { activityId: "egg-soon", skin: "toy-egg", title: eggs, isSample: true, rules: egg(toyEgg), opensInDays: 30 },
  { activityId: "egg-paused", skin: "toy-egg", title: eggs, isSample: true, rules: egg(toyEgg), ends: "PAUSED" },
  { activityId: "egg-empty", skin: "toy-egg", title: eggs, isSample: true, rules: egg(toyEgg), isEmptied: true },
  { activityId: "egg-ended", skin: "toy-egg", title: eggs, isSample: true, rules: egg(toyEgg), ends: "ENDED" },
  { activityId: "egg-win", skin: "toy-egg", title: eggs, isSample: true, rules: egg(sureWin) },
  { activityId: "egg-lose", skin: "toy-egg", title: eggs, isSample: true, rules: egg(sureLoss) },
];
