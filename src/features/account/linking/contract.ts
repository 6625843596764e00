/** Links to the borrower's accounts elsewhere: read once by consent, then the access is revoked. */
import { holdProblems } from "#features/account/hold/contract.ts";
import * as v from "valibot";
import { defineCodes, type CodeOf } from "#shared/codes.ts";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";
import { bankPassword, bankUserId } from "#shared/fields/bank.ts";
import { ticked, uuid, verificationCode } from "#shared/fields/verification.ts";
import { openShape } from "#shared/fields/shape.ts";

export const linkKinds = defineCodes("link-kind", {
  BANK: { id: "Bank", en: "Bank", zh: "银行" },
  ECOM: { id: "Toko online", en: "Online shop", zh: "网店" },
  OPEN_FINANCE: { id: "Open finance", en: "Open finance", zh: "开放金融" },
});
export type LinkKind = CodeOf<typeof linkKinds>;
export const linkStates = defineCodes("link-state", {
  CONSENTED: { id: "Anda setujui", en: "Consented", zh: "已同意" },
  CONNECTING: { id: "Menghubungkan", en: "Connecting", zh: "连接中" },
  CODE_NEEDED: { id: "Menunggu kode", en: "Waiting for a code", zh: "等待验证码" },
  REDIRECTED: { id: "Di halaman mitra", en: "At the partner's page", zh: "已跳转合作方" },
  LINKED: { id: "Terhubung", en: "Linked", zh: "已绑定" },
  FAILED: { id: "Gagal", en: "Failed", zh: "失败" },
  ENDED: { id: "Berakhir", en: "Ended", zh: "已结束" },
});
export type LinkState = CodeOf<typeof linkStates>;
/** DECLINED: declined on the partner's page, which does not count as a failed try. */
export const linkFailures = ["REFUSED", "DECLINED", "OTHER_HOLDER", "UNAVAILABLE", "TIME_OVER"] as const;
export type LinkFailure = (typeof linkFailures)[number];

/** Institutions at which an account can be linked. By user id and password only when the brand has a contract for it. // Spec account 8 */
export const institutions = [
  { code: "BCA", kind: "BANK", name: "BCA" },
  { code: "BRI", kind: "BANK", name: "BRI" },
  { code: "MANDIRI", kind: "BANK", name: "Bank Mandiri" },
  { code: "BNI", kind: "BANK", name: "BNI" },
  { code: "TOKOPEDIA", kind: "ECOM", name: "Tokopedia" },
  { code: "SHOPEE", kind: "ECOM", name: "Shopee" },
  { code: "LAZADA", kind: "ECOM", name: "Lazada" },
] as const;
const institutionCodes = institutions.map(({ code }) => code);
/** Institutions of a kind; the open finance partner leads to banks. */
export const institutionsOf = (kind: LinkKind) =>
  institutions.filter((one) => one.kind === (kind === "ECOM" ? "ECOM" : "BANK"));
export const nameOfInstitution = (code: string | null): string =>
  institutions.find((one) => one.code === code)?.name ?? code ?? "";

export const maxAccountLinksADay = 5;
/** Refused logins and codes allowed per kind and day, and within one link, so that the partner locks no account. */
export const maxLinkRefusalsADay = 3;
export const readMonths = 3;
/** Spec account 8: days that the data is kept. */
export const accountLinkRetentionDays = 90;
/** Minutes in which the borrower may return from the partner's page. // Spec account 8 */
export const stepMinutes = 10;

export const linkView = openShape("AccountLink", {
  linkId: v.string(),
  kind: v.picklist(linkKinds.codes),
  state: v.picklist(linkStates.codes),
  /** Why the link FAILED; for a CONSENTED link: its last login was refused. */
  failure: v.nullable(v.picklist(linkFailures)),
  institution: v.nullable(v.string()),
  begunAt: instant,
  /** The partner's own agreement was agreed to. */
  agreed: v.boolean(),
  /** Deadline of the next step. */
  stepUntil: v.nullable(instant),
  /** REDIRECTED: the partner's page. */
  partnerUrl: v.nullable(v.string()),
  /** LINKED: the data that was read. */
  account: v.nullable(
    v.object({
      masked: v.string(),
      /** For a shop: the date on which the account was opened. */
      openedOn: v.optional(v.string()),
      /** Sums of the kind's own figures. */
      months: v.array(
        v.object({
          month: v.string(),
          inRupiah: v.optional(answeredRupiah),
          outRupiah: v.optional(answeredRupiah),
          lowestRupiah: v.optional(v.number()),
          soldRupiah: v.optional(answeredRupiah),
          boughtRupiah: v.optional(answeredRupiah),
        }),
      ),
    }),
  ),
  endsAt: v.nullable(instant),
  /** The partner's access has ended. */
  revoked: v.boolean(),
});
export type LinkView = v.InferOutput<typeof linkView>;

const linkUnknown = unknown("LINK_UNKNOWN", {
  id: "Akun tertaut ini sudah tidak ada.",
  en: "This linked account is no longer there.",
  zh: "该绑定已不存在。",
});
const linkOver = {
  LINK_OVER: {
    status: 409,
    text: {
      id: "Langkah ini sudah lewat. Buka lagi halamannya untuk melihat statusnya.",
      en: "This step is over. Open the page again to see its status.",
      zh: "该步骤已结束，请重新打开页面查看状态。",
    },
  },
} as const;
const unavailable = {
  LINK_UNAVAILABLE: {
    status: 503,
    text: {
      id: "Mitra sedang tidak menjawab. Tidak ada yang disimpan; coba lagi nanti, atau lewati.",
      en: "The partner is not answering right now. Nothing was stored; try again later, or skip it.",
      zh: "合作方暂时无响应，未保存任何内容。请稍后再试，或跳过。",
    },
  },
} as const;
const attempts = v.object({ attemptsLeft: v.number() });

export const listLinks = defineCall({
  id: "listAccountLinks",
  method: "GET",
  path: "/api/account-link",
  summary: "The newest link of each kind, and the institutions that can be linked.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({
    items: v.array(
      v.object({ kind: v.picklist(linkKinds.codes), attemptsLeft: v.number(), link: v.nullable(linkView) }),
    ),
    leftToday: v.number(),
    identityGiven: v.boolean(),
    /** Institutions that may be logged in to with user id and password. */
    byCredentials: v.array(v.string()),
  }),
  problems: {},
});

export const beginLink = defineCall({
  id: "beginAccountLink",
  method: "POST",
  path: "/api/account-link",
  summary:
    "Starts a link with the borrower's consent. Each kind has at most one pending or active link: an existing one is returned.",
  policy: { who: "borrower", stepUp: "STEP_UP_BIND" },
  input: v.strictObject({ kind: v.picklist(linkKinds.codes, "CHOICE_INVALID"), consent: ticked }),
  output: linkView,
  problems: {
    ...holdProblems,
    IDENTITY_NEEDED: {
      status: 409,
      text: {
        id: "Isi data KTP dulu, agar nama pemilik akun bisa dicocokkan.",
        en: "Fill in your KTP's data first, so that the account holder's name can be compared.",
        zh: "请先填写身份证信息，以便核对账户持有人姓名。",
      },
    },
    LINK_LIMIT: {
      status: 429,
      text: {
        id: "Anda sudah menautkan {max} kali hari ini. Coba lagi besok; pengajuan tetap bisa tanpa ini.",
        en: "You have linked {max} times today. Try again tomorrow; you can apply without it.",
        zh: "您今日已绑定 {max} 次，请明天再试。没有此项也可申请。",
      },
      data: v.object({ max: v.number() }),
    },
  },
});

export const connectLink = defineCall({
  id: "connectAccountLink",
  method: "POST",
  path: "/api/account-link/{linkId}",
  summary:
    "Accepts the partner's agreement (`agreed`), then connects: with user id and password, used for this one request and stored nowhere, or through the partner's page when they are omitted.",
  policy: { who: "borrower" },
  input: v.strictObject({
    linkId: uuid,
    agreed: v.optional(ticked),
    institution: v.optional(v.picklist(institutionCodes, "CHOICE_INVALID")),
    userId: v.optional(bankUserId),
    credential: v.optional(bankPassword),
  }),
  output: linkView,
  problems: {
    ...linkUnknown,
    ...linkOver,
    ...unavailable,
    AGREEMENT_NEEDED: {
      status: 409,
      text: {
        id: "Setujui dulu perjanjian mitra.",
        en: "Agree to the partner's agreement first.",
        zh: "请先同意合作方协议。",
      },
    },
    INSTITUTION_NEEDED: {
      status: 422,
      field: "institution",
      text: { id: "Pilih salah satu.", en: "Choose one.", zh: "请选择一项。" },
    },
    LOGIN_NOT_OFFERED: {
      status: 409,
      field: "institution",
      text: {
        id: "Untuk lembaga ini hanya bisa lewat halaman mitra.",
        en: "This institution can be linked by the partner's page only.",
        zh: "该机构仅支持通过合作方页面绑定。",
      },
    },
    LINK_REFUSED: {
      status: 422,
      field: "credential",
      text: {
        id: "User ID atau kata sandi salah. Sisa percobaan hari ini: {attemptsLeft}.",
        en: "The user ID or the password is wrong. Tries left today: {attemptsLeft}.",
        zh: "用户 ID 或密码错误。今日剩余次数：{attemptsLeft}。",
      },
      data: attempts,
    },
  },
});

const institutionCode = v.picklist(institutionCodes, "CHOICE_INVALID");
/** The same call with the input of one step of its screens. */
export const connectBy = {
  agreement: { ...connectLink, input: v.strictObject({ linkId: uuid, agreed: ticked }) },
  partner: { ...connectLink, input: v.strictObject({ linkId: uuid, institution: institutionCode }) },
  login: {
    ...connectLink,
    input: v.strictObject({
      linkId: uuid,
      institution: institutionCode,
      userId: bankUserId,
      credential: bankPassword,
    }),
  },
};

export const answerLinkCode = defineCall({
  id: "answerAccountLinkCode",
  method: "POST",
  path: "/api/account-link/{linkId}/code",
  summary: "Passes on the institution's code.",
  policy: { who: "borrower" },
  input: v.strictObject({ linkId: uuid, code: verificationCode }),
  output: linkView,
  problems: {
    ...linkUnknown,
    ...linkOver,
    ...unavailable,
    LINK_REFUSED: {
      status: 422,
      field: "code",
      text: {
        id: "Kode ini salah. Sisa percobaan hari ini: {attemptsLeft}.",
        en: "This code is wrong. Tries left today: {attemptsLeft}.",
        zh: "验证码错误。今日剩余次数：{attemptsLeft}。",
      },
      data: attempts,
    },
  },
});

export const returnFromPartner = defineCall({
  id: "returnFromPartner",
  method: "POST",
  path: "/api/account-link/return",
  summary:
    "Handles the return from the partner's page by its one-time state, in the session that started it; fetches the result.",
  policy: { who: "borrower" },
  input: v.strictObject({ state: v.pipe(v.string("RETURN_INVALID"), v.maxLength(100, "TOO_LONG")) }),
  output: linkView,
  problems: {
    RETURN_INVALID: {
      status: 409,
      text: {
        id: "Tautan kembali ini sudah dipakai, sudah lewat waktunya, atau dari perangkat lain. Tidak ada yang disimpan.",
        en: "This return link was used, has expired, or comes from another device. Nothing was stored.",
        zh: "此返回链接已使用、已过期或来自其他设备。未保存任何内容。",
      },
    },
  },
});

export const getLink = defineCall({
  id: "getAccountLink",
  method: "GET",
  path: "/api/account-link/{linkId}",
  summary: "One link of the borrower, for polling.",
  policy: { who: "borrower" },
  input: v.strictObject({ linkId: uuid }),
  output: linkView,
  problems: linkUnknown,
});

export const endAccountLink = defineCall({
  id: "endAccountLink",
  method: "POST",
  path: "/api/account-link/{linkId}/end",
  summary: "Ends a pending or active link: its data is destroyed, the consent is withdrawn.",
  policy: { who: "borrower" },
  vital: true,
  input: v.strictObject({ linkId: uuid }),
  output: v.object({ ended: v.boolean() }),
  problems: linkUnknown,
});
