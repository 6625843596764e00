/** Problems that the front door itself may answer, on any call. A domain's own problems are in its contract. */
import * as v from "valibot";
import type { ProblemKinds } from "#shared/contract.ts";
import { stepUpPurposes } from "#shared/purposes.ts";

/** Whole seconds until a retry makes sense; the header Retry-After has the same value. */
const retryLater = v.object({ retryInSeconds: v.pipe(v.number(), v.integer(), v.minValue(0)) });

export const commonProblems = {
  INPUT_INVALID: {
    status: 422,
    text: {
      id: "Ada isian yang perlu diperbaiki.",
      en: "Some entries need to be corrected.",
      zh: "有些内容需要更正。",
    },
  },
  BODY_UNREADABLE: {
    status: 400,
    text: {
      id: "Permintaan tidak bisa dibaca. Muat ulang halaman lalu coba lagi.",
      en: "The request could not be read. Reload the page and try again.",
      zh: "无法读取请求。请刷新页面后重试。",
    },
  },
  BODY_TOO_LARGE: {
    status: 413,
    text: {
      id: "Data yang dikirim terlalu besar.",
      en: "The request is too large.",
      zh: "发送的内容过大。",
    },
  },
  NOT_LOGGED_IN: {
    status: 401,
    text: {
      id: "Silakan masuk dulu untuk melanjutkan.",
      en: "Please log in to continue.",
      zh: "请先登录再继续。",
    },
  },
  ACCOUNT_CLOSING: {
    status: 423,
    text: {
      id: "Akun ini sedang ditutup. Batalkan penutupan untuk memakainya lagi.",
      en: "This account is being closed. Cancel the closing to use it again.",
      zh: "此账户正在注销。如需继续使用，请先撤销注销。",
    },
  },
  STEP_UP_NEEDED: {
    status: 401,
    text: {
      id: "Masukkan kode verifikasi baru untuk melanjutkan.",
      en: "Enter a new verification code to continue.",
      zh: "请输入新的验证码以继续。",
    },
    data: v.object({ purpose: v.picklist(stepUpPurposes) }),
  },
  NOT_ALLOWED: {
    status: 403,
    text: {
      id: "Anda tidak punya izin untuk tindakan ini.",
      en: "You are not allowed to do this.",
      zh: "您没有权限执行此操作。",
    },
  },
  ORIGIN_REFUSED: {
    status: 403,
    text: {
      id: "Permintaan berasal dari situs lain dan ditolak.",
      en: "The request came from another site and was refused.",
      zh: "该请求来自其他网站，已被拒绝。",
    },
  },
  NOT_FOUND: {
    status: 404,
    text: {
      id: "Yang Anda cari tidak ditemukan.",
      en: "We could not find this page or data.",
      zh: "找不到您要的内容。",
    },
  },
  /** `Allow` names the methods that the path takes. */
  METHOD_NOT_ALLOWED: {
    status: 405,
    text: {
      id: "Alamat ini tidak menerima metode tersebut.",
      en: "This address does not take that method.",
      zh: "此地址不支持该方法。",
    },
  },
  IDEMPOTENCY_KEY_NEEDED: {
    status: 422,
    text: {
      id: "Permintaan ini memerlukan kunci idempotensi (Idempotency-Key).",
      en: "This request needs an Idempotency-Key.",
      zh: "此请求需要 Idempotency-Key。",
    },
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    text: {
      id: "Permintaan ini sudah pernah dikirim dengan isi lain. Lihat hasil sebelumnya.",
      en: "This request was already sent with other contents. See the earlier result.",
      zh: "此请求已用其他内容发送过。请查看之前的结果。",
    },
  },
  RATE_LIMITED: {
    status: 429,
    text: {
      id: "Terlalu banyak permintaan. Coba lagi dalam {retryInSeconds}.",
      en: "Too many requests. Try again in {retryInSeconds}.",
      zh: "请求过多。请在 {retryInSeconds}后重试。",
    },
    data: retryLater,
  },
  LINK_INVALID: {
    status: 401,
    text: {
      id: "Tautan ini tidak berlaku atau sudah kedaluwarsa.",
      en: "This link is not valid or has expired.",
      zh: "此链接无效或已过期。",
    },
  },
  KEY_INVALID: {
    status: 401,
    text: {
      id: "Kunci akses ini tidak ada atau sudah dicabut.",
      en: "There is no such access key, or it was revoked.",
      zh: "此访问密钥不存在或已撤销。",
    },
  },
  KEY_SCOPE_MISSING: {
    status: 403,
    text: {
      id: "Kunci akses ini tidak dibuat untuk panggilan ini.",
      en: "This access key was not made for this call.",
      zh: "此访问密钥无权调用该接口。",
    },
  },
  NOT_OFFERED_HERE: {
    status: 403,
    text: {
      id: "Layanan ini tidak tersedia di negara Anda.",
      en: "This service is not offered here.",
      zh: "此地区不提供该服务。",
    },
  },
  INTERNAL: {
    status: 500,
    text: {
      id: "Ada gangguan di pihak kami. Coba lagi sebentar lagi.",
      en: "Something went wrong on our side. Please try again shortly.",
      zh: "我们这边出了点问题。请稍后再试。",
    },
  },
  UNAVAILABLE: {
    status: 503,
    text: {
      id: "Layanan sedang tidak tersedia. Coba lagi sebentar lagi.",
      en: "The service is not available right now. Please try again shortly.",
      zh: "服务暂时不可用，请稍后再试。",
    },
  },
  /** No space for new data; stored data is safe, and money under way continues. // Threat H4 */
  STORAGE_FULL: {
    status: 503,
    text: {
      id: "Saat ini kami belum bisa menyimpan data baru. Coba lagi beberapa menit lagi. Data yang sudah tersimpan tetap aman.",
      en: "We cannot store anything new at the moment. Please try again in a few minutes. Data already stored is safe.",
      zh: "目前暂时无法保存新的数据，请几分钟后再试。已保存的数据不受影响。",
    },
    data: retryLater,
  },
} as const satisfies ProblemKinds;

export type CommonProblem = keyof typeof commonProblems;
