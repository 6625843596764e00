import { messageDays } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  announcements: { id: "Pengumuman", en: "Announcements", zh: "公告" },
  announcementsLead: {
    id: "Kabar resmi dari kami, yang terbaru di atas.",
    en: "Official news from us, the latest first.",
    zh: "我们的官方消息，最新的在最前。",
  },
  noneTitle: { id: "Belum ada pengumuman", en: "No announcements", zh: "暂无公告" },
  noneBody: {
    id: "Kabar penting akan tampil di sini.",
    en: "Important news shows here.",
    zh: "重要消息会显示在这里。",
  },
  toService: { id: "Layanan pelanggan", en: "Customer service", zh: "客户服务" },
  // Inbox
  inbox: { id: "Pesan", en: "Messages", zh: "消息" },
  inboxUnread: { id: "{count} belum dibaca.", en: "{count} unread.", zh: "{count} 条未读。" },
  inboxAllRead: { id: "Semua sudah dibaca.", en: "All read.", zh: "全部已读。" },
  inboxMany: { id: "99 atau lebih belum dibaca.", en: "99 or more unread.", zh: "99 条以上未读。" },
  topics: { id: "Topik", en: "Topics", zh: "主题" },
  ALL: { id: "Semua", en: "All", zh: "全部" },
  LOAN: { id: "Pinjaman", en: "Loan", zh: "借款" },
  PAYMENT: { id: "Pembayaran", en: "Payments", zh: "还款" },
  ACCOUNT: { id: "Akun", en: "Account", zh: "账户" },
  SECURITY: { id: "Keamanan", en: "Security", zh: "安全" },
  REWARD: { id: "Hadiah", en: "Rewards", zh: "奖励" },
  NEWS: { id: "Kabar", en: "News", zh: "资讯" },
  unread: { id: "Baru", en: "New", zh: "未读" },
  readAll: { id: "Tandai semua sudah dibaca", en: "Mark all as read", zh: "全部标为已读" },
  inboxEmpty: { id: "Belum ada pesan", en: "No messages yet", zh: "暂无消息" },
  inboxEmptyBody: {
    id: "Kabar tentang pengajuan, pembayaran, dan akun Anda akan tersimpan di sini.",
    en: "What we tell you about your application, payments and account is kept here.",
    zh: "有关您的申请、还款和账户的消息都会保存在这里。",
  },
  topicEmpty: { id: "Tidak ada pesan tentang topik ini", en: "No messages on this topic", zh: "此主题暂无消息" },
  toAll: { id: "Lihat semua pesan", en: "See all messages", zh: "查看全部消息" },
  toHome: { id: "Ke beranda", en: "To the home page", zh: "返回首页" },
  settings: { id: "Pengaturan notifikasi", en: "Notification settings", zh: "通知设置" },
  // One message
  message: { id: "Isi pesan", en: "Message", zh: "消息详情" },
  open: { id: "Buka halamannya", en: "Open the page", zh: "打开相关页面" },
  markRead: { id: "Tandai sudah dibaca", en: "Mark as read", zh: "标为已读" },
  messageGone: { id: "Pesan tidak ditemukan", en: "Message not found", zh: "找不到消息" },
  messageGoneBody: {
    id: `Pesan disimpan ${messageDays} hari; pesan tentang pinjaman selama dokumen pinjaman disimpan.`,
    en: `Messages are kept for ${messageDays} days; those about a loan as long as its papers.`,
    zh: `消息保存 ${messageDays} 天；有关借款的消息与借款文件保存同样久。`,
  },
  // Settings
  settingsLead: {
    id: "Yang Anda senyapkan tetap tersimpan di Pesan, tetapi tidak dikirim lewat WhatsApp, SMS, atau email.",
    en: "What you mute is still kept under Messages, but not sent by WhatsApp, SMS or mail.",
    zh: "静音的内容仍会保存在“消息”中，但不再通过 WhatsApp、短信或邮件发送。",
  },
  muteLabel: { id: "Senyapkan", en: "Mute", zh: "静音" },
  muteREWARD: { id: "Kupon, bonus, dan undangan", en: "Coupons, bonuses and invitations", zh: "优惠券、奖金和邀请" },
  muteNEWS: { id: "Kabar tentang produk dan layanan", en: "News of products and services", zh: "产品与服务资讯" },
  neverMuted: { id: "Selalu dikirim", en: "Always sent", zh: "始终发送" },
  neverMutedBody: {
    id: "Pinjaman, pembayaran, akun, dan keamanan: ini menyangkut hak dan kewajiban Anda. Pengingat bayar hanya dikirim {hours}, tidak pada hari libur nasional.",
    en: "Loan, payments, account and security: these concern your rights and duties. Payment reminders are sent {hours} only, and not on national holidays.",
    zh: "借款、还款、账户和安全：这些关系到您的权利和义务。还款提醒只在{hours}发送，国家法定假日除外。",
  },
  noAddress: {
    id: "Tanpa email terverifikasi, tidak ada kabar lewat email.",
    en: "Without a verified address nothing comes by mail.",
    zh: "没有已验证的邮箱，就不会收到邮件。",
  },
  addAddress: { id: "Tambah email", en: "Add an address", zh: "添加邮箱" },
  restHeading: { id: "Istirahat dari event", en: "A rest from events", zh: "暂停参加活动" },
  rests: {
    id: "Anda beristirahat dari event sampai {until}.",
    en: "You rest from events until {until}.",
    zh: "您已暂停参加活动，至 {until}。",
  },
  restsForGood: {
    id: "Anda beristirahat dari event seterusnya.",
    en: "You rest from events for good.",
    zh: "您已永久暂停参加活动。",
  },
  save: { id: "Simpan", en: "Save", zh: "保存" },
  saved: { id: "Pengaturan tersimpan", en: "Settings saved", zh: "设置已保存" },
});
