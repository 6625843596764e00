/** Words of the mails. Nothing personal: no name, no text of the complaint, no text of the answer. */
import { defineTexts } from "#shared/texts.ts";

export const frameTexts = defineTexts({
  greeting: { id: "Halo,", en: "Hello,", zh: "您好：" },
  follow: {
    id: "Lihat dan balas pengaduan Anda di sini (berlaku {days} hari):\n{link}\n\nSetelah itu, buka halaman Pengaduan dengan nomor tiket {number} dan email ini. Petugas kami tidak pernah meminta kata sandi, PIN, atau kode OTP.",
    en: "See your complaint and reply to us here (valid for {days} days):\n{link}\n\nAfter that, open the Complaint page with ticket number {number} and this email address. Our staff never ask for a password, PIN or OTP.",
    zh: "在此查看并回复您的投诉（{days} 天内有效）：\n{link}\n\n之后可在“投诉”页面用工单号 {number} 和此邮箱查询。我们的工作人员绝不会索要密码、PIN 或验证码。",
  },
  signature: {
    id: "Salam,\nTim Pengaduan {brand}",
    en: "Kind regards,\nThe complaints team of {brand}",
    zh: "{brand} 投诉处理团队 敬上",
  },
});

export const subjects = defineTexts({
  RECEIVED: {
    id: "Pengaduan {number} kami terima",
    en: "We received complaint {number}",
    zh: "已收到您的投诉 {number}",
  },
  IN_PROGRESS: {
    id: "Pengaduan {number} sedang ditangani",
    en: "We are working on complaint {number}",
    zh: "投诉 {number} 正在处理",
  },
  ANSWERED: {
    id: "Jawaban atas pengaduan {number}",
    en: "Our answer to complaint {number}",
    zh: "投诉 {number} 的答复",
  },
  EXTENDED: {
    id: "Pengaduan {number} butuh waktu lebih lama",
    en: "Complaint {number} needs more time",
    zh: "投诉 {number} 需要更多时间",
  },
  REOPENED: {
    id: "Pengaduan {number} dibuka kembali",
    en: "Complaint {number} is open again",
    zh: "投诉 {number} 已重新受理",
  },
  CLOSING_SOON: {
    id: "Pengaduan {number} akan ditutup",
    en: "Complaint {number} will be closed",
    zh: "投诉 {number} 即将关闭",
  },
  CLOSED: { id: "Pengaduan {number} ditutup", en: "Complaint {number} is closed", zh: "投诉 {number} 已关闭" },
  OVERDUE: {
    id: "Jawaban atas pengaduan {number} terlambat",
    en: "Our answer to complaint {number} is late",
    zh: "投诉 {number} 的答复已逾期",
  },
});

export const bodies = defineTexts({
  RECEIVED: {
    id: "Pengaduan Anda sudah kami terima.\n\nNomor tiket: {number}\nKami jawab paling lambat {dueOn}.",
    en: "We have received your complaint.\n\nTicket number: {number}\nWe answer at the latest on {dueOn}.",
    zh: "我们已收到您的投诉。\n\n工单号：{number}\n我们最迟于 {dueOn} 答复。",
  },
  IN_PROGRESS: {
    id: "Petugas kami mulai menangani pengaduan {number}. Anda menerima jawaban paling lambat {dueOn}.",
    en: "Our staff have started working on complaint {number}. You receive our answer at the latest on {dueOn}.",
    zh: "工作人员已开始处理投诉 {number}。您最迟于 {dueOn} 收到答复。",
  },
  ANSWERED: {
    id: "Kami sudah menjawab pengaduan {number}. Baca jawabannya, lalu beri tahu kami apakah masalahnya selesai. Tanpa kabar dari Anda, pengaduan ditutup setelah {closesOn}.",
    en: "We have answered complaint {number}. Read the answer, then tell us whether it settles the matter. If we hear nothing, the complaint closes after {closesOn}.",
    zh: "我们已答复投诉 {number}。请阅读答复，并告诉我们问题是否解决。如无回复，投诉将在 {closesOn} 之后关闭。",
  },
  EXTENDED: {
    id: "Pengaduan {number} butuh pemeriksaan lebih lama; alasannya kami tulis di tiket. Kami jawab paling lambat {dueOn}. Perpanjangan ini hanya sekali.",
    en: "Complaint {number} takes longer to look into; the ticket gives the reason. We answer at the latest on {dueOn}. There is only one such extension.",
    zh: "投诉 {number} 需要更长时间核查，原因已写在工单中。我们最迟于 {dueOn} 答复。此类延期仅有一次。",
  },
  REOPENED: {
    id: "Anda menulis bahwa masalahnya belum selesai, jadi pengaduan {number} kami buka kembali. Kami jawab paling lambat {dueOn}.",
    en: "You wrote that the matter is not settled, so complaint {number} is open again. We answer at the latest on {dueOn}.",
    zh: "您表示问题尚未解决，因此投诉 {number} 已重新受理。我们最迟于 {dueOn} 答复。",
  },
  CLOSING_SOON: {
    id: "Jawaban kami atas pengaduan {number} belum Anda balas. Kalau masalahnya belum selesai, beri tahu kami paling lambat {closesOn}; setelah itu pengaduan ditutup.",
    en: "You have not replied to our answer to complaint {number}. If the matter is not settled, tell us by {closesOn}; after that the complaint closes.",
    zh: "您尚未回复我们对投诉 {number} 的答复。如问题未解决，请最迟于 {closesOn} 告诉我们；之后投诉将关闭。",
  },
  CLOSED: {
    id: "Pengaduan {number} sudah ditutup. Alasannya bisa Anda baca di tiket. Kalau ada hal baru, kirim pengaduan baru kapan saja.",
    en: "Complaint {number} is closed. The ticket gives the reason. If something new comes up, send a new complaint at any time.",
    zh: "投诉 {number} 已关闭，原因见工单。如有新情况，可随时提交新的投诉。",
  },
  CLOSED_OUTSIDE: {
    id: "Jawaban kami untuk kedua kalinya belum menyelesaikan pengaduan {number}. Anda berhak membawanya ke Lembaga Alternatif Penyelesaian Sengketa Sektor Jasa Keuangan (LAPS SJK), https://lapssjk.id. Caranya kami jelaskan di tiket.",
    en: "Our second answer has not settled complaint {number}. You have the right to take it to LAPS SJK, the alternative dispute resolution body of the financial sector, https://lapssjk.id. The ticket explains how.",
    zh: "我们的第二次答复仍未解决投诉 {number}。您有权将其提交金融服务业替代性争议解决机构（LAPS SJK）：https://lapssjk.id。具体办法见工单。",
  },
  OVERDUE: {
    id: "Kami berjanji menjawab pengaduan {number} paling lambat {dueOn} dan terlambat. Maaf. Kami tetap menyelesaikannya; Anda juga berhak membawanya ke LAPS SJK, https://lapssjk.id. Caranya kami jelaskan di tiket.",
    en: "We promised to answer complaint {number} at the latest on {dueOn}, and we are late. We are sorry. We still settle it; you also have the right to take it to LAPS SJK, https://lapssjk.id. The ticket explains how.",
    zh: "我们承诺最迟于 {dueOn} 答复投诉 {number}，但已逾期，非常抱歉。我们会继续处理；您也有权将其提交 LAPS SJK：https://lapssjk.id。具体办法见工单。",
  },
});
