/** The sandbox: plays everything outside (messages, banks, time, people). Product decisions 3; absent in prod. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { cursorLike, listOf, listQuery } from "#shared/fields/list.ts";
import { uuid } from "#shared/fields/verification.ts";
import { personOutcomes } from "#shared/sandbox-persons.ts";
import { staffRoles } from "#shared/staff-permissions.ts";
import { openShape } from "#shared/fields/shape.ts";

const policy = { who: "sandbox" } as const;

export const sandboxMessage = v.object({
  channel: v.picklist(["SMS", "VOICE", "WHATSAPP", "MAIL", "PUSH"]),
  to: v.string(),
  subject: v.optional(v.string()),
  text: v.string(),
  /** The one-time code in the text. */
  code: v.optional(v.string()),
  link: v.optional(v.string()),
  sentAt: instant,
});
export type SandboxMessageAnswer = v.InferOutput<typeof sandboxMessage>;

export const listSandboxMessages = defineCall({
  id: "listSandboxMessages",
  method: "GET",
  path: "/api/sandbox/messages",
  summary: "Messages that the sandbox's senders sent, newest first; of one receiver with `to`.",
  policy,
  input: v.strictObject({
    ...listQuery,
    cursor: cursorLike(/^\d{1,6}$/),
    to: v.optional(v.pipe(v.string(), v.maxLength(200, "TOO_LONG"))),
  }),
  output: listOf(sandboxMessage),
  problems: {},
});

export const getSandboxCaptcha = defineCall({
  id: "getSandboxCaptcha",
  method: "GET",
  path: "/api/sandbox/captcha/{captchaKey}",
  summary: "The answer of an open captcha.",
  policy,
  input: v.strictObject({ captchaKey: v.pipe(v.string(), v.maxLength(100, "TOO_LONG")) }),
  output: v.object({ answer: v.string() }),
  problems: {
    ...unknown("CAPTCHA_UNKNOWN", {
      id: "Captcha ini tidak ada atau sudah terpakai.",
      en: "There is no such captcha, or it was used.",
      zh: "没有该验证码，或已被使用。",
    }),
  },
});

export const sandboxClock = openShape("SandboxClock", {
  /** Business time. */
  now: instant,
  /** How far business time is ahead of real time. */
  offsetSeconds: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The next instalment of the borrower logged in on this browser; null without one. */
  nextDueDate: v.nullable(answeredDate),
});

export const getSandboxClock = defineCall({
  id: "getSandboxClock",
  method: "GET",
  path: "/api/sandbox/clock",
  summary: "Business time, and its offset from real time.",
  policy,
  input: noInput,
  output: sandboxClock,
  problems: {},
});

/** Four hundred days: longer than any loan with all that can follow it. */
const maxAdvanceDays = 400;
export const maxAdvanceSeconds = maxAdvanceDays * 86_400;

export const advanceSandboxClock = defineCall({
  id: "advanceSandboxClock",
  method: "POST",
  path: "/api/sandbox/clock",
  summary:
    "Moves business time forward; answers after all due work is done. The windows of all rate limits, caps of codes and locks after wrong tries move with it. Login sessions, the ten minutes of a step-up and the codes of the console use real time.",
  policy,
  input: v.strictObject({
    advanceSeconds: v.pipe(
      v.number("INVALID"),
      v.integer("INVALID"),
      v.minValue(0, "ADVANCE_RANGE"),
      v.maxValue(maxAdvanceSeconds, "ADVANCE_RANGE"),
    ),
  }),
  output: sandboxClock,
  problems: {},
  fieldProblems: {
    ADVANCE_RANGE: {
      id: `Waktu hanya bisa maju, paling jauh ${maxAdvanceDays} hari sekali jalan.`,
      en: `Time only moves forward, by at most ${maxAdvanceDays} days at once.`,
      zh: `时间只能向前推进，一次最多 ${maxAdvanceDays} 天。`,
    },
  },
});

/** Maximal number in a book. // docs/decisions/043 */
export const maxBookBorrowers = 1_000;
export const maxBookDays = 120;

const bookFigure = (max: number) =>
  v.pipe(v.number("BOOK_SIZE"), v.integer("BOOK_SIZE"), v.minValue(1, "BOOK_SIZE"), v.maxValue(max, "BOOK_SIZE"));
export const playSandboxBook = defineCall({
  id: "playSandboxBook",
  method: "POST",
  path: "/api/sandbox/book",
  summary:
    "Plays invented persons day by day through the public calls, on the moved clock: starts an installation's single book or continues it for some seconds. PLAYING: call again with the same figures.",
  policy,
  input: v.strictObject({
    borrowers: bookFigure(maxBookBorrowers),
    days: bookFigure(maxBookDays),
    /** The same seed gives the same persons, amounts and days. */
    seed: v.optional(
      v.pipe(v.number("BOOK_SIZE"), v.integer("BOOK_SIZE"), v.minValue(0, "BOOK_SIZE"), v.maxValue(999, "BOOK_SIZE")),
      1,
    ),
  }),
  output: v.object({
    state: v.picklist(["PLAYING", "DONE"]),
    /** Days that are played. */
    day: v.number(),
    days: v.number(),
    borrowers: v.number(),
    seed: v.number(),
    /** Actions of persons and staff so far, and how many were refused. */
    acts: v.number(),
    refused: v.number(),
  }),
  problems: {
    BOOK_USED: {
      status: 409,
      text: {
        id: "Instalasi ini sudah dipakai. Buku hanya dimulai pada instalasi yang masih kosong.",
        en: "This installation has been used. A book can only begin on an empty one.",
        zh: "该安装已有用户数据。模拟账本只能在空的安装上开始。",
      },
    },
    BOOK_OTHER: {
      status: 409,
      text: {
        id: "Di sini sudah ada buku lain: {borrowers} peminjam, {days} hari, benih {seed}.",
        en: "Another book was begun here: {borrowers} borrowers, {days} days, seed {seed}.",
        zh: "此处已有另一个账本：{borrowers} 位借款人，{days} 天，种子 {seed}。",
      },
      data: v.object({ borrowers: v.number(), days: v.number(), seed: v.number() }),
    },
    BOOK_BUSY: {
      status: 409,
      text: { id: "Buku ini sedang dimainkan.", en: "This book is being played.", zh: "该账本正在运行。" },
    },
  },
  fieldProblems: {
    BOOK_SIZE: {
      id: `Isi 1–${maxBookBorrowers} peminjam, 1–${maxBookDays} hari, dan benih 0–999.`,
      en: `Name 1–${maxBookBorrowers} borrowers, 1–${maxBookDays} days and a seed of 0–999.`,
      zh: `请填写 1–${maxBookBorrowers} 位借款人、1–${maxBookDays} 天以及 0–999 的种子。`,
    },
  },
});

export const putSandboxNext = defineCall({
  id: "putSandboxNext",
  method: "POST",
  path: "/api/sandbox/next",
  summary:
    "Sets a sandbox port's next answers about one person or account, in this order, each once: BUREAU and FACE_CHECK by the NIK, LOOKUP by the typed account, LINKING by the user id or the institution, MAIL by the address, MESSAGING by the number, PUSH by the address of the browser at its push service, WEBHOOK by the last part of the receiver's address. LOOKUP, LINKING, MAIL, MESSAGING and PUSH accept a delay, MAIL copies of its report.",
  policy,
  input: v.strictObject({
    port: v.pipe(v.string(), v.maxLength(40, "TOO_LONG")),
    key: v.pipe(v.string("REQUIRED"), v.nonEmpty("REQUIRED"), v.maxLength(254, "TOO_LONG")),
    answers: v.pipe(
      v.array(
        v.strictObject({
          outcome: v.pipe(v.string("REQUIRED"), v.maxLength(60, "TOO_LONG")),
          /** Delay of the outcome; until then the port says that it is running. */
          delaySeconds: v.optional(
            v.pipe(v.number("INVALID"), v.integer("INVALID"), v.minValue(0, "INVALID"), v.maxValue(86_400, "INVALID")),
          ),
          /** Further copies of the port's callback, for ports with callbacks. */
          duplicates: v.optional(
            v.pipe(v.number("INVALID"), v.integer("INVALID"), v.minValue(0, "INVALID"), v.maxValue(20, "INVALID")),
          ),
        }),
      ),
      v.minLength(1, "REQUIRED"),
      v.maxLength(20, "INVALID"),
    ),
  }),
  output: v.object({ waiting: v.number() }),
  problems: {
    NEXT_UNKNOWN: {
      status: 422,
      field: "answers",
      text: {
        id: "Tidak dikenal di sini. Yang dikenal: {known}.",
        en: "Not known here. Known are: {known}.",
        zh: "此处不支持。支持的有：{known}。",
      },
      data: v.object({ known: v.string() }),
    },
  },
});

const nextPort = v.object({
  port: v.string(),
  outcomes: v.array(v.string()),
  takesDelay: v.boolean(),
  takesDuplicates: v.boolean(),
});
export type SandboxNextPort = v.InferOutput<typeof nextPort>;

export const listSandboxNext = defineCall({
  id: "listSandboxNext",
  method: "GET",
  path: "/api/sandbox/next",
  summary: "The sandbox's ports whose next answers can be set, and the possible answers of each.",
  policy,
  input: noInput,
  output: v.object({ items: v.array(nextPort), nextCursor: v.null() }),
  problems: {},
});

const partnerOrderUnknown = unknown("PARTNER_ORDER_UNKNOWN", {
  id: "Mitra tidak mengenal permintaan ini, atau sudah selesai.",
  en: "The partner knows no such order, or it is done.",
  zh: "合作方没有该请求，或已完成。",
});
export const getPartnerOrder = defineCall({
  id: "getPartnerOrder",
  method: "GET",
  path: "/api/sandbox/partner/{orderId}",
  summary: "Data for the page of the sandbox's open finance partner.",
  policy,
  input: v.strictObject({ orderId: uuid }),
  output: v.object({ institution: v.string() }),
  problems: partnerOrderUnknown,
});

export const decidePartnerOrder = defineCall({
  id: "decidePartnerOrder",
  method: "POST",
  path: "/api/sandbox/partner/{orderId}",
  summary: "Plays the person on the partner's page; returns the address to go back to.",
  policy,
  input: v.strictObject({
    orderId: uuid,
    decision: v.picklist(["ALLOW", "ALLOW_OTHER", "REFUSE"], "CHOICE_INVALID"),
  }),
  output: v.object({ returnUrl: v.string() }),
  problems: partnerOrderUnknown,
});

export const sandboxEntryCode = v.object({
  /** The event that asks it. */
  activityId: v.string(),
  day: answeredDate,
  code: v.string(),
});
export type SandboxEntryCode = v.InferOutput<typeof sandboxEntryCode>;

export const listSandboxEntryCodes = defineCall({
  id: "listSandboxEntryCodes",
  method: "GET",
  path: "/api/sandbox/entry-codes",
  summary: "Codes at the outlets of events that ask for one: today's and tomorrow's.",
  policy,
  input: noInput,
  output: v.object({ items: v.array(sandboxEntryCode), nextCursor: v.null() }),
  problems: {},
});

export const sandboxPerson = v.object({
  key: v.string(),
  outcome: v.picklist(personOutcomes),
  /** The expected outcome for this person, in the caller's language. */
  expectation: v.string(),
  /** Steps after the registration that bring it about, in the caller's language; none where the data alone do. */
  steps: v.array(v.string()),
  fullName: v.string(),
  nik: v.string(),
  birthPlace: v.string(),
  birthDate: v.string(),
  sex: v.string(),
  mobileNumber: v.string(),
  email: v.string(),
  mothersName: v.string(),
  civilStatus: v.number(),
  education: v.string(),
  loanPurpose: v.string(),
  npwp: v.string(),
  address: v.object({
    street: v.string(),
    rt: v.string(),
    rw: v.string(),
    villageCode: v.string(),
    village: v.string(),
    district: v.string(),
    regency: v.string(),
    province: v.string(),
    zone: v.string(),
  }),
  bankAccount: v.object({
    bankCode: v.string(),
    bankName: v.string(),
    accountNumber: v.string(),
    accountName: v.string(),
  }),
  employment: v.object({
    companyName: v.string(),
    companyAddress: v.string(),
    companyPhone: v.string(),
    industry: v.string(),
    workingPeriodMonths: v.number(),
    monthlyIncomeRupiah: answeredRupiah,
    salaryDate: v.number(),
  }),
  owedElsewhereRupiah: answeredRupiah,
  emergencyContact: v.object({ name: v.string(), mobileNumber: v.string(), relationship: v.string() }),
  /** Pictures to upload when a form asks for them. */
  pictures: v.object({ identityCard: v.string(), selfie: v.string(), salarySlip: v.string() }),
});
export type SandboxPersonAnswer = v.InferOutput<typeof sandboxPerson>;

export const listSandboxPersons = defineCall({
  id: "listSandboxPersons",
  method: "GET",
  path: "/api/sandbox/persons",
  summary: "Test persons: each fits every form, with its expected outcome.",
  policy,
  input: noInput,
  output: v.object({ items: v.array(sandboxPerson), nextCursor: v.null() }),
  problems: {},
});

export const pictureKinds = ["identity-card", "selfie", "salary-slip"] as const;

export const getSandboxPicture = defineCall({
  id: "getSandboxPicture",
  method: "GET",
  path: "/api/sandbox/persons/{key}/pictures/{kind}",
  summary: "An invented picture of a test person to upload: identity card, selfie or salary slip (JPEG).",
  policy,
  input: v.strictObject({ key: v.pipe(v.string(), v.maxLength(60, "TOO_LONG")), kind: v.picklist(pictureKinds) }),
  output: binary,
  problems: {
    ...unknown("PERSON_UNKNOWN", {
      id: "Orang uji ini tidak ada.",
      en: "There is no such test person.",
      zh: "没有该测试人物。",
    }),
  },
});

export const sandboxStaff = v.object({
  email: v.string(),
  name: v.string(),
  role: v.picklist(staffRoles),
  password: v.string(),
  /** Six digits, by real time: the code that a login accepts now, the next period's when this one's was used. */
  totp: v.string(),
  totpValidSeconds: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type SandboxStaffAnswer = v.InferOutput<typeof sandboxStaff>;

export const listSandboxStaff = defineCall({
  id: "listSandboxStaff",
  method: "GET",
  path: "/api/sandbox/staff",
  summary: "Staff test persons, two per role, with password and current one-time code.",
  policy,
  input: noInput,
  output: v.object({ items: v.array(sandboxStaff), nextCursor: v.null() }),
  problems: {},
});
