import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  title: { id: "Siram pohon", en: "Water the tree", zh: "浇水种树" },
  rulesTitle: { id: "Aturan menyiram", en: "Rules of watering", zh: "浇水规则" },
  plantHeading: { id: "Tanam pohon Anda", en: "Plant your tree", zh: "种下您的树" },
  plantLead: {
    id: "Hadiahnya langsung kami sisihkan begitu Anda menanam. Masuk setiap hari saja sudah cukup untuk berbuah tepat waktu.",
    en: "We set its prize aside as soon as you plant. Checking in every day alone is enough for fruit in time.",
    zh: "您种下后，奖品立即预留。每天签到即可按时结果。",
  },
  agree: {
    id: "Saya menyetujui aturan event ini.",
    en: "I agree to the rules of this event.",
    zh: "我同意本活动规则。",
  },
  plant: { id: "Tanam sekarang", en: "Plant now", zh: "立即种植" },
  leftDays: { id: "Masih {days} hari", en: "{days} days left", zh: "还剩 {days} 天" },
  stage0: { id: "Benih Anda sudah ditanam", en: "Your seed is planted", zh: "种子已种下" },
  stage1: { id: "Tunas Anda sudah tumbuh", en: "Your sprout has come up", zh: "已长出嫩芽" },
  stage2: { id: "Pohon Anda makin tinggi", en: "Your tree is growing tall", zh: "小树长高了" },
  stage3: { id: "Pohon Anda sudah berbunga", en: "Your tree is in bloom", zh: "已经开花" },
  stage4: { id: "Pohon Anda sudah berbuah", en: "Your tree has borne fruit", zh: "已经结果" },
  grown: { id: "Pertumbuhan", en: "Growth", zh: "成长" },
  ofFruit: { id: "{grown} dari {fruit}", en: "{grown} of {fruit}", zh: "{grown} / {fruit}" },
  leftPours: {
    id: "Tinggal {count} siraman sampai berbuah {prize}.",
    en: "{count} pours left until {prize}.",
    zh: "再浇 {count} 次即可获得 {prize}。",
  },
  energy: { id: "Energi Anda: {count}", en: "Your energy: {count}", zh: "您的能量：{count}" },
  pours: { id: "Berapa siraman", en: "How many pours", zh: "浇几次" },
  times: { id: "{count} × {pour}", en: "{count} × {pour}", zh: "{count} × {pour}" },
  pour: { id: "Siram", en: "Pour", zh: "浇水" },
  checkIn: { id: "Masuk hari ini, dapat energi", en: "Check in for energy", zh: "签到得能量" },
  noLoan: {
    id: "Tanpa pinjaman baru pun pohon ini berbuah tepat waktu.",
    en: "The tree bears fruit in time without any new loan.",
    zh: "无需新借款，树也能按时结果。",
  },
  termDays: {
    id: "Waktu dihitung sejak Anda menanam. Jika waktunya habis sebelum berbuah, hadiah yang disisihkan kembali ke anggaran event.",
    en: "Time counts from planting. Where it ends before there is fruit, the prize set aside goes back to the event's budget.",
    zh: "时间自种植起算。若到期未结果，预留奖品将退回活动预算。",
  },
  termEnergy: {
    id: "Energi sehari terbatas seperti di tabel; tidak dijual dan tidak dapat dipindahkan.",
    en: "Energy a day is bounded as the table says; it is not sold and cannot be passed on.",
    zh: "每日能量上限见表，不出售、不可转让。",
  },
});
