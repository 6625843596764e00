/**
 * Test persons for what follows a loan: bands of the score, repeat loans given and refused, hardship, a shop. Their data pass everywhere;
 * the steps on their cards bring the outcome about. // credit-support 10
 */
import type { PersonDraft } from "./person-drafts.ts";

const draft = (
  key: string,
  person: Pick<PersonDraft, "name" | "sex" | "birthDate" | "place" | "bankCode"> &
    Partial<Pick<PersonDraft, "outcome">>,
  [id, en, zh]: readonly [id: string, en: string, zh: string],
): PersonDraft => ({ key, outcome: "APPROVED", expectation: { id, en, zh }, ...person });

export const creditDrafts: readonly PersonDraft[] = [
  draft(
    "score-a",
    { name: "Kartika Dewanti", sex: "FEMALE", birthDate: "1990-02-11", place: "tebet", bankCode: "014" },
    [
      "Skor A: lima pinjaman dilunasi tepat waktu.",
      "Score A: five loans repaid in time.",
      "评分 A：五笔借款均按时还清。",
    ],
  ),
  draft(
    "score-b",
    { name: "Bambang Hartono", sex: "MALE", birthDate: "1986-05-23", place: "bandung", bankCode: "008" },
    ["Skor B: satu pinjaman dilunasi tepat waktu.", "Score B: one loan repaid in time.", "评分 B：一笔借款按时还清。"],
  ),
  draft(
    "score-c",
    { name: "Melati Anjani", sex: "FEMALE", birthDate: "1995-08-14", place: "surabaya", bankCode: "002" },
    ["Skor C: baru mulai meminjam.", "Score C: has just begun to borrow.", "评分 C：刚开始借款。"],
  ),
  draft("score-d", { name: "Slamet Riyadi", sex: "MALE", birthDate: "1982-12-03", place: "medan", bankCode: "009" }, [
    "Skor D: terlambat sebulan, lalu melunasi semuanya.",
    "Score D: a month late, then paid everything.",
    "评分 D：逾期一个月后全部还清。",
  ]),
  draft(
    "score-e",
    {
      name: "Tri Handoko",
      sex: "MALE",
      birthDate: "1984-06-27",
      place: "denpasar",
      bankCode: "014",
      outcome: "REVIEW",
    },
    [
      "Skor E: skor biro 540, dan tidak membayar apa pun selama tiga bulan.",
      "Score E: bureau score 540, and paid nothing for three months.",
      "评分 E：征信评分 540，且三个月未还款。",
    ],
  ),
  draft(
    "reloan-allowed",
    { name: "Diah Puspitasari", sex: "FEMALE", birthDate: "1993-01-19", place: "tebet", bankCode: "008" },
    [
      "Pinjaman ulang diberikan: lebih dari setengah pokok sudah dibayar.",
      "A repeat loan is given: more than half of the principal is repaid.",
      "可以续借：本金已还一半以上。",
    ],
  ),
  draft(
    "reloan-no-loan",
    { name: "Arif Budiman", sex: "MALE", birthDate: "1991-07-08", place: "bandung", bankCode: "014" },
    [
      "Pinjaman ulang ditolak: tidak ada pinjaman berjalan.",
      "A repeat loan is refused: no loan runs.",
      "续借被拒：没有进行中的借款。",
    ],
  ),
  draft(
    "reloan-other-open",
    { name: "Sri Mulyati", sex: "FEMALE", birthDate: "1987-10-30", place: "surabaya", bankCode: "009" },
    [
      "Pinjaman ulang ditolak: pinjaman ulang lain menunggu tanda tangan.",
      "A repeat loan is refused: another one waits for its signature.",
      "续借被拒：另一笔续借等待签署。",
    ],
  ),
  draft(
    "reloan-is-repeat",
    { name: "Gunawan Wijaya", sex: "MALE", birthDate: "1985-04-05", place: "medan", bankCode: "002" },
    [
      "Pinjaman ulang ditolak: pinjaman ini sendiri pinjaman ulang.",
      "A repeat loan is refused: the loan is itself one.",
      "续借被拒：该借款本身就是续借。",
    ],
  ),
  draft(
    "reloan-restructured",
    { name: "Endang Suryani", sex: "FEMALE", birthDate: "1980-09-16", place: "denpasar", bankCode: "008" },
    [
      "Pinjaman ulang ditolak: pinjaman ini sudah direstrukturisasi.",
      "A repeat loan is refused: the loan was restructured.",
      "续借被拒：该借款已重组。",
    ],
  ),
  draft(
    "reloan-money-returned",
    {
      name: "Yudi Kurnia",
      sex: "MALE",
      birthDate: "1992-11-21",
      place: "tebet",
      bankCode: "014",
      outcome: "TRANSFER_RETURNED",
    },
    [
      "Pinjaman ulang ditolak: dana dikembalikan bank sepuluh menit setelah cair.",
      "A repeat loan is refused: the bank sends the money back ten minutes after the payout.",
      "续借被拒：放款十分钟后资金被银行退回。",
    ],
  ),
  draft(
    "reloan-payment-due",
    { name: "Lestari Wulandari", sex: "FEMALE", birthDate: "1996-03-25", place: "bandung", bankCode: "009" },
    [
      "Pinjaman ulang ditolak: ada tagihan jatuh tempo.",
      "A repeat loan is refused: a payment is due.",
      "续借被拒：有到期账单。",
    ],
  ),
  draft(
    "reloan-paid-late",
    { name: "Rahmat Hidayat", sex: "MALE", birthDate: "1983-08-02", place: "surabaya", bankCode: "014" },
    [
      "Pinjaman ulang ditolak: pernah terlambat sepuluh hari.",
      "A repeat loan is refused: an instalment was ten days late.",
      "续借被拒：曾逾期十天。",
    ],
  ),
  draft(
    "reloan-too-little-repaid",
    { name: "Nina Oktaviani", sex: "FEMALE", birthDate: "1994-12-12", place: "medan", bankCode: "008" },
    [
      "Pinjaman ulang ditolak: pokok belum dibayar setengahnya.",
      "A repeat loan is refused: less than half of the principal is repaid.",
      "续借被拒：本金还款未达一半。",
    ],
  ),
  draft(
    "reloan-net-too-small",
    { name: "Heru Wicaksono", sex: "MALE", birthDate: "1988-02-29", place: "denpasar", bankCode: "002" },
    [
      "Pinjaman ulang ditolak untuk jumlah yang terlalu kecil.",
      "A repeat loan is refused for an amount that is too small.",
      "续借被拒：所选金额过小。",
    ],
  ),
  draft(
    "hardship",
    { name: "Wati Kusumawardani", sex: "FEMALE", birthDate: "1979-05-06", place: "tebet", bankCode: "009" },
    [
      "Kesulitan: terlambat dua minggu, meminta keringanan, dan mendapat tawaran restrukturisasi.",
      "Hardship: two weeks late, asks for help and is offered restructuring.",
      "还款困难：逾期两周后求助，获得重组方案。",
    ],
  ),
  draft(
    "shop-owner",
    { name: "Fitriani Salma", sex: "FEMALE", birthDate: "1989-10-17", place: "bandung", bankCode: "014" },
    ["Pemilik toko: tokonya diperiksa petugas.", "Shop owner: staff look at the shop.", "店主：店铺由工作人员审核。"],
  ),
];
