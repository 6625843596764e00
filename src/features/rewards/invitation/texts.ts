import { invitationMarkTimes, rewardReviewDays } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  title: { id: "Ajak teman", en: "Invite friends", zh: "邀请好友" },
  heading: { id: "Ajak teman, berdua dapat", en: "Invite a friend, you both gain", zh: "邀请好友，双方得礼" },
  lead: {
    id: "Kupon bunga {coupon} untuk Anda berdua begitu identitas teman terverifikasi. {cash} tunai untuk Anda saat pinjaman pertamanya cair.",
    en: "An interest coupon of {coupon} for both of you once your friend's identity is verified. {cash} in cash for you when your friend's first loan is paid out.",
    zh: "好友完成身份验证后，双方各得 {coupon} 利息券。好友首笔借款发放后，您得 {cash} 现金。",
  },
  tag: {
    id: "Sampai {max} teman per {days} hari",
    en: "Up to {max} friends in {days} days",
    zh: "{days} 天内最多 {max} 位好友",
  },
  tagV2: {
    id: "{count} dari {max} teman berhadiah",
    en: "{count} of {max} friends rewarded",
    zh: "已奖励 {count} / {max} 位好友",
  },
  your: { id: "Undangan Anda", en: "Your invitation", zh: "您的邀请" },
  code: { id: "Kode Anda", en: "Your code", zh: "您的邀请码" },
  link: { id: "Tautan Anda", en: "Your link", zh: "您的链接" },
  joined: { id: "Bergabung", en: "Joined", zh: "已加入" },
  counted: { id: "Terverifikasi", en: "Verified", zh: "已验证" },
  rewarded: { id: "Berhadiah tunai", en: "Rewarded in cash", zh: "已得现金奖励" },
  monthReward: { id: "Hadiah bulan ini", en: "Rewards this month", zh: "本月奖励" },
  monthProgress: { id: "Hadiah tunai bulan ini", en: "Cash rewards this month", zh: "本月现金奖励" },
  ofCap: {
    id: "{amount} dari {cap} yang dapat ditarik sebulan",
    en: "{amount} of the {cap} that can be withdrawn in a month",
    zh: "每月可提现 {cap}，已得 {amount}",
  },
  overCap: {
    id: "Yang melebihi batas bulan ini tetap di dompet Anda dan dapat ditarik bulan berikutnya.",
    en: "What goes beyond this month's limit stays in your wallet and can be withdrawn next month.",
    zh: "超出本月限额的部分保留在钱包中，可于下月提现。",
  },
  whatYouGet: { id: "Yang Anda berdua dapat", en: "What you both get", zh: "双方所得" },
  getVerified: { id: "Teman terverifikasi", en: "Friend is verified", zh: "好友完成验证" },
  getVerifiedNote: { id: "untuk Anda dan teman Anda", en: "for you and for your friend", zh: "您与好友各一张" },
  getLoan: { id: "Pinjaman pertama teman cair", en: "Friend's first loan is paid out", zh: "好友首笔借款发放" },
  getLoanNote: {
    id: "dalam {within} hari; masuk dompet {after} hari sesudahnya",
    en: "within {within} days; in your wallet {after} days later",
    zh: "{within} 天内；发放 {after} 天后入钱包",
  },
  couponOf: { id: "kupon {amount}", en: "{amount} coupon", zh: "{amount} 券" },
  fair: {
    id: "Teman tahu lebih dulu apa yang Anda lihat, dan boleh menolak. Anda tidak pernah melihat nama, jumlah, atau keputusan pinjamannya. Ajak hanya orang yang memang mengenal Anda.",
    en: "Your friend is told first what you will see, and may decline. You never see a name, an amount or a decision. Invite only people who know you.",
    zh: "好友会事先知道您能看到什么，并可拒绝。您不会看到其姓名、金额或审批结果。请只邀请认识您的人。",
  },
  sameForAll: {
    id: "Hadiahnya tetap, berapa pun yang dipinjam teman Anda.",
    en: "The reward is the same, whatever your friend borrows.",
    zh: "无论好友借多少，奖励都相同。",
  },
  share: { id: "Bagikan undangan", en: "Share the invitation", zh: "分享邀请" },
  shareWords: {
    id: "Saya memakai {brand} dan mengajak Anda. Daftar lewat tautan ini; setelah identitas terverifikasi, kita berdua dapat kupon bunga {coupon}. Syarat berlaku. {link}",
    en: "I use {brand} and would like to invite you. Register by this link: once your identity is verified, we both get an interest coupon of {coupon}. Terms apply. {link}",
    zh: "我在使用 {brand}，邀请您加入。通过此链接注册并完成身份验证后，我们各得 {coupon} 利息券。适用条款。{link}",
  },
  toFriends: { id: "Lihat teman Anda", en: "See your friends", zh: "查看好友" },
  toWallet: { id: "Buka dompet hadiah", en: "Open the reward wallet", zh: "打开奖励钱包" },
  card: { id: "Kartu undangan", en: "Invitation card", zh: "邀请卡片" },
  cardAlt: {
    id: "Kartu undangan dengan kode {code} dan kode QR yang membuka tautan Anda",
    en: "Invitation card with the code {code} and a QR code that opens your link",
    zh: "邀请卡片，含邀请码 {code} 和打开您链接的二维码",
  },
  cardHint: {
    id: "Tunjukkan langsung, atau simpan dan kirim gambarnya.",
    en: "Show it in person, or save the picture and send it.",
    zh: "可当面出示，或保存图片后发送。",
  },
  cardSave: { id: "Simpan gambar", en: "Save the picture", zh: "保存图片" },
  // Friends
  friendsTitle: { id: "Teman yang Anda ajak", en: "Friends you invited", zh: "您邀请的好友" },
  friendsLead: {
    id: "Dua angka terakhir nomor dan bulan bergabung: hanya itu yang Anda lihat dari teman Anda.",
    en: "The last two digits of the number and the month of joining: that is all you see of a friend.",
    zh: "您只能看到好友号码的后两位和加入月份。",
  },
  friendsEmptyTitle: { id: "Belum ada teman", en: "No friends yet", zh: "暂无好友" },
  friendsEmptyBody: {
    id: "Teman yang mendaftar dengan kode Anda muncul di sini.",
    en: "Friends who register with your code appear here.",
    zh: "使用您邀请码注册的好友会显示在这里。",
  },
  toInvite: { id: "Ajak teman", en: "Invite friends", zh: "邀请好友" },
  friend: { id: "Teman ••{tail} · {month}", en: "Friend ••{tail} · {month}", zh: "好友 ••{tail} · {month}" },
  friendGone: { id: "Teman · {month}", en: "Friend · {month}", zh: "好友 · {month}" },
  JOINED: { id: "Bergabung", en: "Joined", zh: "已加入" },
  COUNTED: { id: "Terverifikasi", en: "Verified", zh: "已验证" },
  CHECKING: { id: "Diperiksa", en: "Being checked", zh: "核查中" },
  REWARDED: { id: "Berhadiah", en: "Rewarded", zh: "已奖励" },
  NOT_COUNTED: { id: "Tidak dihitung", en: "Not counted", zh: "不计入" },
  ENDED: { id: "Berakhir", en: "Ended", zh: "已结束" },
  sayJOINED: {
    id: "Menunggu identitasnya terverifikasi.",
    en: "Waiting for a verified identity.",
    zh: "等待完成身份验证。",
  },
  sayCOUNTED: { id: "Kupon sudah untuk Anda berdua.", en: "You both have your coupon.", zh: "双方均已获得优惠券。" },
  sayCHECKING: {
    id: `Kami memeriksanya dulu, paling lama ${rewardReviewDays} hari kerja.`,
    en: `We are looking at it first, for ${rewardReviewDays} working days at most.`,
    zh: `我们正在核查，最长 ${rewardReviewDays} 个工作日。`,
  },
  sayREWARDED: {
    id: "Hadiah tunai sudah di dompet Anda.",
    en: "The cash reward is in your wallet.",
    zh: "现金奖励已存入您的钱包。",
  },
  sayNOT_COUNTED: {
    id: "Undangan ini tidak memenuhi syarat event.",
    en: "This invitation does not meet the event's conditions.",
    zh: "此邀请不符合活动条件。",
  },
  sayENDED: { id: "Undangan ini sudah selesai.", en: "This invitation is over.", zh: "此邀请已结束。" },
  SAME_PERSON: {
    id: "Akun ini memakai nomor, KTP, atau rekening Anda sendiri.",
    en: "This account uses your own number, KTP or bank account.",
    zh: "该账户使用了您本人的号码、身份证或银行账户。",
  },
  CAP: {
    id: "Batas teman berhadiah dalam setahun sudah tercapai.",
    en: "The limit of rewarded friends in a year was reached.",
    zh: "一年内奖励好友数已达上限。",
  },
  BUDGET: {
    id: "Anggaran hadiah event sudah habis sebelum giliran ini.",
    en: "The event's prize budget was used up before this one.",
    zh: "活动奖品预算已在此前用完。",
  },
  TIME: { id: "Waktunya sudah lewat.", en: "Its time is over.", zh: "已超过期限。" },
  CLOSED: { id: "Akunnya sudah ditutup.", en: "The account was closed.", zh: "账户已关闭。" },
  rewardFrom: {
    id: "{amount} masuk dompet Anda pada {when}.",
    en: "{amount} comes to your wallet on {when}.",
    zh: "{amount} 将于{when}存入您的钱包。",
  },
  // The friend's landing
  landTitle: { id: "Undangan dari teman", en: "An invitation from a friend", zh: "好友的邀请" },
  landHeading: {
    id: "Teman mengajak Anda ke {brand}",
    en: "A friend invites you to {brand}",
    zh: "好友邀请您加入 {brand}",
  },
  landLead: {
    id: "Daftar dengan nomor ponsel. Setelah identitas Anda terverifikasi, Anda berdua mendapat kupon bunga {coupon}.",
    en: "Register with your mobile number. Once your identity is verified, you both get an interest coupon of {coupon}.",
    zh: "用手机号码注册。完成身份验证后，双方各得 {coupon} 利息券。",
  },
  landNone: {
    id: "Daftar dengan nomor ponsel. Anda tidak perlu diundang untuk memakai {brand}.",
    en: "Register with your mobile number. You need no invitation to use {brand}.",
    zh: "用手机号码注册。使用 {brand} 无需邀请。",
  },
  landHeadingNone: { id: "Daftar di {brand}", en: "Register with {brand}", zh: "注册 {brand}" },
  noCode: {
    id: "Tautan ini tidak membawa kode undangan. Anda mendaftar tanpa undangan.",
    en: "This link carries no invitation code. You register without an invitation.",
    zh: "此链接不含邀请码，您将在没有邀请的情况下注册。",
  },
  unknownCode: {
    id: "Kode undangan ini tidak dikenal atau tidak berlaku lagi. Anda mendaftar tanpa undangan, dan tidak ada yang melihat apa pun tentang Anda.",
    en: "This invitation code is not known or no longer valid. You register without an invitation, and nobody sees anything about you.",
    zh: "该邀请码不存在或已失效。您将在没有邀请的情况下注册，任何人都看不到您的信息。",
  },
  codeUnread: {
    id: "Kode undangan belum dapat diperiksa dari jaringan ini. Coba lagi nanti, atau daftar tanpa undangan.",
    en: "The invitation code cannot be checked from this network right now. Try again later, or register without an invitation.",
    zh: "目前无法在此网络核对邀请码。请稍后再试，或在没有邀请的情况下注册。",
  },
  whoSees: { id: "Yang dilihat pengundang Anda", en: "What your inviter sees", zh: "邀请人能看到什么" },
  seesTail: { id: "Dua angka terakhir nomor Anda", en: "The last two digits of your number", zh: "您号码的后两位" },
  seesMonth: { id: "Bulan Anda bergabung", en: "The month you join", zh: "您加入的月份" },
  seesVerified: {
    id: "Bahwa identitas Anda terverifikasi",
    en: "That your identity is verified",
    zh: "您已完成身份验证",
  },
  seesLoan: {
    id: "Bahwa pinjaman pertama Anda cair, dari hadiahnya",
    en: "That your first loan was paid out, by the reward",
    zh: "通过奖励可知您的首笔借款已发放",
  },
  seesYes: { id: "ya", en: "yes", zh: "是" },
  seesNo: { id: "tidak", en: "no", zh: "否" },
  seesName: {
    id: "Nama, alamat, atau kontak Anda",
    en: "Your name, address or contacts",
    zh: "您的姓名、地址或联系人",
  },
  seesAmount: {
    id: "Jumlah, keputusan, atau keterlambatan",
    en: "Amounts, decisions or late payments",
    zh: "金额、审批结果或逾期",
  },
  link1: {
    id: "Hubungkan saya dengan pengundang. Ia melihat yang tertulis di atas, dan mendapat {cash} bila pinjaman pertama saya cair.",
    en: "Connect me with my inviter, who sees what is written above and gets {cash} if my first loan is paid out.",
    zh: "将我与邀请人关联。邀请人可看到上述内容，若我的首笔借款发放，邀请人得 {cash}。",
  },
  link1Hint: {
    id: "Boleh dikosongkan: Anda tetap dapat mendaftar, tanpa undangan dan tanpa kuponnya.",
    en: "You may leave this empty: you can still register, without the invitation and without its coupon.",
    zh: "可不勾选：您仍可注册，但不含邀请及其优惠券。",
  },
  loggedIn: {
    id: "Anda sudah punya akun. Undangan hanya berlaku saat mendaftar.",
    en: "You already have an account. An invitation counts only when one registers.",
    zh: "您已有账户。邀请仅在注册时有效。",
  },
  toHome: { id: "Buka beranda", en: "Open home", zh: "打开首页" },
});

const { deviceDays, networkHours } = invitationMarkTimes;

/** What staff compare, and the reasons of their decision. */
export const reviewTexts = defineTexts({
  kind: { id: "Hadiah undangan", en: "Invitation reward", zh: "邀请奖励" },
  mark: { id: "Tanda", en: "Mark", zh: "标记" },
  DEVICE: {
    id: `perangkat sama dalam ${deviceDays} hari`,
    en: `same device in ${deviceDays} days`,
    zh: `${deviceDays} 天内同一设备`,
  },
  NETWORK: {
    id: `tiga teman dari satu jaringan dalam ${networkHours} jam`,
    en: `three friends from one network in ${networkHours} hours`,
    zh: `${networkHours} 小时内同一网络三位好友`,
  },
  RING: {
    id: "lingkaran: perangkat atau rekening bersama",
    en: "ring: shared device or bank account",
    zh: "关联圈：共用设备或账户",
  },
  INVITER_IN_REVIEW: { id: "pengundang sedang diperiksa", en: "the inviter is in review", zh: "邀请人正在核查" },
  joined: { id: "Teman mendaftar", en: "Friend registered", zh: "好友注册" },
  counted: { id: "Identitas terverifikasi", en: "Identity verified", zh: "身份验证" },
  firstLoan: { id: "Pinjaman pertama cair", en: "First loan paid out", zh: "首笔借款发放" },
  inviterSince: { id: "Pengundang terdaftar sejak", en: "Inviter registered since", zh: "邀请人注册时间" },
  friends: { id: "Teman pengundang", en: "Friends of the inviter", zh: "邀请人的好友数" },
  friendId: { id: "Akun teman", en: "Friend's account", zh: "好友账户" },
  SAME_HANDS: {
    id: "Akun teman dan pengundang berada di tangan yang sama.",
    en: "The accounts of friend and inviter are in the same hands.",
    zh: "好友与邀请人的账户由同一人掌握。",
  },
  NOT_GENUINE: { id: "Undangan ini tidak wajar.", en: "This invitation is not genuine.", zh: "此邀请不真实。" },
  OTHER: { id: "Alasan lain.", en: "Another reason.", zh: "其他原因。" },
});
