/** Complaints: handed in by anybody, followed by ticket number, answered by staff within the working days that the regulator gives. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { businessDate } from "#shared/fields/date.ts";
import { email } from "#shared/fields/email.ts";
import { freeText } from "#shared/fields/free-text.ts";
import { listOf, listQuery } from "#shared/fields/list.ts";
import { photo, photoFieldTexts, photoProblems } from "#shared/fields/photo.ts";
import { specMessages } from "#shared/fields/texts.ts";
import { captchaAnswer, uuid } from "#shared/fields/verification.ts";

/** Spec 3: reasons of a complaint. */
export const complaintReasons = ["loan", "collection", "otp", "repayment", "sign", "mobile", "others"] as const;
export type ComplaintReason = (typeof complaintReasons)[number];
export const complaintStates = ["RECEIVED", "IN_PROGRESS", "EXTENDED", "ANSWERED", "REOPENED", "CLOSED"] as const;
export type ComplaintState = (typeof complaintStates)[number];
export const closeCauses = ["ACCEPTED", "WITHDRAWN", "REFUSED_AGAIN", "UNANSWERED", "BY_STAFF"] as const;
export type CloseCause = (typeof closeCauses)[number];
export const messageKinds = ["COMPLAINT", "MESSAGE", "ANSWER", "REFUSAL", "EXTENSION", "CLOSING", "NOTE"] as const;
export type MessageKind = (typeof messageKinds)[number];
/** Why something happened to a complaint. Closed list; the timeline has a text for each. */
export const eventCauses = ["RECEIVED", "TAKEN", "ASSIGNED", "MESSAGE", "EVIDENCE", "EXTENDED", "ANSWERED", "REFUSED", "ESCALATED", "DUE_SOON", "OVERDUE", "CLOSING_SOON", ...closeCauses] as const;
export type EventCause = (typeof eventCauses)[number];

/** What the person is told of by mail. */
export const mailKinds = ["RECEIVED", "IN_PROGRESS", "ANSWERED", "EXTENDED", "REOPENED", "CLOSING_SOON", "CLOSED", "OVERDUE"] as const;
export type MailKind = (typeof mailKinds)[number];

/** Longest text of a person or of staff. */
export const longestText = 2_000;
/** Spec 5: up to 6 photos. */
export const mostPhotos = 6;
/** Purpose of the link that opens one complaint. */
export const complaintLinkPurpose = "COMPLAINT";

const instant = v.pipe(v.string(), v.isoTimestamp());
const none = v.strictObject({});
/** First answers of effects are stored; what a person wrote has no place there, so it is read by a call of its own. */
const done = v.strictObject({ done: v.literal(true) });
const reason = v.picklist(complaintReasons, "REASON_NEEDED");
/** Spec 5 and 8: all fields are required, in these words. */
const formTexts = { REQUIRED: specMessages.FILL_ALL, REASON_NEEDED: specMessages.FILL_ALL };

const captchaProblems = {
  CAPTCHA_NEEDED: {
    status: 403,
    text: { id: "Isi dulu kode pada gambar.", en: "Please answer the captcha first.", zh: "请先输入图片验证码。" },
  },
  CAPTCHA_WRONG: {
    status: 422,
    text: { id: "Jawaban gambar belum cocok. Coba gambar yang baru.", en: "The captcha answer does not match. Try the new one.", zh: "图片验证码不正确。请输入新的图片验证码。" },
  },
} as const satisfies ProblemKinds;

export const submitComplaint = defineCall({
  method: "POST",
  path: "/api/complaint",
  summary: "Hands in a complaint and answers its ticket number and the last day for our answer. A visitor answers a captcha; a logged-in borrower's complaint is linked to the account.",
  policy: { who: "visitor", idempotent: true },
  input: v.strictObject({
    reason,
    text: freeText(longestText),
    email,
    captchaKey: v.optional(v.pipe(v.string("CAPTCHA_FORMAT"), v.regex(/^[\w-]{20,64}$/, "CAPTCHA_FORMAT"))),
    captcha: v.optional(captchaAnswer),
  }),
  output: v.strictObject({ number: v.string(), receivedAt: instant, dueOn: v.string() }),
  problems: captchaProblems,
  fieldProblems: formTexts,
  status: 201,
});

export const getComplaintTerms = defineCall({
  method: "GET",
  path: "/api/complaint/terms",
  summary: "How many working days an answer may take today, and the one extension.",
  policy: { who: "anyone" },
  input: none,
  output: v.strictObject({ answerWorkingDays: v.number(), extensionWorkingDays: v.number() }),
  problems: {},
});

export const openTicket = defineCall({
  method: "POST",
  path: "/api/complaint/open",
  summary: "Opens a complaint by its ticket number and the email address it was handed in with, for half an hour. The answer is the same for an unknown number and another address.",
  policy: { who: "anyone" },
  input: v.strictObject({ number: v.pipe(v.string("REQUIRED"), v.trim(), v.nonEmpty("REQUIRED"), v.maxLength(40, "INVALID")), email }),
  output: v.strictObject({ opened: v.literal(true) }),
  problems: {
    TICKET_NOT_FOUND: {
      status: 404,
      text: {
        id: "Nomor tiket dan email ini tidak cocok. Periksa keduanya di email kami.",
        en: "This ticket number and email address do not match. Check both in our email.",
        zh: "工单号与邮箱不匹配，请核对我们发送的邮件。",
      },
    },
  },
});

export const ticketMessage = v.object({ id: v.string(), kind: v.picklist(messageKinds), text: v.string(), at: instant });
export const ticketEvent = v.object({ cause: v.picklist(eventCauses), state: v.picklist(complaintStates), dueOn: v.nullable(v.string()), at: instant });
export const ticketPhoto = v.object({ id: v.string(), widthPixels: v.number(), heightPixels: v.number() });
const inBrief = {
  number: v.string(),
  reason: v.picklist(complaintReasons),
  state: v.picklist(complaintStates),
  closeCause: v.nullable(v.picklist(closeCauses)),
  receivedAt: instant,
  /** The last day for our answer. */
  dueOn: v.string(),
};
export const ticket = v.object({
  ...inBrief,
  maskedEmail: v.string(),
  isOverdue: v.boolean(),
  isExtended: v.boolean(),
  /** An answer that nobody replies to closes the complaint after this day. */
  closesOn: v.nullable(v.string()),
  /** After the deadline or the second refusal: LAPS SJK can be asked. */
  outsideWay: v.boolean(),
  /** Working days that each try of ours may take. */
  answerWorkingDays: v.number(),
  messages: v.array(ticketMessage),
  events: v.array(ticketEvent),
  photos: v.array(ticketPhoto),
  mostPhotos: v.number(),
  mayWrite: v.boolean(),
  mayReply: v.boolean(),
  /** Another refusal ends our own handling and leads to LAPS SJK. */
  isLastRefusal: v.boolean(),
});
export type Ticket = v.InferOutput<typeof ticket>;

const byLink = { who: "link", purpose: complaintLinkPurpose } as const;
const byLinkOnce = { ...byLink, idempotent: true } as const;
const ticketProblems = {
  COMPLAINT_GONE: {
    status: 410,
    text: { id: "Isi pengaduan ini sudah dihapus.", en: "The contents of this complaint have been deleted.", zh: "此投诉内容已被删除。" },
  },
} as const satisfies ProblemKinds;
const stateProblem = {
  COMPLAINT_STATE: {
    status: 409,
    text: {
      id: "Status pengaduan ini sudah berubah. Muat ulang untuk melihat yang terbaru.",
      en: "This complaint has moved on. Reload to see where it stands.",
      zh: "此投诉的状态已变更，请刷新查看最新情况。",
    },
  },
} as const satisfies ProblemKinds;

export const getTicket = defineCall({
  method: "GET",
  path: "/api/complaint/ticket",
  summary: "One complaint as its person sees it: state, deadline, what was said, what happened.",
  policy: byLink,
  input: none,
  output: ticket,
  problems: ticketProblems,
});

export const writeToTicket = defineCall({
  method: "POST",
  path: "/api/complaint/ticket/message",
  summary: "Adds a message to a complaint that waits for our answer.",
  policy: byLinkOnce,
  input: v.strictObject({ text: freeText(longestText) }),
  output: done,
  problems: { ...ticketProblems, ...stateProblem },
});

export const acceptAnswer = defineCall({
  method: "POST",
  path: "/api/complaint/ticket/acceptance",
  summary: "The person says that the matter is settled: after an answer, or before one. Closes the complaint.",
  policy: byLinkOnce,
  input: none,
  output: done,
  problems: { ...ticketProblems, ...stateProblem },
});

export const refuseAnswer = defineCall({
  method: "POST",
  path: "/api/complaint/ticket/refusal",
  summary: "The answer did not settle the matter: the first time the complaint opens again, the second time the way to LAPS SJK is told.",
  policy: byLinkOnce,
  input: v.strictObject({ text: freeText(longestText) }),
  output: done,
  problems: { ...ticketProblems, ...stateProblem },
});

export const addEvidence = defineCall({
  method: "POST",
  path: "/api/complaint/ticket/photo",
  summary: "Adds one photo (JPEG, PNG, WebP) to a complaint that waits for our answer; up to 6. As multipart/form-data.",
  policy: byLink,
  input: v.strictObject({ photo }),
  output: ticket,
  problems: {
    ...photoProblems,
    ...ticketProblems,
    ...stateProblem,
    PHOTO_COUNT: {
      status: 409,
      text: { id: `${specMessages.PHOTO_COUNT.id}. Paling banyak {most} foto.`, en: `${specMessages.PHOTO_COUNT.en}. At most {most} photos.`, zh: `${specMessages.PHOTO_COUNT.zh}。最多 {most} 张。` },
    },
  },
  fieldProblems: photoFieldTexts,
});

const photoUnknown = {
  PHOTO_UNKNOWN: { status: 404, text: { id: "Foto ini sudah tidak ada.", en: "This photo is not there any more.", zh: "该照片已不存在。" } },
} as const satisfies ProblemKinds;

export const getEvidence = defineCall({
  method: "GET",
  path: "/api/complaint/ticket/photo/{photoId}",
  summary: "One photo of the complaint; `size=PREVIEW` answers a small copy.",
  policy: byLink,
  input: v.strictObject({ photoId: uuid, size: v.optional(v.picklist(["FULL", "PREVIEW"], "CHOICE_INVALID"), "FULL") }),
  output: binary,
  problems: photoUnknown,
});

export const ownComplaint = v.object({
  ...inBrief,
  /** Opens the ticket for half an hour. */
  path: v.string(),
});

export const listOwnComplaints = defineCall({
  method: "GET",
  path: "/api/complaint",
  summary: "The complaints that the logged-in borrower handed in, newest first, each with a short-lived way to it.",
  policy: { who: "borrower" },
  input: v.strictObject({ ...listQuery, cursor: v.optional(v.pipe(v.string("CURSOR_INVALID"), v.uuid("CURSOR_INVALID"))) }),
  output: listOf(ownComplaint),
  problems: {},
});

export const getComplaintStatistics = defineCall({
  method: "GET",
  path: "/api/complaint/statistics",
  summary: "Complaints by year and reason: how many came, how many are settled, how many were answered by the day that was told.",
  policy: { who: "anyone" },
  input: none,
  output: v.strictObject({
    items: v.array(v.strictObject({ year: v.number(), reason: v.picklist(complaintReasons), received: v.number(), resolved: v.number(), withinDays: v.number() })),
  }),
  problems: {},
});

// ── Staff ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const reading = { who: "staff", permission: "complaint.read" } as const;
const answering = { who: "staff", permission: "complaint.answer" } as const;
const answeringOnce = { ...answering, idempotent: true } as const;
const complaintUnknown = {
  COMPLAINT_UNKNOWN: { status: 404, text: { id: "Pengaduan ini tidak ditemukan.", en: "There is no such complaint.", zh: "找不到该投诉。" } },
} as const satisfies ProblemKinds;
const staffProblems = { ...complaintUnknown, ...ticketProblems, ...stateProblem } as const;
/** A reason that somebody else can judge later; it stands in the audit trail. */
const staffReason = v.pipe(freeText(500), v.minLength(10, "REASON_SHORT"));
const staffFieldTexts = {
  REASON_SHORT: { id: "Tulis alasannya, paling sedikit 10 karakter.", en: "Give the reason in at least 10 characters.", zh: "请填写原因，至少 10 个字符。" },
} as const;

export const queueStates = ["OPEN", ...complaintStates] as const;
export const queueAssignees = ["ANYBODY", "NOBODY", "ME"] as const;
export const queuedComplaint = v.object({
  complaintId: v.string(),
  borrowerId: v.nullable(v.string()),
  ...inBrief,
  /** Negative once the day is over. */
  workingDaysLeft: v.number(),
  isOverdue: v.boolean(),
  isDueSoon: v.boolean(),
  isEscalated: v.boolean(),
  assigneeId: v.nullable(v.string()),
});
export type QueuedComplaint = v.InferOutput<typeof queuedComplaint>;

export const listComplaints = defineCall({
  method: "GET",
  path: "/api/staff/complaints",
  summary: "Complaints by deadline, the nearest first; those that wait for an answer unless another state is asked for. A ticket number finds its complaint whatever its state.",
  policy: reading,
  input: v.strictObject({
    ...listQuery,
    state: v.optional(v.picklist(queueStates, "CHOICE_INVALID"), "OPEN"),
    about: v.optional(v.union([v.literal(""), v.picklist(complaintReasons)], "CHOICE_INVALID"), ""),
    assignee: v.optional(v.picklist(queueAssignees, "CHOICE_INVALID"), "ANYBODY"),
    number: v.optional(v.pipe(v.string("INVALID"), v.trim(), v.maxLength(40, "INVALID")), ""),
  }),
  output: listOf(queuedComplaint),
  problems: {},
});

export const complaintCase = v.object({
  ...queuedComplaint.entries,
  language: v.string(),
  maskedEmail: v.string(),
  isExtended: v.boolean(),
  refusals: v.number(),
  answeredInTime: v.nullable(v.boolean()),
  closesOn: v.nullable(v.string()),
  outsideWay: v.boolean(),
  /** The day that an extension would lead to. */
  extendableTo: v.nullable(v.string()),
  borrowerName: v.nullable(v.string()),
  loan: v.nullable(v.object({ loanId: v.string(), loanNumber: v.string(), state: v.string() })),
  /** Null texts were deleted with their person. */
  messages: v.array(v.object({ ...ticketMessage.entries, text: v.nullable(v.string()), staffId: v.nullable(v.string()) })),
  events: v.array(v.object({ ...ticketEvent.entries, actor: v.picklist(["PERSON", "STAFF", "SYSTEM"]), staffId: v.nullable(v.string()) })),
  photos: v.array(ticketPhoto),
  mails: v.array(v.object({ kind: v.picklist(mailKinds), status: v.picklist(["WAITING", "SENT", "REJECTED"]), at: instant })),
  acts: v.array(v.picklist(["TAKE", "ANSWER", "EXTEND", "CLOSE"])),
});
export type ComplaintCase = v.InferOutput<typeof complaintCase>;

const ofComplaint = { complaintId: uuid };
export const getComplaint = defineCall({
  method: "GET",
  path: "/api/staff/complaints/{complaintId}",
  summary: "One complaint with its messages, notes, events and mails; the address masked.",
  policy: reading,
  input: v.strictObject(ofComplaint),
  output: complaintCase,
  problems: complaintUnknown,
});

export const getComplaintPhoto = defineCall({
  method: "GET",
  path: "/api/staff/complaints/{complaintId}/photo/{photoId}",
  summary: "One photo that came with a complaint.",
  policy: reading,
  input: v.strictObject({ ...ofComplaint, photoId: uuid }),
  output: binary,
  problems: photoUnknown,
});

export const assignComplaint = defineCall({
  method: "POST",
  path: "/api/staff/complaints/{complaintId}/assignment",
  summary: "Gives an open complaint to a person of the console, oneself by default; work on it has begun then, and the person who complained is told.",
  policy: answeringOnce,
  input: v.strictObject({ ...ofComplaint, staffId: v.optional(uuid) }),
  output: done,
  problems: {
    ...staffProblems,
    ASSIGNEE_UNFIT: {
      status: 409,
      text: { id: "Orang ini tidak dapat menjawab pengaduan. Pilih petugas lain.", en: "This person may not answer complaints. Choose somebody else.", zh: "此人无权答复投诉，请另选他人。" },
    },
  },
});

export const answerComplaint = defineCall({
  method: "POST",
  path: "/api/staff/complaints/{complaintId}/answer",
  summary: "Answers an open complaint. The person is told by mail and may accept the answer or refuse it.",
  policy: answeringOnce,
  input: v.strictObject({ ...ofComplaint, text: freeText(longestText) }),
  output: done,
  problems: staffProblems,
});

export const extendComplaint = defineCall({
  method: "POST",
  path: "/api/staff/complaints/{complaintId}/extension",
  summary: "Takes the one extension, before the deadline, with a reason that the person is told.",
  policy: answeringOnce,
  input: v.strictObject({ ...ofComplaint, reason: staffReason }),
  output: done,
  problems: staffProblems,
  fieldProblems: staffFieldTexts,
});

export const closeComplaint = defineCall({
  method: "POST",
  path: "/api/staff/complaints/{complaintId}/closure",
  summary: "Closes an open complaint without an answer (a duplicate, no complaint at all), with a reason that the person is told.",
  policy: answeringOnce,
  input: v.strictObject({ ...ofComplaint, reason: staffReason }),
  output: done,
  problems: staffProblems,
  fieldProblems: staffFieldTexts,
});

export const escalateComplaint = defineCall({
  method: "POST",
  path: "/api/staff/complaints/{complaintId}/escalation",
  summary: "Marks an open complaint for those who decide more, with a reason as an internal note.",
  policy: answeringOnce,
  input: v.strictObject({ ...ofComplaint, reason: staffReason }),
  output: done,
  problems: staffProblems,
  fieldProblems: staffFieldTexts,
});

export const noteOnComplaint = defineCall({
  method: "POST",
  path: "/api/staff/complaints/{complaintId}/note",
  summary: "Writes an internal note; the person never sees it.",
  policy: answeringOnce,
  input: v.strictObject({ ...ofComplaint, text: freeText(longestText) }),
  output: done,
  problems: { ...complaintUnknown, ...ticketProblems },
});

export const unmaskComplaint = defineCall({
  method: "POST",
  path: "/api/staff/complaints/{complaintId}/unmask",
  summary: "Shows the address of a complaint for a reason, which the audit trail keeps.",
  policy: answering,
  input: v.strictObject({ ...ofComplaint, reason: staffReason }),
  output: v.object({ email: v.string() }),
  problems: { ...complaintUnknown, ...ticketProblems },
  fieldProblems: staffFieldTexts,
});

export const holidayKinds = ["NATIONAL", "JOINT_LEAVE", "WORKDAY"] as const;
export const holiday = v.object({ day: v.string(), kind: v.picklist(holidayKinds), name: v.string(), source: v.string(), recordedAt: instant, staffId: v.nullable(v.string()) });

const year = v.union([v.pipe(v.number("CHOICE_INVALID"), v.integer(), v.minValue(2020), v.maxValue(2099)), v.pipe(v.string(), v.regex(/^20[2-9]\d$/, "CHOICE_INVALID"), v.transform(Number))], "CHOICE_INVALID");
export const listHolidays = defineCall({
  method: "GET",
  path: "/api/staff/complaint-holidays",
  summary: "The days off that working days are counted by, of one year; `isDecreed` says whether its joint leave was entered.",
  policy: reading,
  input: v.strictObject({ year: v.optional(year) }),
  output: v.object({ year: v.number(), isDecreed: v.boolean(), items: v.array(holiday), nextCursor: v.null() }),
  problems: {},
});

export const recordHoliday = defineCall({
  method: "POST",
  path: "/api/staff/complaint-holidays",
  summary: "Enters a day off with its source, or takes one back (WORKDAY). Deadlines that were told before stay as they are.",
  policy: { who: "staff", permission: "complaint.calendar" },
  input: v.strictObject({ day: businessDate, kind: v.picklist(holidayKinds, "CHOICE_INVALID"), name: freeText(100), source: freeText(200) }),
  output: holiday,
  problems: {
    HOLIDAY_OUT_OF_REACH: {
      status: 409,
      text: { id: "Pilih hari mulai besok sampai tiga tahun ke depan.", en: "Choose a day from tomorrow on, at most three years ahead.", zh: "请选择明天起三年内的日期。" },
    },
  },
});
