import { unfinishedHours } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";
import { promisedHours, reservedDays, reversibleHours } from "./contract.ts";

/** What staff compare, and what the borrower reads of a decision. */
export const reviewTexts = defineTexts({
  kind: {
    id: "Penggabungan akun",
    en: "Merging of two accounts",
    zh: "账户合并",
  },
  card: {
    id: "Foto KTP",
    en: "Photo of the KTP",
    zh: "身份证照片",
  },
  firstSelfie: {
    id: "Selfie saat pendaftaran",
    en: "Selfie of the account",
    zh: "账户自拍",
  },
  ownNumber: {
    id: "Nomor akun yang meminta",
    en: "Number of the account that asks",
    zh: "申请账户号码",
  },
  otherNumber: {
    id: "Nomor akun lain",
    en: "Number of the other account",
    zh: "另一账户号码",
  },
  survivor: {
    id: "Akun yang dilanjutkan",
    en: "Account that goes on",
    zh: "保留的账户",
  },
  keeps: {
    id: "Nomor yang dipakai",
    en: "Number that is kept",
    zh: "保留的号码",
  },
  survivorOwn: {
    id: "Akun yang meminta",
    en: "The one that asks",
    zh: "申请账户",
  },
  survivorOther: {
    id: "Akun lain",
    en: "The other one",
    zh: "另一账户",
  },
  ownSince: {
    id: "Akun yang meminta, sejak",
    en: "The one that asks, since",
    zh: "申请账户注册时间",
  },
  otherSince: {
    id: "Akun lain, sejak",
    en: "The other one, since",
    zh: "另一账户注册时间",
  },
  otherFace: {
    id: "Wajah di akun lain",
    en: "Face of the other account",
    zh: "另一账户人脸",
  },
  faceVerified: {
    id: "Terverifikasi, NIK sama",
    en: "Verified, same NIK",
    zh: "已核验，NIK 相同",
  },
  faceUnverified: {
    id: "Belum diverifikasi, NIK sama",
    en: "Not verified, same NIK",
    zh: "未核验，NIK 相同",
  },
  similarity: {
    id: "Kemiripan wajah",
    en: "Similarity of the face",
    zh: "人脸相似度",
  },
  device: {
    id: "Perangkat",
    en: "Device",
    zh: "设备",
  },
  asset: {
    id: "Isi akun",
    en: "In the accounts",
    zh: "账户内容",
  },
  mark: {
    id: "Tanda risiko",
    en: "Risk flag",
    zh: "风险标记",
  },
  askCard: {
    id: "Foto Anda memegang KTP",
    en: "A photo of you holding the KTP",
    zh: "手持身份证照片",
  },
  askSims: {
    id: "Kedua kartu SIM dalam satu foto",
    en: "Both SIM cards in one photo",
    zh: "两张 SIM 卡合照",
  },
  askClearer: {
    id: "Foto yang lebih jelas",
    en: "A clearer photo",
    zh: "更清晰的照片",
  },
  NOT_THE_PERSON: {
    id: "Kami tidak dapat memastikan bahwa kedua akun milik orang yang sama.",
    en: "We could not make sure that both accounts are the same person's.",
    zh: "无法确认两个账户属于同一人。",
  },
  PROOF_UNREADABLE: {
    id: "Bukti yang Anda unggah tidak terbaca.",
    en: "The proof that you uploaded cannot be read.",
    zh: "您上传的证明材料无法辨认。",
  },
  NUMBER_NOT_OWN: {
    id: "Salah satu nomor tidak terdaftar atas nama Anda.",
    en: "One of the numbers is not registered in your name.",
    zh: "其中一个号码未登记在您名下。",
  },
  CONTESTED: {
    id: "Pemilik salah satu nomor menyatakan tidak meminta penggabungan ini.",
    en: "The owner of one of the numbers said that this merge was not asked for.",
    zh: "其中一个号码的持有人表示未申请合并。",
  },
  OTHER: {
    id: "Kami tidak dapat menyetujui penggabungan ini. Layanan pelanggan menjelaskan alasannya.",
    en: "We could not approve this merge. Support explains the reason.",
    zh: "无法批准此次合并，客服将为您说明原因。",
  },
});

/** Why two accounts cannot become one. */
export const causeTexts = defineTexts({
  NO_ACCOUNT: {
    id: "nomor itu tidak punya akun yang bisa digabung.",
    en: "that number has no account that could be merged.",
    zh: "该号码没有可合并的账户。",
  },
  OTHER_PERSON: {
    id: "identitas di akun itu bukan identitas Anda.",
    en: "the identity of that account is not yours.",
    zh: "该账户的身份与您不一致。",
  },
  BOTH_OPEN: {
    id: "kedua akun punya pinjaman atau pengajuan yang berjalan. Selesaikan salah satunya dulu.",
    en: "both accounts have a loan or an application under way. Finish one of them first.",
    zh: "两个账户都有进行中的借款或申请，请先结清其中一个。",
  },
  BLOCKED: {
    id: "salah satu akun sedang ditahan, ditutup, atau digabung. Hubungi layanan pelanggan.",
    en: "one of the accounts is held, being closed, or being merged. Contact support.",
    zh: "其中一个账户正受限、注销或合并中，请联系客服。",
  },
});

/** What came up when an approved merge was to be carried out. */
export const endTexts = defineTexts({
  CLOSED_INSTEAD: {
    id: "Akun lain kosong: tidak ada yang digabung, dan akun itu ditutup dalam 72 jam.",
    en: "The other account was empty: nothing was merged, and it is closed within 72 hours.",
    zh: "另一账户为空：无需合并，将在 72 小时内关闭。",
  },
  ACCOUNT_NOT_OPEN: {
    id: "Salah satu akun tidak terbuka lagi.",
    en: "One of the accounts was not open any more.",
    zh: "其中一个账户已不可用。",
  },
  NUMBER_CHANGED: {
    id: "Nomor salah satu akun berubah setelah Anda menandatangani.",
    en: "The number of one of the accounts changed after you signed.",
    zh: "签署后其中一个账户的号码有变更。",
  },
  PREVIEW_CHANGED: {
    id: "Isi akun berubah setelah Anda menandatangani.",
    en: "The accounts changed after you signed.",
    zh: "签署后账户内容有变动。",
  },
  MERGE_GONE: {
    id: "Permintaan ini sudah tidak berlaku.",
    en: "The request does not hold any more.",
    zh: "该申请已失效。",
  },
});

export const texts = defineTexts({
  title: {
    id: "Gabungkan akun",
    en: "Merge your accounts",
    zh: "合并账户",
  },
  entryLead: {
    id: "Pernah mendaftar lagi dengan nomor lain? Dua akun Anda bisa menjadi satu, dengan saldo, poin, dan riwayat pinjaman di satu tempat.",
    en: "Did you register once more with another number? Your two accounts can become one, with balance, points and past loans in one place.",
    zh: "曾用其他号码再次注册？您的两个账户可以合为一个，余额、积分和借款记录集中在一处。",
  },
  howTitle: {
    id: "Begini caranya",
    en: "How it goes",
    zh: "流程",
  },
  how1: {
    id: "Kode ke nomor akun lain",
    en: "A code to the other account's number",
    zh: "验证另一账户的号码",
  },
  how1Body: {
    id: "SIM-nya harus di tangan Anda.",
    en: "You need its SIM in your hands.",
    zh: "需持有该 SIM 卡。",
  },
  how2: {
    id: "NIK dan selfie",
    en: "NIK and a selfie",
    zh: "身份证号和自拍",
  },
  how2Body: {
    id: "Kedua akun harus atas identitas yang sama.",
    en: "Both accounts have to be of the same identity.",
    zh: "两个账户须为同一身份。",
  },
  how3: {
    id: "Periksa dan tanda tangani",
    en: "Look and sign",
    zh: "核对并签署",
  },
  how3Body: {
    id: "Anda melihat isi kedua akun sebelum dan sesudahnya, lalu menandatangani dengan kode.",
    en: "You see both accounts before and after, then sign by a code.",
    zh: "查看合并前后的内容，并以验证码签署。",
  },
  how4: {
    id: `Ditinjau 1 sampai ${promisedHours / 24} hari`,
    en: `Reviewed within 1 to ${promisedHours / 24} days`,
    zh: `1 至 ${promisedHours / 24} 天审核`,
  },
  how4Body: {
    id: `Setelah digabung, Anda dapat membatalkannya selama ${reversibleHours} jam.`,
    en: `Once merged, you can undo it for ${reversibleHours} hours.`,
    zh: `合并后 ${reversibleHours} 小时内可撤销。`,
  },
  otherNumber: {
    id: "Nomor akun lain",
    en: "Number of the other account",
    zh: "另一账户的号码",
  },
  sendCode: {
    id: "Kirim kode",
    en: "Send the code",
    zh: "发送验证码",
  },
  codeWaits: {
    id: "Kode ke {number} menunggu diisi.",
    en: "A code to {number} waits to be entered.",
    zh: "发往 {number} 的验证码待输入。",
  },
  toCode: {
    id: "Isi kodenya",
    en: "Enter it",
    zh: "输入验证码",
  },
  goOn: {
    id: "Lanjut",
    en: "Continue",
    zh: "继续",
  },
  runningOpen: {
    id: "Permintaan Anda belum dikirim",
    en: "Your request is not sent yet",
    zh: "您的申请尚未提交",
  },
  runningSent: {
    id: "Permintaan Anda sedang ditinjau",
    en: "Your request is under review",
    zh: "您的申请正在审核",
  },
  runningNumber: {
    id: "Akun lain: {number}",
    en: "Other account: {number}",
    zh: "另一账户：{number}",
  },
  runningUntil: {
    id: "Selesaikan sebelum {until}.",
    en: "Finish it before {until}.",
    zh: "请在 {until} 前完成。",
  },
  toResult: {
    id: "Lihat statusnya",
    en: "See where it stands",
    zh: "查看进度",
  },
  mergedLately: {
    id: "Akun {number} sudah digabung ke akun ini.",
    en: "The account {number} was merged into this one.",
    zh: "账户 {number} 已合并到此账户。",
  },
  askedByOther: {
    id: "Akun {number} meminta digabung dengan akun ini.",
    en: "The account {number} asked to be merged with this one.",
    zh: "账户 {number} 申请与此账户合并。",
  },
  obstacle_SECURITY_HOLD: {
    id: "Demi keamanan, akun belum bisa digabung sampai {until}, karena data akun baru saja berubah.",
    en: "For your safety the accounts cannot be merged until {until}, because the account has just changed.",
    zh: "由于账户信息刚刚变更，为了安全，需等到 {until} 才能合并。",
  },
  obstacle_IDENTITY_UNVERIFIED: {
    id: "Verifikasi identitas Anda dulu; dengan itu kami memastikan bahwa kedua akun milik Anda.",
    en: "Verify your identity first; by it we make sure that both accounts are yours.",
    zh: "请先完成身份核验，以确认两个账户均属于您。",
  },
  obstacle_MERGE_REVERSIBLE: {
    id: "Penggabungan terakhir masih bisa dibatalkan sampai {until}. Setelah itu akun lain dapat digabungkan.",
    en: "The last merge can still be undone until {until}. After that another account can be merged.",
    zh: "上次合并在 {until} 前仍可撤销，之后才能合并其他账户。",
  },
  toIdentity: {
    id: "Verifikasi identitas",
    en: "Verify identity",
    zh: "核验身份",
  },
  stepCode: {
    id: "Nomor lain",
    en: "Other number",
    zh: "另一号码",
  },
  stepFace: {
    id: "Identitas",
    en: "Identity",
    zh: "身份",
  },
  stepProof: {
    id: "Bukti",
    en: "Proof",
    zh: "证明",
  },
  stepSign: {
    id: "Tanda tangan",
    en: "Signature",
    zh: "签署",
  },
  codeTitle: {
    id: "Kode dari nomor lain",
    en: "The code from the other number",
    zh: "另一号码的验证码",
  },
  codeLead: {
    id: "Dikirim ke {number}.",
    en: "Sent to {number}.",
    zh: "已发送至 {number}。",
  },
  otherOne: {
    id: "Pakai nomor lain",
    en: "Use another number",
    zh: "使用其他号码",
  },
  faceTitle: {
    id: "Buktikan bahwa ini Anda",
    en: "Prove that it is you",
    zh: "证明是您本人",
  },
  faceLead: {
    id: "Tulis NIK Anda, lalu ambil selfie di tempat terang. Keduanya dicocokkan dengan identitas kedua akun.",
    en: "Write your NIK, then take a selfie in a bright place. Both are compared with the identity of the two accounts.",
    zh: "请填写您的 NIK，并在明亮处自拍。两者将与两个账户的身份比对。",
  },
  nik: {
    id: "NIK",
    en: "NIK (identity number)",
    zh: "NIK（身份证号）",
  },
  nikHint: {
    id: "16 angka di bagian atas KTP",
    en: "The 16 digits at the top of the KTP",
    zh: "身份证顶部的 16 位数字",
  },
  proofTitle: {
    id: "Bukti tambahan",
    en: "Further proof",
    zh: "补充证明",
  },
  proofLead: {
    id: "Tidak wajib. Foto kedua kartu SIM atau Anda memegang KTP mempercepat peninjauan.",
    en: "This is optional. A photo of both SIM cards, or of you holding the KTP, makes the review faster.",
    zh: "可选。上传两张 SIM 卡或手持身份证的照片可加快审核。",
  },
  toPreview: {
    id: "Periksa isi kedua akun",
    en: "Look at both accounts",
    zh: "查看两个账户",
  },
  done: {
    id: "Bukti sudah lengkap",
    en: "The proof is complete",
    zh: "证明已补充完整",
  },
  doneNote: {
    id: "Peninjauan berjalan lagi setelah Anda menekan tombol ini.",
    en: "The review goes on once you press this button.",
    zh: "点击后将继续审核。",
  },
  previewTitle: {
    id: "Sebelum dan sesudah",
    en: "Before and after",
    zh: "合并前后",
  },
  previewLead: {
    id: "Akun {survivor} dilanjutkan, akun {absorbed} berakhir. Periksa angkanya, pilih nomor, lalu tanda tangani.",
    en: "The account {survivor} goes on, {absorbed} ends. Look at the figures, choose the number, then sign.",
    zh: "保留账户 {survivor}，结束账户 {absorbed}。请核对数字、选择号码后签署。",
  },
  closesTitle: {
    id: "Akun lain kosong",
    en: "The other account is empty",
    zh: "另一账户为空",
  },
  closesLead: {
    id: "Akun {absorbed} tidak punya identitas, uang, atau hadiah. Tidak ada yang digabung: akun itu ditutup dalam 72 jam, dan Anda dapat membatalkannya dengan masuk ke sana.",
    en: "The account {absorbed} has no identity, money or rewards. Nothing is merged: it is closed within 72 hours, and you can take that back by logging in there.",
    zh: "账户 {absorbed} 没有身份、资金或奖励，无需合并：将在 72 小时内关闭，期间登录该账户即可撤销。",
  },
  goesOn: {
    id: "Dilanjutkan",
    en: "Goes on",
    zh: "保留",
  },
  ends: {
    id: "Berakhir",
    en: "Ends",
    zh: "结束",
  },
  afterwards: {
    id: "Sesudahnya",
    en: "Afterwards",
    zh: "合并后",
  },
  asset: {
    id: "Isi",
    en: "What",
    zh: "内容",
  },
  points: {
    id: "{count} poin",
    en: "{count} points",
    zh: "{count} 积分",
  },
  since: {
    id: "sejak {date}",
    en: "since {date}",
    zh: "注册于 {date}",
  },
  rulesTitle: {
    id: "Yang perlu Anda tahu",
    en: "What you should know",
    zh: "须知",
  },
  rule1: {
    id: "Pinjaman tidak berpindah; pinjaman lunas di akun yang berakhir tetap bisa dibaca.",
    en: "Loans do not move; paid-off ones of the account that ends can still be read.",
    zh: "借款不转移；结束账户中已结清的借款仍可查看。",
  },
  rule2: {
    id: `Yang dipindah tidak bisa dipakai atau ditarik selama ${reversibleHours} jam, agar Anda bisa membatalkannya.`,
    en: `What is moved cannot be spent or withdrawn for ${reversibleHours} hours, so that you can undo it.`,
    zh: `转移的内容 ${reversibleHours} 小时内不可使用或提现，以便您撤销。`,
  },
  rule3: {
    id: `Anda keluar di semua perangkat. Nomor yang tidak dipakai disimpan ${reservedDays} hari untuk Anda.`,
    en: `You are logged out on all devices. The number that is not kept is reserved for you for ${reservedDays} days.`,
    zh: `您将在所有设备上退出登录。未保留的号码为您预留 ${reservedDays} 天。`,
  },
  keepTitle: {
    id: "Nomor yang Anda pakai sesudahnya",
    en: "The number that you use afterwards",
    zh: "合并后使用的号码",
  },
  keepOwn: {
    id: "{number} (akun ini)",
    en: "{number} (this account)",
    zh: "{number}（此账户）",
  },
  keepOther: {
    id: "{number} (akun lain)",
    en: "{number} (the other account)",
    zh: "{number}（另一账户）",
  },
  signTitle: {
    id: "Tanda tangani dengan kode",
    en: "Sign by a code",
    zh: "以验证码签署",
  },
  nothing: {
    id: "Kedua akun tidak punya saldo, poin, atau kupon. Yang digabung hanya identitas dan riwayatnya.",
    en: "Neither account has a balance, points or coupons. What is merged is their identity and history.",
    zh: "两个账户均无余额、积分或优惠券，仅合并身份和记录。",
  },
  sign: {
    id: "Tanda tangani dan kirim",
    en: "Sign and send",
    zh: "签署并提交",
  },
  signClose: {
    id: "Tanda tangani dan tutup akun kosong",
    en: "Sign and close the empty account",
    zh: "签署并关闭空账户",
  },
  resultTitle: {
    id: "Status penggabungan akun",
    en: "Where your merge stands",
    zh: "合并进度",
  },
  reviewTitle: {
    id: `Sedang ditinjau, 1 sampai ${promisedHours / 24} hari`,
    en: `Under review, 1 to ${promisedHours / 24} days`,
    zh: `审核中，1 至 ${promisedHours / 24} 天`,
  },
  reviewLead: {
    id: "Akun {number} akan digabung dengan akun ini. Sampai itu keduanya tetap seperti sekarang.",
    en: "The account {number} is to be merged with this one. Until then both stay as they are.",
    zh: "账户 {number} 将与此账户合并，在此之前两者保持不变。",
  },
  approvedTitle: {
    id: "Disetujui",
    en: "Approved",
    zh: "已批准",
  },
  approvedLead: {
    id: "Kedua akun digabung dalam beberapa menit, begitu tidak ada uang yang sedang berjalan di salah satunya.",
    en: "The accounts are merged within minutes, as soon as no money is on its way in either of them.",
    zh: "待两个账户均无在途款项后，将在几分钟内合并。",
  },
  sentNow: {
    id: "Permintaan ditandatangani dan terkirim.",
    en: "The request is signed and sent.",
    zh: "申请已签署并提交。",
  },
  shownNow: {
    id: "Terima kasih. Peninjauan berjalan lagi.",
    en: "Thank you. The review goes on.",
    zh: "谢谢，审核将继续。",
  },
  wasSent: {
    id: "Ditandatangani",
    en: "Signed",
    zh: "已签署",
  },
  isReviewed: {
    id: "Ditinjau dua petugas",
    en: "Reviewed by two of our staff",
    zh: "两位工作人员审核",
  },
  promised: {
    id: "Keputusan paling lambat {until}",
    en: "A decision by {until}",
    zh: "最迟 {until} 作出决定",
  },
  reviewNote: {
    id: "Kami mengabari Anda begitu ada keputusan.",
    en: "We tell you as soon as there is a decision.",
    zh: "有结果后会立即通知您。",
  },
  isMerged: {
    id: "Akun digabung",
    en: "The accounts are merged",
    zh: "账户合并",
  },
  mergeNote: {
    id: `Setelah itu bisa dibatalkan selama ${reversibleHours} jam.`,
    en: `After that it can be undone for ${reversibleHours} hours.`,
    zh: `之后 ${reversibleHours} 小时内可撤销。`,
  },
  decline: {
    id: "Tidak jadi digabung",
    en: "Do not merge",
    zh: "放弃合并",
  },
  declineNote: {
    id: "Kedua akun tetap seperti sekarang, dan bukti yang diunggah dihapus kemudian.",
    en: "Both accounts stay as they are, and the uploaded proof is destroyed later on.",
    zh: "两个账户保持不变，已上传的证明稍后销毁。",
  },
  mergedTitle: {
    id: "Kedua akun sudah menjadi satu",
    en: "The two accounts are one",
    zh: "两个账户已合并",
  },
  mergedBody: {
    id: "Akun {number} sudah digabung ke akun ini.",
    en: "The account {number} was merged into this one.",
    zh: "账户 {number} 已合并到此账户。",
  },
  undoTitle: {
    id: "Masih bisa dibatalkan",
    en: "It can still be undone",
    zh: "仍可撤销",
  },
  undoBody: {
    id: "Sampai {until} Anda dapat mengembalikan kedua akun seperti semula. Sampai itu yang dipindah dan penarikan ditahan.",
    en: "Until {until} you can have both accounts back as they were. Until then what was moved, and withdrawing, are on hold.",
    zh: "在 {until} 前可恢复原状，期间转移的内容和提现将暂缓。",
  },
  undo: {
    id: "Batalkan penggabungan",
    en: "Undo the merge",
    zh: "撤销合并",
  },
  finalBody: {
    id: "Penggabungan sudah final.",
    en: "The merge is final.",
    zh: "合并已生效且不可撤销。",
  },
  reversedTitle: {
    id: "Penggabungan dibatalkan",
    en: "The merge was undone",
    zh: "合并已撤销",
  },
  reversedBody: {
    id: "Kedua akun kembali seperti semula, masing-masing dengan nomornya.",
    en: "Both accounts are as they were, each with its number.",
    zh: "两个账户已恢复原状，各自使用原号码。",
  },
  statementLink: {
    id: "Unduh berita acara (PDF)",
    en: "Download the statement (PDF)",
    zh: "下载合并声明（PDF）",
  },
  statementSoon: {
    id: "Berita acara bersegel siap dalam beberapa menit.",
    en: "The sealed statement is ready within minutes.",
    zh: "盖章声明几分钟后即可下载。",
  },
  verifyLink: {
    id: "Periksa keasliannya",
    en: "Verify it",
    zh: "核验真伪",
  },
  notMergedTitle: {
    id: "Akun tidak digabung",
    en: "The accounts were not merged",
    zh: "账户未合并",
  },
  notMergedBody: {
    id: "Kedua akun tetap seperti semula.",
    en: "Both accounts stay as they were.",
    zh: "两个账户保持不变。",
  },
  closedTitle: {
    id: "Akun kosong ditutup",
    en: "The empty account is being closed",
    zh: "空账户正在关闭",
  },
  closedBody: {
    id: "Tidak ada yang perlu digabung.",
    en: "There was nothing to merge.",
    zh: "无需合并。",
  },
  expiredTitle: {
    id: "Permintaan berakhir",
    en: "The request has ended",
    zh: "申请已结束",
  },
  expiredBody: {
    id: `Permintaan tidak selesai dalam ${unfinishedHours} jam. Kedua akun tetap seperti semula.`,
    en: `It was not finished within ${unfinishedHours} hours. Both accounts stay as they were.`,
    zh: `未在 ${unfinishedHours} 小时内完成，两个账户保持不变。`,
  },
  reason: {
    id: "Alasan",
    en: "Why",
    zh: "原因",
  },
  startAgain: {
    id: "Minta lagi",
    en: "Ask again",
    zh: "再次申请",
  },
  toHome: {
    id: "Ke beranda",
    en: "To the home page",
    zh: "返回首页",
  },
  callSupport: {
    id: "Telepon {phone}",
    en: "Call {phone}",
    zh: "拨打 {phone}",
  },
  statementTitle: {
    id: "Berita acara penggabungan akun",
    en: "Statement of a merge of accounts",
    zh: "账户合并声明",
  },
  statementLead: {
    id: "Dua akun dari orang yang sama digabung menjadi satu atas permintaannya, yang ditandatangani dengan kode sekali pakai.",
    en: "Two accounts of one person were merged into one on that person's request, signed by a one-time code.",
    zh: "应本人申请（以一次性验证码签署），同一人的两个账户已合并为一个。",
  },
  statementItem: {
    id: "Hal",
    en: "Item",
    zh: "项目",
  },
  statementValue: {
    id: "Isi",
    en: "Value",
    zh: "内容",
  },
  statementNumber: {
    id: "Nomor",
    en: "Number",
    zh: "编号",
  },
  statementSigned: {
    id: "Ditandatangani",
    en: "Signed",
    zh: "签署时间",
  },
  statementMerged: {
    id: "Digabung",
    en: "Merged",
    zh: "合并时间",
  },
  statementUntil: {
    id: "Dapat dibatalkan sampai",
    en: "Could be undone until",
    zh: "可撤销至",
  },
  statementHash: {
    id: "Hash halaman yang ditandatangani",
    en: "Hash of the signed page",
    zh: "签署页面哈希",
  },
  keptNumber: {
    id: "Nomor yang dipakai",
    en: "Number that is kept",
    zh: "保留的号码",
  },
  statementNote: {
    id: "Keadaan penggabungan ini sekarang dapat diperiksa di alamat pada lembar ini.",
    en: "How this merge stands now can be looked up at the address on this sheet.",
    zh: "可通过本页地址查询该合并的当前状态。",
  },
  stateMERGED: {
    id: "Digabung, masih bisa dibatalkan",
    en: "Merged, can still be undone",
    zh: "已合并，仍可撤销",
  },
  stateFINAL: {
    id: "Digabung, final",
    en: "Merged, final",
    zh: "已合并，已生效",
  },
  stateREVERSED: {
    id: "Dibatalkan",
    en: "Undone",
    zh: "已撤销",
  },
  statementState: {
    id: "Keadaan",
    en: "State",
    zh: "状态",
  },
});
