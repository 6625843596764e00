/** The rules of a campaign in words: for its page of rules, and for the staff who check it. */
import { addDays, dateInWib, formatDate, formatHour } from "#shared/dates.ts";
import { repaidBeforeDays, ripeLoanDays } from "#shared/promised-times.ts";
import { defineTexts, say, type Language } from "#shared/texts.ts";
import type { CampaignCap } from "./rules-contract.ts";

export const rulesTexts = defineTexts({
  rulesTitle: { id: "Aturan event", en: "Rules of the event", zh: "活动规则" },
  rulesLead: { id: "Aturan yang berlaku hari ini.", en: "The rules in force today.", zh: "以下为今日有效的规则。" },
  rulesNoLimit: { id: "tanpa batas", en: "no limit", zh: "不限" },
  rulesEachTree: {
    id: "satu untuk tiap pohon, disisihkan saat menanam",
    en: "one for each tree, set aside when it is planted",
    zh: "每棵一份，种植时即预留",
  },
  rulesPerDay: { id: "{count} sehari", en: "{count} a day", zh: "每日 {count} 份" },
  rulesInAll: { id: "{count} seluruhnya", en: "{count} in all", zh: "共 {count} 份" },
  rulesHow: { id: "Cara kerjanya", en: "How it works", zh: "活动说明" },
  rulesPromise: { id: "Janji kami", en: "Our promise", zh: "我们的承诺" },
  rulesCaps: { id: "Batas", en: "Limits", zh: "限制" },
  checkInDay: { id: "Tiap check-in", en: "Each check-in", zh: "每次签到" },
  checkInLast: {
    id: "Check-in hari ke-{days} berturut-turut",
    en: "The check-in of day {days} in a row",
    zh: "连续第 {days} 天签到",
  },
  ONCE: { id: "Satu kali untuk setiap orang", en: "Once for each person", zh: "每人一次" },
  NEVER_LATE: { id: "Pinjamannya tidak pernah terlambat", en: "The loan was never late", zh: "该借款从未逾期" },
  EVERY_DAYS: { id: "Bisa diambil lagi setelah", en: "Can be taken again after", zh: "可再次领取间隔" },
  TIMES_A_MONTH: { id: "Tiap hadiah", en: "Each prize", zh: "每种奖品" },
  WITHIN_DAYS: { id: "Syarat dipenuhi dalam", en: "Conditions are met within", zh: "满足条件期限" },
  CODE_TRIES_A_DAY: { id: "Mencoba kode", en: "Tries of the code", zh: "输入码次数" },
  STREAK_DAYS: { id: "Bonus datang setelah", en: "The bonus comes after", zh: "获得奖励需" },
  PLAYS_A_DAY: { id: "Buka telur, paling banyak", en: "Maximum plays", zh: "最多开启" },
  ENERGY_A_DAY: { id: "Energi, paling banyak", en: "Maximum energy", zh: "能量上限" },
  ENERGY_OF_FRUIT: { id: "Energi sampai panen", en: "Energy until the harvest", zh: "收获所需能量" },
  GROWING_DAYS: { id: "Masa tumbuh", en: "It grows for", zh: "生长期" },
  WINNERS_A_DAY: { id: "Pemenang", en: "Winners", zh: "获奖人数" },
  DRAW_HOUR: { id: "Diundi keesokan harinya pukul", en: "Drawn the next day at", zh: "次日抽奖时间" },
  POINTS_A_DAY: { id: "Poin, paling banyak", en: "Maximum points", zh: "积分上限" },
  HELPS_A_DAY: { id: "Membantu teman", en: "Helping friends", zh: "为好友助力" },
  HELPED_A_DAY: { id: "Satu keinginan dibantu", en: "One wish is helped", zh: "单个心愿获助力" },
  HELPED_BY_NEW: {
    id: "Dibantu teman yang akunnya baru",
    en: "Helped by a friend whose account is new",
    zh: "获新用户好友助力",
  },
  HELPED_BY_OLD: { id: "Dibantu teman lain", en: "Helped by another friend", zh: "获其他好友助力" },
  HELP_NEW: {
    id: "Membantu teman yang akunnya baru",
    en: "Helping a friend whose account is new",
    zh: "为新用户好友助力",
  },
  HELP_OLD: { id: "Membantu teman lain", en: "Helping another friend", zh: "为其他好友助力" },
  NEW_DAYS: { id: "Teman dihitung baru", en: "A friend counts as new", zh: "好友算作新用户" },
  POOL_RUPIAH: { id: "Dibagi rata kepada yang benar", en: "Shared equally by those who are right", zh: "由猜中者平分" },
  SHARE_RUPIAH: { id: "Paling banyak seorang", en: "At most each", zh: "每人最多" },
  LOCK_DAY: { id: "Pilihan dikunci", en: "Choices are locked", zh: "锁定选择" },
  FRIENDS: {
    id: "Teman dengan hadiah uang, paling banyak",
    en: "Friends who bring money, at most",
    zh: "现金奖励好友上限",
  },
  FRIENDS_IN_DAYS: { id: "Jangka hitung", en: "Counted over", zh: "统计期" },
  LOAN_WITHIN_DAYS: {
    id: "Pinjaman pertama teman cair dalam",
    en: "A friend's first loan is paid out within",
    zh: "好友首笔借款发放期限",
  },
  GIVEN_AFTER_DAYS: { id: "Hadiah uang masuk setelah", en: "The money comes after", zh: "现金奖励到账" },
  // Units of the figures above
  inDays: { id: "{count} hari", en: "{count} days", zh: "{count} 天" },
  inARow: { id: "{count} hari berturut-turut", en: "{count} days in a row", zh: "连续 {count} 天" },
  sincePlanted: { id: "{count} hari sejak ditanam", en: "{count} days from planting", zh: "种植后 {count} 天" },
  sinceRegistered: {
    id: "{count} hari sejak mendaftar",
    en: "{count} days from registering",
    zh: "注册后 {count} 天",
  },
  firstDays: { id: "{count} hari pertama", en: "for its first {count} days", zh: "前 {count} 天" },
  aDay: { id: "{count} sehari", en: "{count} a day", zh: "每日 {count}" },
  timesADay: { id: "{count} kali sehari", en: "{count} times a day", zh: "每日 {count} 次" },
  timesAMonth: { id: "{count} kali sebulan", en: "{count} times a month", zh: "每月 {count} 次" },
  rulesNoLoan: {
    id: "Anda tidak perlu mengajukan atau menambah pinjaman untuk ikut.",
    en: "You do not have to apply for a loan or borrow more to take part.",
    zh: "参加活动无需申请或增加借款。",
  },
  rulesNoMore: {
    id: "Hadiahnya tidak bertambah kalau Anda meminjam lebih banyak atau lebih lama.",
    en: "The prizes do not grow if you borrow more or for longer.",
    zh: "借得更多或更久，奖品不会增加。",
  },
  rulesRipeLoan: {
    id: `Tugas yang menyangkut pinjaman hanya dihitung untuk pinjaman yang cair sedikitnya ${ripeLoanDays} hari sebelumnya.`,
    en: `Tasks about a loan count only for loans paid out at least ${ripeLoanDays} days before.`,
    zh: `与借款有关的任务仅计入至少 ${ripeLoanDays} 天前发放的借款。`,
  },
  rulesRepaid: {
    id: `Dihitung pinjaman yang cair sebelum event dibuka dan dibayar sejak ${repaidBeforeDays} hari sebelum itu.`,
    en: `It counts loans that were paid out before the event opened and repaid since ${repaidBeforeDays} days before that.`,
    zh: `计入活动开始前已发放、且在活动开始前 ${repaidBeforeDays} 天之后还款的借款。`,
  },
  rulesOneCard: {
    id: "Satu KTP dihitung sekali, juga dengan beberapa nomor.",
    en: "One identity card counts once, with several numbers too.",
    zh: "一张身份证只计一次，使用多个号码亦同。",
  },
  rulesFair: {
    id: "Setiap undian bisa dihitung ulang oleh siapa pun setelah harinya berlalu.",
    en: "Anyone can recompute each draw once its day is over.",
    zh: "每次抽奖在当日结束后，任何人均可重新计算核验。",
  },
  rulesChange: {
    id: "Selama event, aturan tidak akan diubah sampai merugikan Anda.",
    en: "The rules are not changed to your disadvantage while the event runs.",
    zh: "活动进行期间，规则不会作出对您不利的更改。",
  },
  rulesOpens: { id: "Hari pertama", en: "First day", zh: "首日" },
  rulesCloses: { id: "Hari terakhir", en: "Last day", zh: "末日" },
  rulesClaims: {
    id: "Setelah event berakhir, hadiah yang syaratnya Anda penuhi sebelum itu masih bisa diambil sampai hari terakhir pengambilan. Sesudah itu hangus dan tidak diganti.",
    en: "After the event has ended, you can still claim prizes that you had earned by then, until the last day for claiming. After that they lapse and are not replaced.",
    zh: "活动结束后，截至当时已满足条件的奖品仍可在最后领取日之前领取，逾期作废，不予补发。",
  },
  rulesBack: { id: "Kembali ke event", en: "Back to the event", zh: "返回活动" },
});

/** The unit of each limit; limits without a unit have a label or a figure of their own. */
const units = {
  EVERY_DAYS: "inDays",
  TIMES_A_MONTH: "timesAMonth",
  WITHIN_DAYS: "sinceRegistered",
  CODE_TRIES_A_DAY: "timesADay",
  STREAK_DAYS: "inARow",
  PLAYS_A_DAY: "timesADay",
  ENERGY_A_DAY: "aDay",
  GROWING_DAYS: "sincePlanted",
  WINNERS_A_DAY: "aDay",
  POINTS_A_DAY: "aDay",
  HELPS_A_DAY: "timesADay",
  HELPED_A_DAY: "timesADay",
  NEW_DAYS: "firstDays",
  FRIENDS_IN_DAYS: "inDays",
  LOAN_WITHIN_DAYS: "sinceRegistered",
  GIVEN_AFTER_DAYS: "inDays",
} as const satisfies Partial<Record<CampaignCap, keyof typeof rulesTexts>>;

/** The size of a limit in words; empty when its name says everything. */
export function capWords(
  { cap, count }: { cap: CampaignCap; count: number },
  opensAt: string,
  language: Language,
): string {
  if (cap === "ONCE" || cap === "NEVER_LATE") return "";
  if (cap === "DRAW_HOUR") return formatHour(count, language);
  // The opening day is day 1.
  if (cap === "LOCK_DAY") return formatDate(addDays(dateInWib(new Date(opensAt)), count - 1), language);
  const figure = count.toLocaleString("id-ID");
  return cap in units ? say(rulesTexts[units[cap as keyof typeof units]], language, { count: figure }) : figure;
}
