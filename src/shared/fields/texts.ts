/**
 * Error texts of fields, by the code in their schema. Placeholders `{minimum}`, `{maximum}` and `{step}` are the bound
 * that was missed. Texts given in English by spec 5 and 8 are used as they are.
 */
import { defineTexts } from "#shared/texts.ts";

export const fieldTexts = defineTexts({
  REQUIRED: { id: "Bagian ini wajib diisi.", en: "Please fill this in.", zh: "请填写此项。" },
  INVALID: { id: "Isian ini belum benar.", en: "This entry is not valid.", zh: "此项填写有误。" },
  UNKNOWN_FIELD: { id: "Bagian ini tidak dikenal.", en: "This field is not known.", zh: "未知字段。" },
  TOO_LONG: {
    id: "Terlalu panjang. Maksimal {maximum} karakter.",
    en: "Too long. At most {maximum} characters.",
    zh: "内容过长，最多 {maximum} 个字符。",
  },
  CHOICE_INVALID: { id: "Pilih salah satu.", en: "Choose one.", zh: "请选择一项。" },
  ID_INVALID: {
    id: "Data ini tidak dikenal. Muat ulang halaman.",
    en: "This reference is not known. Reload the page.",
    zh: "无法识别该编号，请刷新页面。",
  },
  PHONE_FORMAT: {
    id: "Format nomor ponsel salah. Tulis 10–14 angka, diawali 08.",
    en: "Phone format incorrect. Enter 10 to 14 digits that start with 08.",
    zh: "手机号格式不正确。请输入以 08 开头的 10 至 14 位数字。",
  },
  NIK_FORMAT: {
    id: "NIK terdiri dari 16 angka. Periksa lagi di KTP Anda.",
    en: "A NIK has 16 digits. Please check your KTP.",
    zh: "NIK 为 16 位数字，请核对您的身份证（KTP）。",
  },
  NPWP_FORMAT: {
    id: "Periksa lagi 15 angka NPWP Anda",
    en: "Please double-check your 15-digit NPWP",
    zh: "请再次核对您的 15 位 NPWP",
  },
  EMAIL_FORMAT: {
    id: "Format email salah. Contoh: nama@contoh.id",
    en: "Email format incorrect. Example: name@example.com",
    zh: "邮箱格式不正确。例如：name@example.com",
  },
  PASSWORD_LENGTH: { id: "Gunakan 8–20 karakter.", en: "Use 8 to 20 characters.", zh: "请使用 8 至 20 个字符。" },
  PASSWORD_FORMAT: {
    id: "Gunakan huruf, angka, dan simbol, tanpa spasi.",
    en: "Use letters, numbers and a special symbol, without spaces.",
    zh: "请同时使用字母、数字和特殊符号，不含空格。",
  },
  PASSWORD_COMMON: {
    id: "Kata sandi ini mudah ditebak. Pilih yang lain.",
    en: "This password is easy to guess. Choose another one.",
    zh: "该密码容易被猜到，请换一个。",
  },
  NAME_FORMAT: {
    id: "Tulis nama seperti di KTP: huruf, spasi, titik, koma, atau tanda hubung.",
    en: "Enter the name as on the KTP: letters, spaces, full stops, commas or hyphens.",
    zh: "请按身份证（KTP）填写姓名：仅限字母、空格、句点、逗号或连字符。",
  },
  OTP_FORMAT: { id: "Kode terdiri dari 6 angka.", en: "The code has 6 digits.", zh: "验证码为 6 位数字。" },
  CHANNEL_INVALID: {
    id: "Pilih SMS, telepon, atau WhatsApp.",
    en: "Choose SMS, voice call or WhatsApp.",
    zh: "请选择短信、语音电话或 WhatsApp。",
  },
  CAPTCHA_FORMAT: {
    id: "Tulis 5 angka pada gambar.",
    en: "Type the 5 digits in the picture.",
    zh: "请输入图片中的 5 位数字。",
  },
  AGREEMENT_NEEDED: {
    id: "Centang persetujuan ini untuk melanjutkan.",
    en: "Please tick this agreement to continue.",
    zh: "请勾选此协议以继续。",
  },
  AMOUNT_FORMAT: {
    id: "Tulis jumlah dalam rupiah, angka saja.",
    en: "Enter an amount in whole rupiah, digits only.",
    zh: "请输入整数卢比金额，仅限数字。",
  },
  AMOUNT_BELOW_MINIMUM: {
    id: "Jumlah minimal Rp {minimum}.",
    en: "The amount is at least Rp {minimum}.",
    zh: "金额最低为 Rp {minimum}。",
  },
  AMOUNT_ABOVE_MAXIMUM: {
    id: "Jumlah maksimal Rp {maximum}.",
    en: "The amount is at most Rp {maximum}.",
    zh: "金额最高为 Rp {maximum}。",
  },
  AMOUNT_STEP: {
    id: "Gunakan kelipatan Rp {step}.",
    en: "Use a multiple of Rp {step}.",
    zh: "金额须为 Rp {step} 的整数倍。",
  },
  ADDRESS_LENGTH: {
    id: "Tulis alamat lengkap, 6–200 karakter.",
    en: "Enter the full address, 6 to 200 characters.",
    zh: "请填写详细地址，6 至 200 个字符。",
  },
  ADDRESS_SIGNS: {
    id: "Alamat ini berisi tanda yang tidak bisa dicetak di perjanjian, misalnya emoji. Hapus tanda itu.",
    en: "This address has signs that the agreement cannot print, such as emoji. Take them out.",
    zh: "地址含有无法印在协议上的符号（如表情符号），请删除。",
  },
  NEIGHBOURHOOD_FORMAT: {
    id: "RT/RW ditulis dengan 1–3 angka.",
    en: "RT/RW is 1 to 3 digits.",
    zh: "RT/RW 为 1 至 3 位数字。",
  },
  POSTAL_CODE_FORMAT: {
    id: "Kode pos terdiri dari 5 angka.",
    en: "A postal code has 5 digits.",
    zh: "邮政编码为 5 位数字。",
  },
  AREA_INVALID: { id: "Pilih wilayah dari daftar.", en: "Choose the area from the list.", zh: "请从列表中选择地区。" },
  ACCOUNT_NUMBER_FORMAT: {
    id: "Nomor rekening terdiri dari 6–20 angka.",
    en: "An account number has 6 to 20 digits.",
    zh: "银行账号为 6 至 20 位数字。",
  },
  BANK_INVALID: { id: "Pilih bank dari daftar.", en: "Choose the bank from the list.", zh: "请从列表中选择银行。" },
  BANK_USER_ID_FORMAT: {
    id: "User ID hanya huruf dan angka.",
    en: "The user ID has letters and digits only.",
    zh: "用户 ID 仅限字母和数字。",
  },
  BANK_PASSWORD_FORMAT: {
    id: "Minimal 6 karakter: angka, atau angka dan huruf.",
    en: "At least 6 characters: digits, or digits and letters.",
    zh: "至少 6 个字符：纯数字或数字加字母。",
  },
  DATE_FORMAT: {
    id: "Tanggal ini tidak ada. Isi tanggal, bulan, dan tahun.",
    en: "There is no such date. Fill in day, month and year.",
    zh: "日期不存在。请填写日、月和年。",
  },
  DAY_OF_MONTH: { id: "Tulis tanggal 1–31.", en: "Enter a day from 1 to 31.", zh: "请输入 1 至 31 之间的日期。" },
  CURSOR_INVALID: {
    id: "Halaman daftar ini tidak dikenal.",
    en: "This page of the list is not known.",
    zh: "无法识别该列表页。",
  },
  LIMIT_INVALID: { id: "Jumlah per halaman 1–100.", en: "The page size is 1 to 100.", zh: "每页数量为 1 至 100。" },
  IDEMPOTENCY_KEY_FORMAT: {
    id: "Kunci idempotensi terdiri dari 1–128 karakter, tanpa spasi.",
    en: "An idempotency key has 1 to 128 characters, without spaces.",
    zh: "幂等键为 1 至 128 个字符，不含空格。",
  },
});

/** Messages of spec 8 that belong to no single field. A call that refuses with one takes its text from here. */
export const specMessages = defineTexts({
  FILL_ALL: { id: "Mohon lengkapi semua informasi", en: "Please fill in all information", zh: "请填写所有信息" },
  CODE_NOT_REQUESTED: {
    id: "Silakan minta kode verifikasi dulu",
    en: "Please get the verification code first",
    zh: "请先获取验证码",
  },
  SERVICE_AGREEMENT_NEEDED: {
    id: "Centang persetujuan pencocokan wajah dulu",
    en: "Please agree to the authentication service agreement first",
    zh: "请先同意认证服务协议",
  },
  OTP_WRONG: {
    id: "Verifikasi gagal. Masukkan lagi kode OTP.",
    en: "Verification failed. Please enter the OTP again.",
    zh: "验证失败，请重新输入验证码。",
  },
  OTP_EXPIRED: {
    id: "Kode OTP kedaluwarsa dan yang baru sudah dikirim.",
    en: "The OTP has expired and a new one has been sent.",
    zh: "验证码已过期，新的验证码已发送。",
  },
  OTP_TOO_MANY: {
    id: "Terlalu banyak percobaan, OTP sudah dikirim",
    en: "Too many attempts, OTP has been sent",
    zh: "尝试次数过多，验证码已发送",
  },
  BANK_LINK_FAILED: {
    id: "Gagal menautkan bank, coba lagi",
    en: "Bank link failed, try again",
    zh: "银行绑定失败，请重试",
  },
  VIDEO_TOO_LARGE: {
    id: "Video terlalu besar, unggah yang lebih kecil",
    en: "Video too large, upload a smaller one",
    zh: "视频过大，请上传较小的视频",
  },
  PHOTO_COUNT: { id: "Jumlah foto melebihi batas", en: "Photo count over limit", zh: "照片数量超过限制" },
  FACE_CHECK_EXHAUSTED: {
    id: "Pemeriksaan wajah atau KTP gagal terlalu sering, hubungi layanan pelanggan",
    en: "Face or ID check failed too many times, contact support",
    zh: "人脸或证件核验失败次数过多，请联系客服",
  },
});
