import { defineTexts } from "#shared/texts.ts";
import { shopPromisedHours, shopDays, type ShopKind, type ShopPlatform, type ShopState } from "./contract.ts";

export const shopKindTexts = defineTexts({
  FOOD: { id: "Makanan dan minuman", en: "Food and drink", zh: "餐饮" },
  GROCERY: { id: "Kelontong dan sembako", en: "Groceries", zh: "杂货" },
  FASHION: { id: "Pakaian", en: "Clothing", zh: "服装" },
  ELECTRONICS: { id: "Elektronik dan pulsa", en: "Electronics and airtime", zh: "电子与话费" },
  SERVICE: { id: "Jasa", en: "Services", zh: "服务" },
  FARM: { id: "Pertanian dan perikanan", en: "Farming and fishing", zh: "农渔业" },
  OTHER: { id: "Lainnya", en: "Other", zh: "其他" },
}) satisfies Record<ShopKind, unknown>;

export const salesPlatformTexts = defineTexts({
  SHOPEE: { id: "Shopee", en: "Shopee", zh: "Shopee" },
  TOKOPEDIA: { id: "Tokopedia", en: "Tokopedia", zh: "Tokopedia" },
  LAZADA: { id: "Lazada", en: "Lazada", zh: "Lazada" },
  TIKTOK: { id: "TikTok Shop", en: "TikTok Shop", zh: "TikTok Shop" },
  ANOTHER: { id: "Platform lain", en: "Another platform", zh: "其他平台" },
  OFFLINE: { id: "Tanpa platform", en: "No platform", zh: "无平台" },
}) satisfies Record<ShopPlatform, unknown>;

export const shopStateTexts = defineTexts({
  DRAFT: { id: "Belum dikirim", en: "Not sent yet", zh: "尚未提交" },
  SUBMITTED: { id: "Sedang diperiksa", en: "Under review", zh: "审核中" },
  VERIFIED: { id: "Terverifikasi", en: "Verified", zh: "已核实" },
  REJECTED: { id: "Belum bisa diverifikasi", en: "Not verified", zh: "未通过" },
  EXPIRED: { id: "Masa berlaku habis", en: "Expired", zh: "已到期" },
}) satisfies Record<ShopState, unknown>;

export const texts = defineTexts({
  title: { id: "Toko Anda", en: "Your shops", zh: "您的店铺" },
  lead: {
    id: "Tidak wajib: pinjaman dan limit Anda tidak bergantung padanya. Toko yang terverifikasi dihitung sebagai sumber untuk tingkat Plus.",
    en: "Optional: your loan and limit do not depend on it. A verified shop counts as a source for level Plus.",
    zh: "选填：您的借款和额度不取决于此。已核实的店铺可作为 Plus 等级的来源。",
  },
  count: { id: "{count} dari {max} toko", en: "{count} of {max} shops", zh: "{count} / {max} 家店铺" },
  toCenter: { id: "Hubungkan penjualan toko online", en: "Link the sales of an online shop", zh: "关联网店销售额" },
  toCenterDetail: {
    id: "Sebagian penjualan dihitung sebagai penghasilan",
    en: "Part of the sales counts as income",
    zh: "部分销售额计为收入",
  },
  full: {
    id: "Sudah ada {max} toko. Hapus satu untuk menambah yang lain.",
    en: "There are {max} shops. Remove one to add another.",
    zh: "已有 {max} 家店铺。删除一家后可再添加。",
  },
  addHeading: { id: "Tambah toko", en: "Add a shop", zh: "添加店铺" },
  name: { id: "Nama toko", en: "Name of the shop", zh: "店铺名称" },
  kind: { id: "Yang dijual", en: "Kind of goods", zh: "经营类别" },
  platform: { id: "Platform", en: "Platform", zh: "平台" },
  link: { id: "Alamat toko", en: "Address of the shop", zh: "店铺网址" },
  linkHint: {
    id: "Misalnya shopee.co.id/tokositi. Kosongkan untuk toko tanpa platform.",
    en: "Such as shopee.co.id/tokositi. Leave it empty for a shop on no platform.",
    zh: "例如 shopee.co.id/tokositi。无平台的店铺可留空。",
  },
  months: { id: "Sudah buka berapa bulan", en: "Months since it opened", zh: "已营业月数" },
  turnover: { id: "Penjualan sebulan", en: "Sales in a month", zh: "月销售额" },
  turnoverHint: { id: "Kira-kira, sebelum biaya", en: "Roughly, before costs", zh: "大致金额，未扣成本" },
  nib: { id: "NIB", en: "NIB", zh: "NIB" },
  nibHint: { id: "13 angka dari OSS", en: "13 digits, from OSS", zh: "OSS 颁发的 13 位数字" },
  area: { id: "Wilayah toko", en: "Where the shop is", zh: "店铺所在地区" },
  changeArea: { id: "Ubah wilayah", en: "Change the area", zh: "更改地区" },
  next: { id: "Lanjut ke foto", en: "Continue to photos", zh: "继续添加照片" },
  detailTitle: { id: "Toko", en: "Shop", zh: "店铺" },
  detailLead: {
    id: "Tidak wajib. Setelah terverifikasi, toko ini dihitung sebagai sumber untuk tingkat Plus.",
    en: "Optional. Once verified, this shop counts as a source for level Plus.",
    zh: "选填。核实后，此店铺可作为 Plus 等级的来源。",
  },
  state: { id: "Status", en: "State", zh: "状态" },
  promised: { id: "Keputusan paling lambat", en: "Decision by", zh: "最迟决定时间" },
  isLate: {
    id: "Maaf, keputusan kami terlambat. Toko Anda kami dahulukan.",
    en: "Sorry, our decision is late. Your shop comes first now.",
    zh: "很抱歉，我们的决定延迟了，您的店铺已优先处理。",
  },
  counts: { id: "Dihitung sampai", en: "Counts until", zh: "有效期至" },
  kept: { id: "Disimpan sampai", en: "Kept until", zh: "保存至" },
  photos: { id: "Foto ({count} dari {max})", en: "Photos ({count} of {max})", zh: "照片（{count} / {max}）" },
  photoNumber: { id: "Foto {number}", en: "Photo {number}", zh: "照片 {number}" },
  delete: { id: "Hapus", en: "Delete", zh: "删除" },
  addPhoto: { id: "Tambah foto", en: "Add a photo", zh: "添加照片" },
  addPhotoHint: {
    id: "Depan toko, barang, atau halaman toko online. Jangan ada wajah orang lain.",
    en: "The shop front, the goods, or the online shop's page. No other people's faces.",
    zh: "店面、商品或网店页面。请勿拍到他人面部。",
  },
  upload: { id: "Unggah", en: "Upload", zh: "上传" },
  photoSaved: { id: "Foto tersimpan.", en: "The photo is saved.", zh: "照片已保存。" },
  send: { id: "Kirim untuk diperiksa", en: "Send it for review", zh: "提交审核" },
  sendNote: {
    id: `Petugas memeriksanya dalam ${shopPromisedHours} jam. Setelah terverifikasi, berlaku ${shopDays} hari.`,
    en: `Our staff review it within ${shopPromisedHours} hours. Once verified, it counts for ${shopDays} days.`,
    zh: `工作人员将在 ${shopPromisedHours} 小时内审核。核实后有效 ${shopDays} 天。`,
  },
  sent: { id: "Toko sudah dikirim.", en: "The shop has been sent.", zh: "店铺已提交。" },
  remove: { id: "Hapus toko ini", en: "Remove this shop", zh: "删除此店铺" },
  removed: { id: "Toko sudah dihapus.", en: "The shop has been removed.", zh: "店铺已删除。" },
  toShops: { id: "Semua toko saya", en: "All my shops", zh: "我的全部店铺" },
  centerTitle: { id: "Penjualan toko online", en: "Sales of an online shop", zh: "网店销售额" },
  centerLead: {
    id: "Tidak wajib. {share} dari rata-rata penjualan ditambahkan ke penghasilan saat limit Anda dihitung, selama {days} hari.",
    en: "Optional. {share} of your average sales is added to your income when we compute your limit, for {days} days.",
    zh: "选填。计算额度时，平均销售额的 {share} 计入您的收入，有效 {days} 天。",
  },
  counted: { id: "Dihitung sebagai penghasilan sebulan", en: "Counts as income a month", zh: "计为月收入" },
  countedNote: {
    id: "{share} dari rata-rata penjualan {mean} sebulan",
    en: "{share} of average sales of {mean} a month",
    zh: "月均销售额 {mean} 的 {share}",
  },
  shopAccount: { id: "Akun toko", en: "Shop account", zh: "店铺账户" },
  until: { id: "Berlaku sampai", en: "Counts until", zh: "有效期至" },
  linkShop: { id: "Hubungkan akun toko", en: "Link a shop account", zh: "关联店铺账户" },
  toLimit: { id: "Lihat limit saya", en: "See my limit", zh: "查看我的额度" },
  linkNote: {
    id: "Dibaca sekali, lalu aksesnya dicabut. Yang disimpan hanya jumlah per bulan, nama akun yang disamarkan, dan tanggal akun dibuat.",
    en: "It is read once, then the access ends. We keep only monthly totals, the masked account name and the date when the account was created.",
    zh: "仅读取一次，随后撤销访问权限。只保存每月总额、脱敏的账户名和账户创建日期。",
  },
  tooFew: {
    id: "Penjualan belum tiga bulan, jadi belum dihitung.",
    en: "Fewer than three months of sales: nothing counts yet.",
    zh: "销售记录不足三个月，暂不计入。",
  },
});

/** Texts of the data export. */
export const exportTexts = defineTexts({
  months: { id: "{count} bulan sejak buka", en: "{count} since it opened", zh: "开业至今 {count} 个月" },
});

export const shopReviewTexts = defineTexts({
  kind: { id: "Toko peminjam", en: "Borrower's shop", zh: "借款人店铺" },
  name: { id: "Nama toko", en: "Name of the shop", zh: "店铺名称" },
  shopKind: { id: "Yang dijual", en: "Kind of goods", zh: "经营类别" },
  platform: { id: "Platform", en: "Platform", zh: "平台" },
  link: { id: "Alamat toko", en: "Address of the shop", zh: "店铺网址" },
  months: { id: "Bulan sejak buka", en: "Months since it opened", zh: "已营业月数" },
  turnover: { id: "Penjualan sebulan", en: "Sales in a month", zh: "月销售额" },
  area: { id: "Wilayah", en: "Area", zh: "地区" },
  nib: { id: "NIB", en: "NIB", zh: "NIB" },
  shared: { id: "Alamat yang sama", en: "The same address", zh: "相同网址" },
  sharedBy: {
    id: "Peminjam lain juga memberi alamat toko ini",
    en: "Another borrower also gave this shop's address",
    zh: "另有借款人提供了此店铺网址",
  },
  NOT_FOUND: {
    id: "Toko di alamat itu tidak ditemukan.",
    en: "There is no shop at that address.",
    zh: "该网址没有店铺。",
  },
  NOT_THE_OWNER: {
    id: "Tidak terlihat bahwa toko ini milik Anda.",
    en: "We cannot see that the shop is yours.",
    zh: "无法看出该店铺属于您。",
  },
  PHOTOS_UNCLEAR: {
    id: "Fotonya kurang jelas. Tambahkan toko lagi dengan foto baru.",
    en: "The photos are not clear. Add the shop again with new ones.",
    zh: "照片不清晰，请用新照片重新添加店铺。",
  },
  OTHER: { id: "Alasan lain.", en: "Another reason.", zh: "其他原因。" },
  approvedMeans: {
    id: `Toko dihitung sebagai sumber terverifikasi selama ${shopDays} hari; peminjam diberi tahu. Limit tidak berubah.`,
    en: `The shop counts as a verified source for ${shopDays} days; the borrower is notified. The limit does not change.`,
    zh: `店铺作为已核实来源 ${shopDays} 天有效，并通知借款人。额度不变。`,
  },
  rejectedMeans: {
    id: "Peminjam membaca alasannya dan boleh menambahkan toko lagi. Tidak ada yang lain berubah.",
    en: "The borrower reads the reason and may add the shop again. Nothing else changes.",
    zh: "借款人会看到原因，可重新添加店铺。其他不变。",
  },
});
