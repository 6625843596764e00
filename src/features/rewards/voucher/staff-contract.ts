/** The stock of voucher codes. Staff cannot read a code. // Product decisions, rewards 5 */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { enteredRupiah } from "#shared/fields/amount.ts";
import { answeredRupiah } from "#shared/fields/answered.ts";

/** Codes of one upload. */
export const maxCodes = 2_000;

export const listVoucherStock = defineCall({
  id: "listVoucherStock",
  method: "GET",
  path: "/api/staff/rewards/vouchers",
  summary: "Number of codes left and given, by voucher and value.",
  policy: {
    who: "staff",
    permission: "campaign.read",
    trail: { id: "Melihat stok voucher", en: "Viewed the stock of vouchers", zh: "查看代金券库存" },
  },
  input: noInput,
  output: v.object({
    items: v.array(
      v.object({
        voucherKey: v.string(),
        /** Face value; null for codes loaded before values were stored, which are never given. */
        valueRupiah: v.nullable(answeredRupiah),
        left: v.number(),
        given: v.number(),
      }),
    ),
  }),
  problems: {},
});

export const loadVoucherCodes = defineCall({
  id: "loadVoucherCodes",
  method: "POST",
  path: "/api/staff/rewards/vouchers",
  summary: "Loads codes of a voucher with the same value, one per line, with their number; known codes are left out.",
  policy: {
    who: "staff",
    permission: "money.propose",
    idempotent: true,
    trail: { id: "Memuat kode voucher", en: "Loaded codes of a voucher", zh: "导入代金券码" },
  },
  vital: true,
  input: v.strictObject({
    voucherKey: v.pipe(v.string("REQUIRED"), v.trim(), v.regex(/^[A-Z0-9_]{2,30}$/, "VOUCHER_KEY_FORMAT")),
    /** Face value of each of these codes. */
    valueRupiah: v.pipe(enteredRupiah, v.minValue(1, "AMOUNT_BELOW_MINIMUM")),
    codes: v.pipe(v.string("REQUIRED"), v.trim(), v.nonEmpty("REQUIRED"), v.maxLength(90_000, "TOO_LONG")),
    /** As in the partner's delivery. */
    count: v.union(
      [
        v.pipe(v.number("COUNT_FORMAT"), v.integer("COUNT_FORMAT"), v.minValue(1, "COUNT_FORMAT")),
        v.pipe(v.string("REQUIRED"), v.regex(/^[1-9]\d{0,3}$/, "COUNT_FORMAT"), v.transform(Number)),
      ],
      "COUNT_FORMAT",
    ),
  }),
  output: v.object({ loaded: v.number(), known: v.number() }),
  problems: {
    CODES_COUNT: {
      status: 422,
      field: "count",
      text: {
        id: "Ada {lines} baris, bukan sebanyak ini. Periksa kiriman mitra.",
        en: "There are {lines} lines, not the number that you entered. Check the partner's delivery.",
        zh: "共有 {lines} 行，与数量不符。请核对合作方的交付。",
      },
      data: v.object({ lines: v.number() }),
    },
    CODES_FORMAT: {
      status: 422,
      field: "codes",
      text: {
        id: "Baris {line} bukan kode: 4 sampai 40 huruf, angka, atau tanda hubung.",
        en: "Line {line} is not a code: 4 to 40 letters, digits or hyphens.",
        zh: "第 {line} 行不是有效代码：4 至 40 个字母、数字或连字符。",
      },
      data: v.object({ line: v.number() }),
    },
  },
  fieldProblems: {
    VOUCHER_KEY_FORMAT: {
      id: "2 sampai 30 huruf besar, angka, atau garis bawah.",
      en: "2 to 30 capital letters, digits or underscores.",
      zh: "2 至 30 个大写字母、数字或下划线。",
    },
    COUNT_FORMAT: {
      id: "Tulis jumlahnya sebagai angka, 1 sampai 2.000.",
      en: "Give the number in digits, 1 to 2,000.",
      zh: "请填写数字，1 至 2,000。",
    },
  },
});
