import { defineTexts, type Text } from "#shared/texts.ts";
import { limitChangeCauses } from "./contract.ts";
import { frozenFromDays, staffTemporaryDays, type ScoreFactor } from "./score-contract.ts";

export const texts = defineTexts({
  title: { id: "Limit saya", en: "My limit", zh: "我的额度" },
  remaining: { id: "Masih bisa dipinjam", en: "You can still borrow", zh: "还可借" },
  ofTotal: { id: "dari limit {total}", en: "of a limit of {total}", zh: "总额度 {total}" },
  borrow: { id: "Ajukan pinjaman", en: "Apply for a loan", zh: "申请借款" },
  seeLoan: { id: "Lihat pinjaman saya", en: "See my loan", zh: "查看我的借款" },
  breakdown: { id: "Rincian limit", en: "How your limit is made up", zh: "额度明细" },
  total: { id: "Limit total", en: "Total limit", zh: "总额度" },
  credit: { id: "Limit kredit", en: "Credit limit", zh: "信用额度" },
  creditExplained: {
    id: "Limit utama Anda, diperbarui bersama skor kredit.",
    en: "Your main limit, refreshed together with your credit score.",
    zh: "您的主要额度，随信用评分更新。",
  },
  temporary: { id: "Limit sementara", en: "Temporary limit", zh: "临时额度" },
  temporaryUntil: { id: "Berlaku sampai {date}.", en: "Valid until {date}.", zh: "有效期至{date}。" },
  temporaryNone: { id: "Tidak ada saat ini", en: "None at the moment", zh: "目前没有" },
  used: { id: "Sedang dipakai", en: "In use", zh: "已使用" },
  usedExplained: {
    id: "Pokok pengajuan dan pinjaman yang belum lunas.",
    en: "Principal of applications and loans not yet repaid.",
    zh: "未还清的申请和借款本金。",
  },
  history: { id: "Riwayat perubahan limit", en: "History of limit changes", zh: "额度变更记录" },
  notAssessedTitle: { id: "Limit Anda belum dihitung", en: "Your limit is not assessed yet", zh: "您的额度尚未评估" },
  notAssessedBody: {
    id: "Lengkapi data pribadi, lalu limit Anda langsung terlihat di sini. Tidak ada biaya.",
    en: "Complete your personal information and your limit shows here at once. It costs nothing.",
    zh: "填写完个人信息后，额度会立即显示在这里。不收取任何费用。",
  },
  completeProfile: { id: "Lengkapi data pribadi", en: "Complete personal information", zh: "填写个人信息" },
  historyTitle: { id: "Perubahan limit", en: "Limit changes", zh: "额度变更" },
  historyEmptyTitle: { id: "Belum ada perubahan", en: "No changes yet", zh: "暂无变更" },
  historyEmptyBody: {
    id: "Setiap kali limit Anda berubah, tanggal dan sebabnya tercatat di sini.",
    en: "Whenever your limit changes, the date and the cause are recorded here.",
    zh: "每当额度发生变化，日期和原因都会记录在这里。",
  },
  toScore: {
    id: "Skor kredit dan cara menaikkan limit",
    en: "Credit score, and how the limit can rise",
    zh: "信用评分及如何提额",
  },
  frozenNow: {
    id: "Limit Anda sedang dibekukan. Sebabnya dan cara pembekuan berakhir ada di halaman skor kredit.",
    en: "Your limit is frozen. Your credit score page says why, and how the freeze ends.",
    zh: "您的额度已冻结。原因及解除方式见信用评分页。",
  },
  why: {
    id: "Golongan {from} menjadi {to}, skor {scoreFrom} menjadi {scoreTo}.",
    en: "Band {from} to {to}, score {scoreFrom} to {scoreTo}.",
    zh: "等级由 {from} 变为 {to}，评分由 {scoreFrom} 变为 {scoreTo}。",
  },
  whyFirst: {
    id: "Golongan {to}, skor {scoreTo}.",
    en: "Band {to}, score {scoreTo}.",
    zh: "等级 {to}，评分 {scoreTo}。",
  },
  RISE_OF_MONTH: {
    id: "Dalam satu bulan limit naik paling banyak 30% atau Rp 500.000.",
    en: "In one month a limit rises by at most 30% or Rp 500.000.",
    zh: "额度每月最多提高 30% 或 Rp 500.000。",
  },
  FALL_OF_MONTH: {
    id: "Dalam satu bulan limit turun paling banyak 30%.",
    en: "In one month a limit falls by at most 30%.",
    zh: "额度每月最多降低 30%。",
  },
  IN_USE: {
    id: "Limit tidak turun di bawah yang sedang dipakai.",
    en: "A limit does not fall below what is in use.",
    zh: "额度不会低于已使用金额。",
  },
  backToLimits: { id: "Kembali ke limit", en: "Back to limits", zh: "返回额度" },
  fromTo: { id: "{from} menjadi {to}", en: "{from} to {to}", zh: "由 {from} 变为 {to}" },
  ...limitChangeCauses.texts,
  raiseByShop: {
    id: "Penjualan toko yang Anda hubungkan ditambahkan ke penghasilan Anda sebesar {added} sebulan. Kalau Anda memakainya, limit naik dari {from} menjadi {to}.",
    en: "The sales of the shop that you linked add {added} a month to your income. If you use them, your limit rises from {from} to {to}.",
    zh: "您关联店铺的销售额每月计入 {added}，加在您的收入之外。采用后，额度将由 {from} 提高至 {to}。",
  },
  raiseTakeShop: { id: "Pakai penjualan toko", en: "Use the shop's sales", zh: "采用店铺销售额" },
  raiseFreeShop: {
    id: "Tidak wajib. Setelah tautan tokonya berakhir, penjualan tidak dihitung lagi.",
    en: "Optional. Once the link to the shop has ended, its sales no longer count.",
    zh: "非必须。店铺关联结束后，销售额不再计入。",
  },
  raiseTitle: { id: "Limit Anda bisa naik", en: "Your limit can rise", zh: "您的额度可以提高" },
  raiseBody: {
    id: "Sumber yang Anda hubungkan menyebut penghasilan {stated} sebulan; Anda menulis {typed}. Kalau Anda pakai angka itu, limit naik dari {from} menjadi {to}.",
    en: "The source that you connected states an income of {stated} a month; you entered {typed}. If you use that figure, your limit rises from {from} to {to}.",
    zh: "您关联的来源显示月收入为 {stated}；您填写的是 {typed}。采用该数额后，额度将由 {from} 提高至 {to}。",
  },
  raiseTake: { id: "Pakai penghasilan ini", en: "Use this income", zh: "采用此收入" },
  raiseFree: {
    id: "Tidak wajib. Limit tidak pernah turun karena ini.",
    en: "Optional. Your limit never falls because of it.",
    zh: "非必须。额度不会因此降低。",
  },
  raised: { id: "Limit Anda sudah naik.", en: "Your limit has risen.", zh: "您的额度已提高。" },
});

/** Texts of the score page. */
export const scoreTexts = defineTexts({
  title: { id: "Skor kredit saya", en: "My credit score", zh: "我的信用评分" },
  noneTitle: { id: "Skor Anda belum dihitung", en: "Your score is not computed yet", zh: "您的评分尚未计算" },
  noneBody: {
    id: "Lengkapi data pribadi, lalu skor dan limit Anda terlihat di sini. Tidak ada biaya.",
    en: "Complete your personal information and your score and limit show here. It costs nothing.",
    zh: "填写完个人信息后，评分和额度会显示在这里。不收取任何费用。",
  },
  completeProfile: { id: "Lengkapi data pribadi", en: "Complete personal information", zh: "填写个人信息" },
  limitNow: { id: "Limit kredit sekarang", en: "Credit limit now", zh: "当前信用额度" },
  canRise: {
    id: "Pada {date} limit Anda bisa naik menjadi {amount} kalau keadaannya tetap seperti sekarang.",
    en: "On {date} your limit can rise to {amount} if all stays as it is.",
    zh: "若情况不变，{date} 您的额度可提高至 {amount}。",
  },
  canFall: {
    id: "Pada {date} limit Anda turun menjadi {amount} kalau keadaannya tetap seperti sekarang.",
    en: "On {date} your limit falls to {amount} if all stays as it is.",
    zh: "若情况不变，{date} 您的额度将降至 {amount}。",
  },
  stays: {
    id: "Pada {date} limit dihitung lagi. Kalau keadaannya tetap seperti sekarang, limit Anda tidak berubah.",
    en: "On {date} your limit is computed again. If all stays as it is, it does not change.",
    zh: "{date} 将重新计算额度。若情况不变，您的额度不变。",
  },
  frozen: { id: "Saat ini Anda tidak bisa meminjam", en: "You cannot borrow at present", zh: "您目前无法借款" },
  OVERDUE: {
    id: `Ada tagihan yang terlambat ${frozenFromDays} hari atau lebih. Begitu tagihan itu lunas, pembekuan berakhir saat itu juga.`,
    en: `A bill is ${frozenFromDays} days late or more. The freeze ends at once when it is paid.`,
    zh: `有账单逾期 ${frozenFromDays} 天或以上。付清后立即解冻。`,
  },
  WRITTEN_OFF: {
    id: "Ada pinjaman lama yang dihapusbukukan dan belum lunas. Pembekuan berakhir begitu pinjaman itu lunas.",
    en: "An older loan was written off and is still owed. The freeze ends when it is paid.",
    zh: "有已核销但尚未还清的旧借款。还清后解冻。",
  },
  CONTESTED: {
    id: "Anda membekukan akun ini. Pembekuan limit berakhir bersama pembekuan akun.",
    en: "You have frozen this account. The limit is released together with the account.",
    zh: "您已冻结此账户。账户解冻后额度同时恢复。",
  },
  FRAUD_REVIEW: {
    id: "Petugas sedang memeriksa akun ini. Anda bisa bertanya kepada petugas di bawah.",
    en: "Our staff are checking this account. You can ask a person below.",
    zh: "工作人员正在核查此账户。您可在下方咨询工作人员。",
  },
  STAFF: {
    id: "Petugas membekukan limit ini. Dua petugas harus setuju untuk membukanya. Anda bisa bertanya di bawah.",
    en: "Our staff have frozen this limit. Two of them must agree to lift that. You can ask a person below.",
    zh: "工作人员冻结了此额度，解冻须两名工作人员同意。您可在下方咨询。",
  },
  BORROWER: {
    id: "Anda menjeda limit ini sampai {date}. Jeda berakhir sendiri dan tidak bisa diakhiri lebih awal.",
    en: "You have paused this limit until {date}. The pause ends automatically and cannot be ended early.",
    zh: "您已将此额度暂停至{date}。到期自动恢复，不能提前结束。",
  },
  helps: { id: "Yang membantu", en: "What helps", zh: "如何提高" },
  helpsFree: {
    id: "Semuanya gratis. Bertanya, mengadu, minta keringanan, atau tidak meminjam tidak pernah menurunkan skor.",
    en: "All of it is free. Asking, complaining, requesting help with paying or not borrowing never lowers the score.",
    zh: "全部免费。咨询、投诉、申请协商还款或不借款都不会降低评分。",
  },
  PAY_NOW: { id: "Bayar tagihan yang terlambat", en: "Pay what is late", zh: "支付逾期账单" },
  PAY_NOW_detail: {
    id: "Poin keterlambatan berkurang sejak tagihan itu lunas.",
    en: "The points lost for lateness shrink from the day the bill is paid.",
    zh: "付清之日起，逾期扣分逐步减少。",
  },
  PAY_IN_TIME: { id: "Bayar cicilan sebelum jatuh tempo", en: "Pay instalments by their due date", zh: "按时支付分期" },
  PAY_IN_TIME_detail: {
    id: "Membayar lebih awal tidak menambah poin; membayar tepat pada harinya sudah cukup.",
    en: "Paying earlier adds no points; paying on the due date is enough.",
    zh: "提前支付不额外加分，到期日当天支付即可。",
  },
  CONNECT_SOURCE: { id: "Hubungkan satu sumber data", en: "Connect a source of information", zh: "关联一个数据来源" },
  CONNECT_SOURCE_detail: {
    id: "Pajak, BPJS, operator, atau ijazah. Tidak wajib, dan menolak tidak menurunkan skor.",
    en: "Tax, BPJS, operator or education. It is optional, and refusing does not lower the score.",
    zh: "税务、BPJS、运营商或学历。非必须，拒绝不会降低评分。",
  },
  WAIT: { id: "Beri waktu", en: "Give it time", zh: "等待" },
  WAIT_detail: {
    id: "Keterlambatan yang sudah lunas berkurang separuh setelah 6 bulan dan hilang setelah 24 bulan.",
    en: "Lateness that was paid counts half after 6 months and not at all after 24.",
    zh: "已还清的逾期 6 个月后减半，24 个月后不再计入。",
  },
  points: { id: "Skor dan poinnya", en: "The score and its points", zh: "评分及构成" },
  score: { id: "Skor", en: "Score", zh: "评分" },
  band: {
    id: "Golongan {band} · skor 300 sampai 850",
    en: "Band {band} · scores go from 300 to 850",
    zh: "等级 {band} · 评分范围 300 至 850",
  },
  base: {
    id: "Semua orang mulai dari {base} poin.",
    en: "Everyone starts with {base} points.",
    zh: "每个人从 {base} 分开始。",
  },
  noFactors: {
    id: "Belum ada yang menambah atau mengurangi.",
    en: "Nothing adds to it or takes off yet.",
    zh: "目前没有加分或扣分项。",
  },
  signed: { id: "{points} poin", en: "{points} points", zh: "{points} 分" },
  until: { id: "sampai {date}", en: "until {date}", zh: "至 {date}" },
  PAID_IN_TIME: { id: "Cicilan dibayar tepat waktu", en: "Instalments paid in time", zh: "按时支付的分期" },
  LOAN_ENDED: { id: "Pinjaman lunas lancar", en: "Loans paid off well", zh: "正常结清的借款" },
  LATE_1_3: { id: "Terlambat 1–3 hari", en: "1 to 3 days late", zh: "逾期 1–3 天" },
  LATE_4_7: { id: "Terlambat 4–7 hari", en: "4 to 7 days late", zh: "逾期 4–7 天" },
  LATE_8_30: { id: "Terlambat 8–30 hari", en: "8 to 30 days late", zh: "逾期 8–30 天" },
  LATE_31_60: { id: "Terlambat 31–60 hari", en: "31 to 60 days late", zh: "逾期 31–60 天" },
  LATE_OVER_60: { id: "Terlambat lebih dari 60 hari", en: "More than 60 days late", zh: "逾期超过 60 天" },
  RESTRUCTURED: {
    id: "Pinjaman yang direstrukturisasi, sampai tiga cicilan tepat waktu",
    en: "A restructured loan, until three instalments were in time",
    zh: "重组借款，直至三期按时还款",
  },
  WRITTEN_OFF_DEBT: {
    id: "Pinjaman yang dihapusbukukan dan belum lunas",
    en: "A written-off loan that is still owed",
    zh: "已核销未还清的借款",
  },
  WRITTEN_OFF_PAID: {
    id: "Pinjaman hapus buku yang sudah lunas",
    en: "A written-off loan that was paid",
    zh: "已还清的核销借款",
  },
  BUREAU: { id: "Skor dari biro kredit", en: "The credit bureau's score", zh: "征信机构评分" },
  SOURCES: { id: "Sumber data yang terhubung", en: "Connected sources", zh: "已关联的数据来源" },
  BOUND: {
    id: "Disesuaikan dengan batas atas atau bawah",
    en: "Adjusted to the upper or lower bound",
    zh: "受上下限限制",
  },
  line: { id: "12 bulan terakhir", en: "The last 12 months", zh: "最近 12 个月" },
  lineSays: {
    id: "Grafik skor 12 bulan: dari {from} menjadi {to}. Tabelnya memuat setiap angka.",
    en: "The score over 12 months: from {from} to {to}. The table has every figure.",
    zh: "12 个月评分曲线：由 {from} 至 {to}。表格列出所有数值。",
  },
  lineTable: { id: "Lihat sebagai tabel", en: "See it as a table", zh: "以表格查看" },
  pauseTitle: { id: "Jeda meminjam", en: "Pause borrowing", zh: "暂停借款" },
  pauseBody: {
    id: "Anda bisa menutup limit Anda sendiri untuk sementara. Jeda tidak menurunkan skor, tidak mengubah tagihan, dan tidak bisa diakhiri lebih awal.",
    en: "You can close your own limit for a time. A pause does not lower the score, changes no bill and cannot be ended early.",
    zh: "您可以暂时关闭自己的额度。暂停不降低评分、不影响账单，且不能提前结束。",
  },
  pauseFor: { id: "Selama", en: "For", zh: "时长" },
  days: { id: "{days} hari", en: "{days} days", zh: "{days} 天" },
  pause: { id: "Jeda limit saya", en: "Pause my limit", zh: "暂停我的额度" },
  paused: { id: "Limit Anda sudah dijeda.", en: "Your limit is paused.", zh: "您的额度已暂停。" },
  askTitle: {
    id: "Tidak setuju atau belum jelas?",
    en: "Do you disagree, or is it not clear?",
    zh: "有异议或不清楚？",
  },
  ask: { id: "Tanya petugas", en: "Ask a person", zh: "咨询工作人员" },
});

/** A factor of the score. */
export const factorText = (factor: ScoreFactor): Text =>
  scoreTexts[factor === "WRITTEN_OFF" ? "WRITTEN_OFF_DEBT" : factor];

/** Points with their sign. */
export const signedPoints = (points: number): string => (points > 0 ? `+${points}` : `−${-points}`);

/** Texts of staff's proposals and of the checker's card. */
export const limitProposalTexts = defineTexts({
  setKind: { id: "Limit kredit baru", en: "New credit limit", zh: "新的信用额度" },
  temporaryKind: { id: "Limit sementara dari petugas", en: "Temporary limit by staff", zh: "工作人员给予的临时额度" },
  freezeKind: { id: "Pembekuan limit", en: "Freeze of a limit", zh: "额度冻结" },
  now: { id: "Limit kredit sekarang", en: "Credit limit now", zh: "当前信用额度" },
  proposed: { id: "Diusulkan", en: "Proposed", zh: "提议" },
  STAFF: { id: "Bekukan: tidak bisa meminjam", en: "Freeze: nothing can be borrowed", zh: "冻结：不能借款" },
  FRAUD_REVIEW: {
    id: "Bekukan untuk diperiksa: juga tanda tangan dan pencairan",
    en: "Freeze to be checked: signing and payout too",
    zh: "冻结核查：签署和放款一并暂停",
  },
  STAFF_lifted: { id: "Buka pembekuan petugas", en: "Lift the staff's freeze", zh: "解除工作人员冻结" },
  FRAUD_REVIEW_lifted: { id: "Buka pembekuan pemeriksaan", en: "Lift the freeze of the check", zh: "解除核查冻结" },
  setFollows: {
    id: "Limit langsung berlaku dan peminjam diberi tahu. Mulai tanggal 1 berikutnya limit mengikuti skornya lagi.",
    en: "The limit takes effect at once and the borrower is notified. From the 1st of next month it follows the score again.",
    zh: "额度立即生效并通知借款人。自下月 1 日起重新按评分变动。",
  },
  temporaryFollows: {
    id: `Limit sementara berlaku ${staffTemporaryDays} hari dan peminjam diberi tahu.`,
    en: `The temporary limit is valid for ${staffTemporaryDays} days and the borrower is notified.`,
    zh: `临时额度有效 ${staffTemporaryDays} 天并通知借款人。`,
  },
  STAFFFollows: {
    id: "Peminjam tidak bisa mengajukan pinjaman sampai dua petugas membukanya. Pinjaman yang berjalan tidak berubah.",
    en: "The borrower cannot apply until two of the staff lift it. A running loan does not change.",
    zh: "在两名工作人员解除之前，借款人不能申请借款。现有借款不受影响。",
  },
  FRAUD_REVIEWFollows: {
    id: "Peminjam tidak bisa mengajukan atau menandatangani, dan pencairan ditahan, sampai dua petugas membukanya.",
    en: "The borrower can neither apply nor sign, and payouts are held, until two of the staff lift it.",
    zh: "在两名工作人员解除之前，借款人不能申请或签署，放款暂停。",
  },
  liftFollows: {
    id: "Sebab ini tidak lagi membekukan limit; yang ditahan karena itu dilanjutkan.",
    en: "This cause no longer freezes the limit; everything that it held continues.",
    zh: "此原因不再冻结额度；因此暂停的事项继续进行。",
  },
  staysFollows: { id: "Limit tetap seperti sekarang.", en: "The limit stays as it is.", zh: "额度保持不变。" },
});

/** Texts of the console's page. */
export const limitStaffTexts = defineTexts({
  title: { id: "Limit dan skor", en: "Limit and score", zh: "额度与评分" },
  proposed: {
    id: "Usulan dikirim untuk diperiksa.",
    en: "The proposal was sent to be checked.",
    zh: "提案已提交复核。",
  },
  standing: { id: "Sekarang", en: "Now", zh: "当前" },
  affordable: { id: "Kemampuan menurut penghasilan", en: "Affordable by income", zh: "收入可承受额度" },
  temporary: { id: "Limit sementara", en: "Temporary limit", zh: "临时额度" },
  used: { id: "Sedang dipakai", en: "In use", zh: "已使用" },
  score: { id: "Skor (golongan {band})", en: "Score (band {band})", zh: "评分（等级 {band}）" },
  frozen: { id: "Dibekukan", en: "Frozen", zh: "已冻结" },
  changes: { id: "Perubahan terakhir", en: "Newest changes", zh: "最近变更" },
  noChanges: { id: "Belum ada perubahan", en: "No changes yet", zh: "暂无变更" },
  at: { id: "Waktu", en: "Time", zh: "时间" },
  cause: { id: "Sebab", en: "Cause", zh: "原因" },
  from: { id: "Dari", en: "From", zh: "由" },
  to: { id: "Menjadi", en: "To", zh: "变为" },
  propose: { id: "Usulkan perubahan", en: "Propose a change", zh: "提议变更" },
  action: { id: "Yang diubah", en: "Change", zh: "变更内容" },
  SET: { id: "Tetapkan limit kredit", en: "Set the credit limit", zh: "设定信用额度" },
  TEMPORARY: {
    id: `Beri limit sementara ${staffTemporaryDays} hari`,
    en: `Give a temporary limit for ${staffTemporaryDays} days`,
    zh: `给予 ${staffTemporaryDays} 天临时额度`,
  },
  FREEZE: { id: "Bekukan", en: "Freeze", zh: "冻结" },
  UNFREEZE: { id: "Buka pembekuan", en: "Lift a freeze", zh: "解除冻结" },
  amount: { id: "Jumlah", en: "Amount", zh: "金额" },
  amountHint: {
    id: "Untuk limit kredit paling banyak {max}, untuk limit sementara {maxTemporary}.",
    en: "For a credit limit at most {max}, for a temporary one {maxTemporary}.",
    zh: "信用额度最高 {max}，临时额度最高 {maxTemporary}。",
  },
  freezeCause: { id: "Sebab pembekuan", en: "Cause of the freeze", zh: "冻结原因" },
  STAFF: { id: "Keputusan petugas", en: "Decision of the staff", zh: "工作人员决定" },
  FRAUD_REVIEW: { id: "Pemeriksaan penipuan", en: "Check for fraud", zh: "欺诈核查" },
  reason: { id: "Alasan", en: "Reason", zh: "原因" },
  send: { id: "Kirim untuk diperiksa", en: "Send to be checked", zh: "提交复核" },
});
