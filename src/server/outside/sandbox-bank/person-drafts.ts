/** The test persons as data: their differences, and the expected outcome of each. */
import type { PersonOutcome } from "#shared/sandbox-persons.ts";
import type { Text } from "#shared/texts.ts";

export const places = {
  tebet: {
    villageCode: "31.74.01.1001",
    village: "Tebet Timur",
    district: "Tebet",
    regency: "Kota Administrasi Jakarta Selatan",
    province: "Daerah Khusus Ibukota Jakarta",
    zone: "WIB",
  },
  bandung: {
    villageCode: "32.73.01.1001",
    village: "Sukarasa",
    district: "Sukasari",
    regency: "Kota Bandung",
    province: "Jawa Barat",
    zone: "WIB",
  },
  surabaya: {
    villageCode: "35.78.01.1001",
    village: "Karang Pilang",
    district: "Karang Pilang",
    regency: "Kota Surabaya",
    province: "Jawa Timur",
    zone: "WIB",
  },
  medan: {
    villageCode: "12.71.02.1001",
    village: "Lalang",
    district: "Medan Sunggal",
    regency: "Kota Medan",
    province: "Sumatera Utara",
    zone: "WIB",
  },
  denpasar: {
    villageCode: "51.71.01.1001",
    village: "Serangan",
    district: "Denpasar Selatan",
    regency: "Kota Denpasar",
    province: "Bali",
    zone: "WITA",
  },
  jayapura: {
    villageCode: "91.71.01.1001",
    village: "Gurabesi",
    district: "Jayapura Utara",
    regency: "Kota Jayapura",
    province: "Papua",
    zone: "WIT",
  },
} as const;

export interface PersonDraft {
  key: string;
  outcome: PersonOutcome;
  expectation: Text;
  name: string;
  sex: "MALE" | "FEMALE";
  birthDate: string;
  place: keyof typeof places;
  bankCode: string;
  incomeRupiah?: number;
  owedElsewhereRupiah?: number;
  /** Name of the holder at the bank, when it is another person's. */
  holder?: string;
}

const approved: Text = {
  id: "Disetujui dalam beberapa detik; dana cair; semua pembayaran berhasil.",
  en: "Approved within seconds; paid out; every repayment works.",
  zh: "几秒内通过；放款成功；所有还款均成功。",
};
export const drafts: readonly PersonDraft[] = [
  {
    key: "approved-1",
    outcome: "APPROVED",
    expectation: approved,
    name: "Siti Rahayu",
    sex: "FEMALE",
    birthDate: "1994-04-17",
    place: "tebet",
    bankCode: "014",
  },
  {
    key: "approved-2",
    outcome: "APPROVED",
    expectation: approved,
    name: "Budi Santoso",
    sex: "MALE",
    birthDate: "1988-11-02",
    place: "bandung",
    bankCode: "008",
  },
  {
    key: "approved-one-word-name",
    outcome: "APPROVED",
    expectation: approved,
    name: "Sukarti",
    sex: "FEMALE",
    birthDate: "1979-08-30",
    place: "surabaya",
    bankCode: "002",
  },
  {
    key: "approved-east",
    outcome: "APPROVED",
    expectation: approved,
    name: "Yosef Wenda",
    sex: "MALE",
    birthDate: "1991-01-25",
    place: "jayapura",
    bankCode: "009",
  },
  {
    key: "review",
    outcome: "REVIEW",
    expectation: {
      id: "Skor biro 540: dikirim ke petugas untuk ditinjau.",
      en: "Bureau score 540: sent to staff for review.",
      zh: "征信评分 540：转人工审核。",
    },
    name: "Dewi Lestari Putri",
    sex: "FEMALE",
    birthDate: "1996-06-09",
    place: "denpasar",
    bankCode: "014",
  },
  {
    key: "refused-age",
    outcome: "REFUSED_AGE",
    expectation: {
      id: "Ditolak: belum 18 tahun dan belum menikah.",
      en: "Refused: under 18 and not married.",
      zh: "拒绝：未满 18 岁且未婚。",
    },
    name: "Rizky Pratama",
    sex: "MALE",
    birthDate: "2012-05-17",
    place: "tebet",
    bankCode: "014",
  },
  {
    key: "refused-platforms",
    outcome: "REFUSED_PLATFORMS",
    expectation: {
      id: "Ditolak: sudah punya pinjaman di 3 platform lain.",
      en: "Refused: already has loans at 3 other platforms.",
      zh: "拒绝：已在另外 3 个平台有贷款。",
    },
    name: "Agus Setiawan",
    sex: "MALE",
    birthDate: "1985-03-12",
    place: "medan",
    bankCode: "008",
    owedElsewhereRupiah: 6_000_000,
  },
  {
    key: "refused-income",
    outcome: "REFUSED_INCOME",
    expectation: {
      id: "Ditolak: penghasilan di bawah Rp 3.000.000 sebulan.",
      en: "Refused: income below Rp 3,000,000 a month.",
      zh: "拒绝：月收入低于 300 万印尼盾。",
    },
    name: "Wulan Handayani",
    sex: "FEMALE",
    birthDate: "1999-12-01",
    place: "surabaya",
    bankCode: "009",
    incomeRupiah: 2_500_000,
  },
  {
    key: "refused-burden",
    outcome: "REFUSED_BURDEN",
    expectation: {
      id: "Ditolak: cicilan lain sudah melebihi 30% penghasilan.",
      en: "Refused: other instalments already exceed 30 % of income.",
      zh: "拒绝：其他分期已超过收入的 30%。",
    },
    name: "Hendra Gunawan",
    sex: "MALE",
    birthDate: "1983-07-21",
    place: "bandung",
    bankCode: "022",
    incomeRupiah: 5_000_000,
    owedElsewhereRupiah: 18_000_000,
  },
  {
    key: "refused-fraud",
    outcome: "REFUSED_FRAUD",
    expectation: {
      id: "Ditolak: ada di daftar penipuan biro.",
      en: "Refused: on the bureau's fraud list.",
      zh: "拒绝：在征信欺诈名单上。",
    },
    name: "Doni Kusuma",
    sex: "MALE",
    birthDate: "1990-10-10",
    place: "medan",
    bankCode: "013",
  },
  {
    key: "transfer-fails",
    outcome: "TRANSFER_FAILS",
    expectation: {
      id: "Disetujui; transfer pencairan gagal dan masuk ke petugas.",
      en: "Approved; the payout fails and goes to staff.",
      zh: "通过；放款转账失败，转人工处理。",
    },
    name: "Ratna Kartika",
    sex: "FEMALE",
    birthDate: "1992-02-14",
    place: "tebet",
    bankCode: "014",
  },
  {
    key: "transfer-slow",
    outcome: "TRANSFER_SLOW",
    expectation: {
      id: "Disetujui; hasil transfer tidak diketahui, selesai setelah 10 menit tanpa kabar dari bank.",
      en: "Approved; the payout's result is unknown, it settles after 10 minutes without a word from the bank.",
      zh: "通过；放款结果未知，10 分钟后到账，银行不发通知。",
    },
    name: "Fajar Nugroho",
    sex: "MALE",
    birthDate: "1987-09-05",
    place: "surabaya",
    bankCode: "002",
  },
  {
    key: "name-mismatch",
    outcome: "NAME_MISMATCH",
    expectation: {
      id: "Rekening bank atas nama orang lain.",
      en: "The bank account belongs to another name.",
      zh: "银行账户户名与本人不符。",
    },
    name: "Indah Permatasari",
    sex: "FEMALE",
    birthDate: "1995-05-28",
    place: "bandung",
    bankCode: "014",
    holder: "JOKO WIDIANTO",
  },
  {
    key: "ewallet-times-out",
    outcome: "EWALLET_TIMES_OUT",
    expectation: {
      id: "Disetujui; permintaan OVO tidak dijawab dan kedaluwarsa.",
      en: "Approved; the OVO request is not answered and expires.",
      zh: "通过；OVO 请求无人确认并超时。",
    },
    name: "Maya Anggraini",
    sex: "FEMALE",
    birthDate: "1993-03-03",
    place: "denpasar",
    bankCode: "008",
  },
  {
    key: "face-fails",
    outcome: "FACE_FAILS",
    expectation: {
      id: "Selfie tidak cocok dengan data kependudukan.",
      en: "The selfie does not match the register.",
      zh: "自拍与户籍照片不符。",
    },
    name: "Eko Prasetyo",
    sex: "MALE",
    birthDate: "1989-12-19",
    place: "tebet",
    bankCode: "009",
  },
  {
    key: "face-unreadable",
    outcome: "FACE_UNREADABLE",
    expectation: {
      id: "Wajah tidak terbaca; foto perlu diulang.",
      en: "No face can be read; the picture is taken again.",
      zh: "无法识别人脸；需重新拍照。",
    },
    name: "Nur Aini",
    sex: "FEMALE",
    birthDate: "1997-07-07",
    place: "medan",
    bankCode: "451",
  },
  {
    key: "two-numbers",
    outcome: "APPROVED",
    // Product decisions account 5: a person who registered again instead of changing the number.
    expectation: {
      id: "Daftar dan verifikasi identitas dua kali, dengan nomor ini dan dengan 081200002071; lalu gabungkan kedua akun.",
      en: "Register and verify the identity twice, with this number and with 081200002071; then merge the two accounts.",
      zh: "用此号码和 081200002071 各注册并核验身份一次，然后合并两个账户。",
    },
    name: "Rina Marlina",
    sex: "FEMALE",
    birthDate: "1992-09-21",
    place: "tebet",
    bankCode: "014",
  },
];
