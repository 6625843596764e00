import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  title: { id: "Pilih satu juara", en: "Pick one champion", zh: "选一个冠军" },
  tag: { id: "Pilihan terbuka", en: "Choices are open", zh: "开放选择" },
  madeTag: { id: "Pilihan tersimpan", en: "Choice saved", zh: "选择已保存" },
  lockedTag: { id: "Pilihan terkunci", en: "Choices are locked", zh: "选择已锁定" },
  heading: { id: "Pilih satu juara", en: "Pick one champion", zh: "选一个冠军" },
  lead: {
    id: "{pool} dibagi rata kepada yang benar, paling banyak {max} seorang.",
    en: "{pool} is shared equally by those who are right, {max} each at most.",
    zh: "{pool} 由猜中者平分，每人最多 {max}。",
  },
  which: { id: "Juara pilihan Anda", en: "Your champion", zh: "您选的冠军" },
  once: {
    id: "Sekali pilih, tidak bisa diganti. Tanpa taruhan: Anda tidak kehilangan apa pun.",
    en: "One choice, no change. No stake: taking part costs you nothing.",
    zh: "只能选一次，不可更改。无需押注：参加不会扣除您任何东西。",
  },
  termShare: {
    id: "Hasil ditetapkan dua orang dengan sumber yang bisa dibaca siapa pun. Bagian tiap orang dibulatkan ke bawah; sisanya, dan seluruhnya bila tidak ada yang benar, kembali ke anggaran event.",
    en: "Two people set the result, with a source that anyone can read. Each share is rounded down; the rest, or all of it if no one is right, goes back to the event's budget.",
    zh: "结果由两人依据公开来源确认。每份向下取整；余额，或无人猜中时的全部奖金，退回活动预算。",
  },
  button: { id: "Pilih juara ini", en: "Pick this champion", zh: "选这个冠军" },
  yours: { id: "Pilihan Anda: {name}", en: "Your choice: {name}", zh: "您的选择：{name}" },
  until: {
    id: "Pilihan dibuka sampai {when}. Hasilnya ditetapkan dua orang dari sumber yang disebut, lalu diumumkan di sini.",
    en: "Choices are open until {when}. Two people set the result with its source, and it is announced here.",
    zh: "可选择至{when}。结果由两人依据来源确认，并在此公布。",
  },
  locked: {
    id: "Pilihan dikunci sejak {when}. Kami menunggu hasilnya.",
    en: "Choices have been locked since {when}. We wait for the result.",
    zh: "选择已于{when}锁定，等待结果。",
  },
  poolHeading: { id: "Hadiah bersama", en: "The pool", zh: "奖池" },
  pool: { id: "Dibagi rata", en: "Shared equally", zh: "平分" },
  max: { id: "Paling banyak seorang", en: "At most each", zh: "每人最多" },
  people: { id: "Sudah memilih", en: "People who have chosen", zh: "已选人数" },
  resultHeading: { id: "Hasil", en: "Result", zh: "结果" },
  winner: { id: "Juara", en: "Champion", zh: "冠军" },
  champion: {
    id: "Juaranya {champion}. Pilihan Anda {name}.",
    en: "The champion is {champion}. You chose {name}.",
    zh: "冠军是{champion}，您选的是{name}。",
  },
  right: { id: "Yang benar", en: "People who were right", zh: "猜中人数" },
  share: { id: "Bagian tiap orang", en: "Each one's share", zh: "每人所得" },
  source: { id: "Sumber", en: "Source", zh: "来源" },
  sampleMark: {
    id: "Contoh: semua negara dan turnamen di sini rekaan untuk menunjukkan cara kerjanya.",
    en: "Sample: all countries and the tournament here are made up to show how it works.",
    zh: "示例：此处的国家和赛事均为虚构，仅用于演示。",
  },
});
