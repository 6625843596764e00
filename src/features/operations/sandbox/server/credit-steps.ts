/**
 * The steps by which a test person comes to a band of the score, a repeat loan or its refusal, a restructuring, a shop. Days count from the
 * registration; the sandbox's clock moves them. `credit-persons.test.ts` plays each of them. // credit-support 10
 */
import { defineTexts, say, type Language } from "#shared/texts.ts";

export interface CreditStep {
  /** Days after the registration. */
  day: number;
  does: keyof typeof words;
}

/** `LOOK` asks for the smallest repeat loan that leaves enough over, `LOOK_SMALL` for one that does not. */
const words = defineTexts({
  BORROW: {
    id: "Hari {day}: pinjam Rp 1.000.000 untuk 90 hari, lalu tanda tangani.",
    en: "Day {day}: borrow Rp 1,000,000 for 90 days and sign.",
    zh: "第 {day} 天：借 Rp 1,000,000，90 天，并签署。",
  },
  BORROW_REVIEWED: {
    id: "Hari {day}: pinjam Rp 1.000.000 untuk 90 hari, dua petugas menyetujuinya di /staff/cases, lalu tanda tangani.",
    en: "Day {day}: borrow Rp 1,000,000 for 90 days, two of the staff approve it at /staff/cases, then sign.",
    zh: "第 {day} 天：借 Rp 1,000,000，90 天，由两名工作人员在 /staff/cases 批准后签署。",
  },
  PAY_ALL: { id: "Hari {day}: lunasi.", en: "Day {day}: pay it off.", zh: "第 {day} 天：还清。" },
  PAY_MOST: {
    id: "Hari {day}: bayar tiga perempat dari jumlah pelunasan.",
    en: "Day {day}: pay three quarters of the payoff.",
    zh: "第 {day} 天：支付结清金额的四分之三。",
  },
  APPLY_REPEAT: {
    id: "Hari {day}: ajukan pinjaman ulang, jangan tanda tangani.",
    en: "Day {day}: apply for a repeat loan, do not sign it.",
    zh: "第 {day} 天：申请续借，不签署。",
  },
  SIGN_REPEAT: {
    id: "Hari {day}: ajukan pinjaman ulang dan tanda tangani.",
    en: "Day {day}: apply for a repeat loan and sign it.",
    zh: "第 {day} 天：申请续借并签署。",
  },
  ASK_HELP: {
    id: "Hari {day}: minta keringanan di /webview/loanrestruture.",
    en: "Day {day}: ask for help at /webview/loanrestruture.",
    zh: "第 {day} 天：在 /webview/loanrestruture 求助。",
  },
  SIGN_PLAN: {
    id: "Hari {day}: tanda tangani rencana terpanjang yang ditawarkan.",
    en: "Day {day}: sign the longest plan that is offered.",
    zh: "第 {day} 天：签署期限最长的方案。",
  },
  STATE_INCOME: {
    id: "Hari {day}: ubah penghasilan di data pekerjaan; skor dihitung lagi.",
    en: "Day {day}: change the income among the work data; the score is computed again.",
    zh: "第 {day} 天：修改工作资料中的收入；评分重新计算。",
  },
  OPEN_SHOP: {
    id: "Hari {day}: kirim toko dengan satu foto di /webview/merchant-info.",
    en: "Day {day}: send a shop with a photo at /webview/merchant-info.",
    zh: "第 {day} 天：在 /webview/merchant-info 提交店铺及一张照片。",
  },
  SCORE: {
    id: "Hari {day}: lihat skor di /webview/credit.",
    en: "Day {day}: look at the score at /webview/credit.",
    zh: "第 {day} 天：在 /webview/credit 查看评分。",
  },
  LOOK: {
    id: "Hari {day}: buka /webview/reloan-accounting.",
    en: "Day {day}: open /webview/reloan-accounting.",
    zh: "第 {day} 天：打开 /webview/reloan-accounting。",
  },
  LOOK_SMALL: {
    id: "Hari {day}: buka /webview/reloan-accounting dan pilih Rp 300.000.",
    en: "Day {day}: open /webview/reloan-accounting and choose Rp 300,000.",
    zh: "第 {day} 天：打开 /webview/reloan-accounting 并选择 Rp 300,000。",
  },
});

const on = (day: number, ...all: CreditStep["does"][]): CreditStep[] => all.map((does) => ({ day, does }));

export const creditSteps: Readonly<Record<string, readonly CreditStep[]>> = {
  // In three months at least: four instalments a month count.
  "score-a": [
    ...[0, 15, 30, 45, 60].flatMap((day) => [...on(day, "BORROW"), ...on(day + 8, "PAY_ALL")]),
    ...on(69, "SCORE"),
  ],
  "score-b": [...on(0, "BORROW"), ...on(8, "PAY_ALL", "SCORE")],
  "score-c": on(0, "BORROW", "SCORE"),
  "score-d": [...on(0, "BORROW"), ...on(62, "PAY_ALL", "SCORE")],
  // More than 60 days late with a low score of the bureau.
  "score-e": [...on(0, "BORROW_REVIEWED"), ...on(95, "STATE_INCOME", "SCORE")],
  "reloan-allowed": [...on(0, "BORROW"), ...on(1, "PAY_MOST", "LOOK")],
  "reloan-no-loan": on(0, "LOOK"),
  "reloan-other-open": [...on(0, "BORROW"), ...on(1, "PAY_MOST", "APPLY_REPEAT", "LOOK")],
  "reloan-is-repeat": [...on(0, "BORROW"), ...on(1, "PAY_MOST", "SIGN_REPEAT", "LOOK")],
  "reloan-restructured": [...on(0, "BORROW"), ...on(45, "ASK_HELP", "SIGN_PLAN", "LOOK")],
  "reloan-money-returned": [...on(0, "BORROW"), ...on(1, "LOOK")],
  "reloan-payment-due": [...on(0, "BORROW"), ...on(31, "LOOK")],
  "reloan-paid-late": [...on(0, "BORROW"), ...on(40, "PAY_MOST", "LOOK")],
  "reloan-too-little-repaid": [...on(0, "BORROW"), ...on(1, "LOOK")],
  "reloan-net-too-small": [...on(0, "BORROW"), ...on(1, "PAY_MOST", "LOOK_SMALL")],
  hardship: [...on(0, "BORROW"), ...on(45, "ASK_HELP")],
  "shop-owner": on(0, "OPEN_SHOP"),
};

export const sayStep = ({ day, does }: CreditStep, language: Language): string => say(words[does], language, { day });
