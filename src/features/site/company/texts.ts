import { defineTexts } from "#shared/texts.ts";

/** Sections of the questions, by the keys that contents name. // Spec 2.1 */
export const sectionTitles = defineTexts({
  generalQuestion: { id: "Pertanyaan umum", en: "General questions", zh: "一般问题" },
  borrow: { id: "Meminjam", en: "Borrowing", zh: "借款" },
  lend: { id: "Mendanai", en: "Lending", zh: "出借" },
  bewareOfFraud: { id: "Waspada penipuan", en: "Beware of fraud", zh: "谨防诈骗" },
  "laps-sjk": { id: "LAPS SJK dan penyelesaian sengketa", en: "LAPS SJK and disputes", zh: "LAPS SJK 与争议解决" },
  "application-and-loans": { id: "Pengajuan dan pinjaman", en: "Applications and loans", zh: "申请与借款" },
  "payment-and-repayment": { id: "Pembayaran dan pelunasan", en: "Payments and repayment", zh: "还款与结清" },
});

export const complaintReasonTexts = defineTexts({
  loan: { id: "Pinjaman dan biaya", en: "Loan and costs", zh: "借款与费用" },
  collection: { id: "Penagihan", en: "Collection", zh: "催收" },
  otp: { id: "Kode verifikasi", en: "Verification codes", zh: "验证码" },
  repayment: { id: "Pembayaran", en: "Repayment", zh: "还款" },
  sign: { id: "Tanda tangan", en: "Signing", zh: "签署" },
  mobile: { id: "Nomor ponsel", en: "Mobile number", zh: "手机号" },
  others: { id: "Lain-lain", en: "Others", zh: "其他" },
});

/** Titles and descriptions of the pages, as search engines and shared links show them. */
export const pageTexts = defineTexts({
  aboutTitle: { id: "Tentang kami", en: "About us", zh: "关于我们" },
  aboutDescription: {
    id: "Siapa kami, cara kami bekerja, laporan, tata kelola, dan jawaban atas pertanyaan tentang pinjaman.",
    en: "Who we are, how we work, reports, governance, and answers to questions about loans.",
    zh: "我们是谁、如何运作、各项报告、公司治理，以及借款常见问题解答。",
  },
  faqTitle: { id: "Tanya jawab", en: "Questions and answers", zh: "常见问题" },
  faqDescription: {
    id: "Jawaban tentang syarat, biaya, pengajuan, pembayaran, keterlambatan, penipuan, dan pengaduan. Bisa dicari.",
    en: "Answers about conditions, cost, applying, repaying, paying late, fraud and complaints. Searchable.",
    zh: "关于条件、费用、申请、还款、逾期、诈骗和投诉的解答，支持搜索。",
  },
  usTitle: { id: "Perusahaan", en: "The company", zh: "公司" },
  usDescription: {
    id: "Cara perusahaan bekerja, tata kelolanya, laporan keuangan 2020 sampai 2024, dan publikasi pengaduan.",
    en: "How the company works, its governance, the financial reports 2020 to 2024, and its complaint report.",
    zh: "公司如何运作、公司治理、2020 至 2024 年财务报告和投诉公示。",
  },
  operationTitle: { id: "Cara kami bekerja", en: "How we work", zh: "我们如何运作" },
  operationDescription: {
    id: "Dari pengajuan sampai lunas: siapa melakukan apa, dan apa yang menjaga uang serta data Anda.",
    en: "From application to the last payment: who does what, and what protects your money and data.",
    zh: "从申请到还清：谁负责什么，以及如何保护您的资金和数据。",
  },
  managementTitle: { id: "Tata kelola", en: "Governance", zh: "公司治理" },
  managementDescription: {
    id: "Organ perusahaan, tiga garis pertahanan, dan aturan benturan kepentingan.",
    en: "The bodies of the company, three lines of defence, and rules on conflicts of interest.",
    zh: "公司机构、三道防线以及利益冲突规则。",
  },
  financialTitle: { id: "Laporan keuangan", en: "Financial reports", zh: "财务报告" },
  financialDescription: {
    id: "Laporan keuangan tahunan 2020 sampai 2024: angka pokok dan PDF untuk diunduh.",
    en: "Annual financial statements 2020 to 2024: key figures and PDFs to download.",
    zh: "2020 至 2024 年度财务报表：主要数据及 PDF 下载。",
  },
  complaintsTitle: { id: "Publikasi pengaduan", en: "Complaint report", zh: "投诉公示" },
  complaintsDescription: {
    id: "Jumlah pengaduan per tahun dan alasan, yang selesai, dan yang selesai tepat waktu.",
    en: "Complaints by year and reason, how many are settled, and how many in time.",
    zh: "按年份和原因统计的投诉数量、已解决数量和按期解决数量。",
  },
  teamTitle: { id: "Tim eksekutif", en: "Executive team", zh: "管理团队" },
  teamDescription: {
    id: "Direksi dan dewan komisaris, dengan bidang tanggung jawab masing-masing.",
    en: "Directors and commissioners, and what each of them is in charge of.",
    zh: "董事会与监事会成员及其分工。",
  },
  blogTitle: { id: "Blog", en: "Blog", zh: "博客" },
  newsTitle: { id: "Berita", en: "News", zh: "新闻" },
  newsLead: {
    id: "Apa yang berubah pada layanan dan perusahaan kami.",
    en: "What changes in our service and company.",
    zh: "我们的服务和公司有哪些变化。",
  },
  newsDescription: {
    id: "Kabar tentang layanan: bahasa baru, cara bayar, dokumen, dan hal yang berubah bagi peminjam.",
    en: "News of the service: languages, ways to pay, documents, and what changes for borrowers.",
    zh: "服务动态：语言、还款方式、文件，以及与借款人相关的变化。",
  },
  eventsTitle: { id: "Kegiatan sosial", en: "Social events", zh: "公益活动" },
  eventsLead: {
    id: "Belajar tentang uang bersama warga. Kegiatan bertanda contoh belum terjadi.",
    en: "Learning about money together. Events marked as samples have not taken place.",
    zh: "和大家一起学习理财。标有“示例”的活动并未发生。",
  },
  eventsDescription: {
    id: "Kegiatan literasi keuangan: kelas anggaran, pojok tanya penipuan, dan buku untuk taman bacaan.",
    en: "Financial literacy events: budget classes, fraud question corners, and books for reading rooms.",
    zh: "金融知识普及活动：预算课、反诈咨询角和社区书屋捐书。",
  },
  termsTitle: { id: "Syarat dan ketentuan", en: "Terms of use", zh: "使用条款" },
  termsDescription: {
    id: "Ketentuan pemakaian situs dan akun: hak Anda, yang tidak boleh, biaya, penutupan akun, dan pengaduan.",
    en: "The terms for the site and your account: your rights, what is not allowed, costs, closing, complaints.",
    zh: "网站与账户的使用条款：您的权利、禁止事项、费用、注销和投诉。",
  },
  privacyTitle: { id: "Kebijakan privasi", en: "Privacy policy", zh: "隐私政策" },
  privacyDescription: {
    id: "Data pribadi apa yang kami proses, untuk apa, siapa yang menerima, berapa lama, dan apa hak Anda.",
    en: "Which personal data we process, what for, who receives it, for how long, and what your rights are.",
    zh: "我们处理哪些个人数据、用途、接收方、保存期限以及您的权利。",
  },
});

export const texts = defineTexts({
  // About
  areas: { id: "Kenali kami", en: "Get to know us", zh: "了解我们" },
  faqDetail: {
    id: "Syarat, biaya, pembayaran, penipuan, sengketa",
    en: "Conditions, cost, repayment, fraud, disputes",
    zh: "条件、费用、还款、诈骗、争议",
  },
  usDetail: {
    id: "Cara kerja, tata kelola, laporan, pengaduan",
    en: "How we work, governance, reports, complaints",
    zh: "运作方式、治理、报告、投诉",
  },
  teamDetail: { id: "Direksi dan dewan komisaris", en: "Directors and commissioners", zh: "董事会与监事会" },
  newsDetail: { id: "Yang berubah pada layanan kami", en: "What changes in our service", zh: "服务的变化" },
  eventsDetail: {
    id: "Belajar tentang uang bersama warga",
    en: "Learning about money together",
    zh: "与大家一起学习理财",
  },
  blogDetail: { id: "Menghitung, memeriksa, memutuskan", en: "Count, check, decide", zh: "会算、会查、会选" },
  legal: { id: "Syarat dan privasi", en: "Terms and privacy", zh: "条款与隐私" },
  // FAQ
  faqHeading: { id: "Ada yang ingin ditanyakan?", en: "What would you like to know?", zh: "想了解什么？" },
  faqLead: {
    id: "{count} jawaban dalam tujuh bagian. Cari dengan kata-kata Anda, atau pilih bagiannya.",
    en: "{count} answers in seven sections. Search in your own words, or choose a section.",
    zh: "七个部分，共 {count} 个解答。用您自己的话搜索，或选择一个部分。",
  },
  searchLabel: { id: "Cari jawaban", en: "Search for an answer", zh: "搜索答案" },
  search: { id: "Cari", en: "Search", zh: "搜索" },
  sections: { id: "Bagian", en: "Sections", zh: "分类" },
  readAnswers: { id: "Baca {count} jawaban", en: "Read {count} answers", zh: "查看 {count} 个解答" },
  resultsTitle: { id: "Hasil untuk “{query}”", en: "Results for “{query}”", zh: "“{query}”的搜索结果" },
  resultsCount: { id: "{count} hasil", en: "{count} results", zh: "{count} 条结果" },
  resultOne: { id: "1 hasil", en: "1 result", zh: "1 条结果" },
  noResultTitle: { id: "Tidak ada hasil untuk “{query}”", en: "Nothing found for “{query}”", zh: "没有找到“{query}”" },
  noResultBody: {
    id: "Coba kata lain, misalnya “denda” atau “rekening”, pilih salah satu bagian, atau tanyakan kepada kami.",
    en: "Try another word, such as “late fee” or “account”, choose a section, or ask us.",
    zh: "请换个词试试，例如“逾期费”或“账户”，选择一个分类，或直接咨询我们。",
  },
  inQuestions: { id: "Jawaban", en: "Answers", zh: "解答" },
  inBlog: { id: "Artikel blog", en: "Blog articles", zh: "博客文章" },
  otherSections: { id: "Bagian lain", en: "Other sections", zh: "其他分类" },
  stillTitle: { id: "Belum terjawab?", en: "No answer yet?", zh: "还没有答案？" },
  stillBody: {
    id: "Petugas kami membantu setiap hari.",
    en: "Our people help every day.",
    zh: "我们的工作人员每天为您服务。",
  },
  askUs: { id: "Hubungi kami", en: "Contact us", zh: "联系我们" },
  complain: { id: "Kirim pengaduan", en: "Send a complaint", zh: "提交投诉" },
  // Company
  partsOfUs: { id: "Bagian halaman ini", en: "On this page", zh: "本页内容" },
  readOn: { id: "Selengkapnya", en: "Read on", zh: "了解更多" },
  toUs: { id: "Semua tentang perusahaan", en: "All about the company", zh: "公司全部信息" },
  factsTitle: { id: "Sekilas", en: "At a glance", zh: "概览" },
  phone: { id: "Telepon", en: "Telephone", zh: "电话" },
  email: { id: "Email", en: "Email", zh: "邮箱" },
  company: { id: "Perusahaan", en: "Company", zh: "公司" },
  licenceNumber: { id: "Nomor izin", en: "Licence number", zh: "许可编号" },
  address: { id: "Alamat", en: "Address", zh: "地址" },
  meetTeam: { id: "Lihat tim eksekutif", en: "See the executive team", zh: "查看管理团队" },
  figuresOf: { id: "Angka pokok", en: "Key figures", zh: "主要数据" },
  year: { id: "Tahun", en: "Year", zh: "年度" },
  assets: { id: "Aset", en: "Assets", zh: "资产" },
  revenue: { id: "Pendapatan", en: "Revenue", zh: "收入" },
  profit: { id: "Laba", en: "Profit", zh: "利润" },
  inMillions: {
    id: "Dalam jutaan rupiah; dalam kurung berarti rugi.",
    en: "In millions of rupiah; brackets mean a loss.",
    zh: "单位：百万印尼盾；括号表示亏损。",
  },
  downloads: { id: "Unduh laporan", en: "Download the reports", zh: "下载报告" },
  latestOf: { id: "Tahun {year}", en: "In {year}", zh: "{year} 年" },
  inIndonesian: { id: "PDF Indonesia", en: "PDF in Indonesian", zh: "印尼语 PDF" },
  inEnglish: { id: "PDF Inggris", en: "PDF in English", zh: "英语 PDF" },
  noReportsTitle: { id: "Belum ada laporan", en: "No reports yet", zh: "暂无报告" },
  noReportsBody: {
    id: "Laporan tahunan muncul di sini setelah diaudit.",
    en: "Annual reports show here once they are audited.",
    zh: "年度报告经审计后会显示在这里。",
  },
  sampleTitle: { id: "Contoh.", en: "Sample.", zh: "示例。" },
  sampleReports: {
    id: "Angka dan laporan ini contoh; tidak ada akuntan publik yang memeriksanya.",
    en: "These figures and reports are samples; no public accountant audited them.",
    zh: "这些数据和报告仅为示例，未经会计师审计。",
  },
  sampleTeam: {
    id: "Susunan ini contoh; tidak ada orang yang disebut di sini.",
    en: "This line-up is a sample; no real person is named here.",
    zh: "此名单为示例，未涉及任何真实人物。",
  },
  DIRECTORS: { id: "Direksi", en: "Board of directors", zh: "董事会" },
  COMMISSIONERS: { id: "Dewan komisaris", en: "Board of commissioners", zh: "监事会" },
  notNamed: { id: "Nama belum diumumkan", en: "Name not yet announced", zh: "姓名尚未公布" },
  noTeamTitle: { id: "Susunan belum diumumkan", en: "Not announced yet", zh: "尚未公布" },
  noTeamBody: {
    id: "Nama muncul di sini setelah penunjukannya disetujui otoritas.",
    en: "Names show here once the authority has approved the appointments.",
    zh: "任命获监管机构批准后，名单会显示在这里。",
  },
  complaintsIn: { id: "Pengaduan {year}", en: "Complaints in {year}", zh: "{year} 年投诉" },
  reason: { id: "Alasan", en: "Reason", zh: "原因" },
  received: { id: "Diterima", en: "Received", zh: "收到" },
  resolved: { id: "Selesai", en: "Settled", zh: "已解决" },
  inTime: { id: "Tepat waktu", en: "In time", zh: "按期" },
  total: { id: "Jumlah", en: "Total", zh: "合计" },
  noComplaintsTitle: { id: "Belum ada pengaduan", en: "No complaints yet", zh: "暂无投诉" },
  noComplaintsBody: {
    id: "Sampai hari ini kami belum menerima satu pun. Tabelnya muncul begitu ada yang pertama.",
    en: "We have received none so far. The table appears with the first one.",
    zh: "到目前为止尚未收到投诉。收到第一件后会显示统计表。",
  },
  // News, events
  allNews: { id: "Semua berita", en: "All news", zh: "全部新闻" },
  learnMoreTitle: { id: "Belajar lebih lanjut", en: "Learn more", zh: "继续学习" },
  learnMoreBody: {
    id: "Artikel kami tentang anggaran, biaya pinjaman, dan penipuan dapat dibaca siapa saja.",
    en: "Our articles on budgets, the cost of loans and fraud are there for everyone.",
    zh: "我们关于预算、借款成本和诈骗的文章，人人都可以阅读。",
  },
  readArticles: { id: "Baca artikel", en: "Read the articles", zh: "阅读文章" },
  allEvents: { id: "Semua kegiatan", en: "All events", zh: "全部活动" },
  // Legal
  version: {
    id: "Versi {version}, berlaku sejak {date}",
    en: "Version {version}, in force since {date}",
    zh: "第 {version} 版，自 {date} 起生效",
  },
  contents: { id: "Isi", en: "Contents", zh: "目录" },
  original: {
    id: "Teks bahasa Indonesia yang berlaku",
    en: "The Indonesian text, which prevails",
    zh: "具有法律效力的印尼语原文",
  },
});
