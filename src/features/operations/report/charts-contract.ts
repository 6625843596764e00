/** The charts of the console: parts, units, and explanations. */
import { chartPart as part, type ChartGroup, type ChartKind } from "./chart-contract.ts";
import { healthCharts } from "./health-contract.ts";

export const charts: readonly ChartKind[] = [
  {
    key: "applications",
    shape: "LINES",
    unit: "COUNT",
    title: { id: "Pengajuan dan pencairan", en: "Applications and payouts", zh: "申请与放款笔数" },
    definition: {
      id: "Pengajuan yang dikirim dan pinjaman yang mulai berjalan, per hari (WIB).",
      en: "Applications sent in and loans that became active, by the day (WIB).",
      zh: "按日（WIB）统计提交的申请与生效的借款。",
    },
    parts: [
      part("loan.submitted_count", "", "Diajukan", "Applied", "申请"),
      part("loan.disbursed_count", "", "Dicairkan", "Paid out", "放款"),
    ],
  },
  {
    key: "decisions",
    shape: "STACKED",
    unit: "COUNT",
    title: { id: "Keputusan", en: "Decisions", zh: "审批结果" },
    definition: {
      id: "Keputusan atas pengajuan per hari: oleh aturan saja, atau oleh petugas.",
      en: "Decisions on applications by the day: by the rules only, or by a person.",
      zh: "按日统计的审批决定：由规则自动作出或由人工作出。",
    },
    parts: [
      part("loan.decided_count", "RULES_APPROVED", "Disetujui aturan", "Approved by rules", "规则通过"),
      part("loan.decided_count", "PERSON_APPROVED", "Disetujui petugas", "Approved by a person", "人工通过"),
      part("loan.decided_count", "RULES_REJECTED", "Ditolak aturan", "Rejected by rules", "规则拒绝"),
      part("loan.decided_count", "PERSON_REJECTED", "Ditolak petugas", "Rejected by a person", "人工拒绝"),
    ],
  },
  {
    key: "disbursed",
    shape: "STACKED",
    unit: "RUPIAH",
    title: { id: "Pokok yang dicairkan", en: "Principal paid out", zh: "放款本金" },
    definition: {
      id: "Pokok pinjaman yang mulai berjalan pada hari itu.",
      en: "Principal of the loans that became active on the day.",
      zh: "当日生效借款的本金。",
    },
    parts: [part("loan.disbursed_rupiah", "", "Dicairkan", "Paid out", "放款")],
  },
  {
    key: "repaid",
    shape: "STACKED",
    unit: "RUPIAH",
    title: { id: "Pembayaran masuk", en: "Repayments", zh: "还款" },
    definition: {
      id: "Uang yang masuk dan dibukukan pada hari itu, menurut cara bayar, dikurangi yang ditarik kembali oleh bank.",
      en: "Money received and booked on the day, by payment method, less amounts that banks reversed.",
      zh: "当日入账的还款，按还款方式划分，已扣除银行收回的款项。",
    },
    parts: [
      part("repayment.paid_rupiah", "VIRTUAL_ACCOUNT", "Virtual account", "Virtual account", "虚拟账户"),
      part("repayment.paid_rupiah", "QRIS", "QRIS", "QRIS", "QRIS"),
      part("repayment.paid_rupiah", "EWALLET", "Dompet digital", "E-wallet", "电子钱包"),
    ],
  },
  {
    key: "overdue",
    shape: "STANDING",
    unit: "RUPIAH",
    title: {
      id: "Pokok menurut hari terlambat",
      en: "Outstanding principal by days past due",
      zh: "按逾期天数划分的未偿本金",
    },
    definition: {
      id: "Pokok yang belum dibayar dari semua pinjaman berjalan dan hapus buku, menurut cicilan tertua yang terbuka, saat ini.",
      en: "Unpaid principal of all running and written-off loans, by their oldest open instalment, as of now.",
      zh: "当前所有存续及核销借款的未还本金，按最早未还的一期划分。",
    },
    parts: [
      part("repayment.overdue_rupiah", "CURRENT", "Lancar", "Current", "正常"),
      part("repayment.overdue_rupiah", "DPD_1_7", "1–7 hari", "1–7 days", "1–7 天"),
      part("repayment.overdue_rupiah", "DPD_8_30", "8–30 hari", "8–30 days", "8–30 天"),
      part("repayment.overdue_rupiah", "DPD_31_60", "31–60 hari", "31–60 days", "31–60 天"),
      part("repayment.overdue_rupiah", "DPD_61_90", "61–90 hari", "61–90 days", "61–90 天"),
      part("repayment.overdue_rupiah", "DPD_OVER_90", "Lebih dari 90 hari", "Over 90 days", "90 天以上"),
    ],
  },
  {
    key: "performance",
    shape: "LINES",
    unit: "PPM",
    title: { id: "TKB", en: "TKB", zh: "TKB" },
    definition: {
      id: "Tingkat keberhasilan bayar yang diumumkan: bagian pokok tertunggak pada pinjaman yang tidak terlambat lebih dari 0, 30, 60, dan 90 hari.",
      en: "The published repayment success rate: the share of outstanding principal in loans not more than 0, 30, 60 and 90 days past due.",
      zh: "公布的还款成功率：逾期不超过 0、30、60、90 天的借款所占未偿本金比例。",
    },
    parts: [
      part("loan.performance_ppm", "TKB90", "TKB90", "TKB90", "TKB90"),
      part("loan.performance_ppm", "TKB60", "TKB60", "TKB60", "TKB60"),
      part("loan.performance_ppm", "TKB30", "TKB30", "TKB30", "TKB30"),
      part("loan.performance_ppm", "TKB0", "TKB0", "TKB0", "TKB0"),
    ],
  },
  {
    key: "codes",
    shape: "STACKED",
    unit: "RUPIAH",
    title: { id: "Biaya kode verifikasi", en: "Cost of verification codes", zh: "验证码费用" },
    definition: {
      id: "Biaya kode yang dikirim pada hari itu menurut tarif yang berlaku, untuk nomor asing dan nomor yang dikenal.",
      en: "Cost of the codes sent on the day at the rates in force, to strangers' numbers and to known ones.",
      zh: "当日发送验证码的费用（按现行价格），分为陌生号码与已知号码。",
    },
    parts: [
      part("codes.cost_rupiah", "STRANGERS", "Nomor asing", "Strangers", "陌生号码"),
      part("codes.cost_rupiah", "KNOWN", "Nomor dikenal", "Known numbers", "已知号码"),
    ],
  },
  {
    key: "complaints",
    shape: "STACKED",
    unit: "COUNT",
    title: { id: "Pengaduan masuk", en: "Complaints received", zh: "收到的投诉" },
    definition: {
      id: "Pengaduan yang diterima per hari, dari peminjam dan pengunjung.",
      en: "Complaints received by the day, from borrowers and visitors.",
      zh: "按日统计的投诉，来自借款人及访客。",
    },
    parts: [part("complaint.received_count", "", "Diterima", "Received", "收到")],
  },
  {
    key: "open-complaints",
    shape: "STANDING",
    unit: "COUNT",
    title: { id: "Pengaduan terbuka", en: "Open complaints", zh: "未结投诉" },
    definition: {
      id: "Pengaduan yang belum ditutup, menurut hari yang dijanjikan untuk jawabannya.",
      en: "Complaints that are not closed, by the day that was promised for the answer.",
      zh: "尚未结案的投诉，按承诺答复日划分。",
    },
    parts: [
      part("complaint.open_count", "IN_TIME", "Tepat waktu", "In time", "期限内"),
      part("complaint.open_count", "DUE_SOON", "Dua hari lagi", "Within two days", "两天内到期"),
      part("complaint.open_count", "OVERDUE", "Lewat waktu", "Overdue", "已超期"),
    ],
  },
  ...healthCharts,
];

/** Charts of one group; the default is the business. */
export const chartsOf = (group: ChartGroup): readonly ChartKind[] =>
  charts.filter((one) => (one.group ?? "BUSINESS") === group);

export const chartKeys = charts.map(({ key }) => key);
