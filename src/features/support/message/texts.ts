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
});
