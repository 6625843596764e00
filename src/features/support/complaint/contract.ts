/** Complaints: anyone may complain, follow the ticket number, and get an answer within the regulator's working days. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { captchaProblems, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { email } from "#shared/fields/email.ts";
import { freeText } from "#shared/fields/free-text.ts";
import { idListQuery, listOf } from "#shared/fields/list.ts";
import { photo, photoFieldTexts, photoKnown, photoProblems } from "#shared/fields/photo.ts";
import { specMessages } from "#shared/fields/texts.ts";
import { captchaAnswer, captchaKey, uuid } from "#shared/fields/verification.ts";
import { openShape, shape } from "#shared/fields/shape.ts";

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
export const eventCauses = [
  "RECEIVED",
  "TAKEN",
  "ASSIGNED",
  "MESSAGE",
  "EVIDENCE",
  "EXTENDED",
  "ANSWERED",
  "REFUSED",
  "ESCALATED",
  "DUE_SOON",
  "OVERDUE",
  "CLOSING_SOON",
  ...closeCauses,
] as const;
export type EventCause = (typeof eventCauses)[number];

/** The kinds of mail to the complainant. */
export const mailKinds = [
  "RECEIVED",
  "IN_PROGRESS",
  "ANSWERED",
  "EXTENDED",
  "REOPENED",
  "CLOSING_SOON",
  "CLOSED",
  "OVERDUE",
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Longest text of a person or of staff. */
export const maxText = 2_000;
/** Spec 5: up to 6 photos. */
export const maxComplaintPhotos = 6;
/** Purpose of the link that opens one complaint. */
export const complaintLinkPurpose = "COMPLAINT";

const none = v.strictObject({});
/** First answers of idempotent calls are stored; they must not contain a person's text, so it is read by a separate call. */
export const complaintDone = shape("ComplaintDone", { done: v.literal(true) });
const reason = v.picklist(complaintReasons, "REASON_NEEDED");
/** Spec 5 and 8: all fields are required, in these words. */
const formTexts = { REQUIRED: specMessages.FILL_ALL, REASON_NEEDED: specMessages.FILL_ALL };

const complaintCaptchaProblems = {
  ...captchaProblems,
  CAPTCHA_NEEDED: {
    status: 403,
    text: { id: "Isi dulu kode pada gambar.", en: "Please answer the captcha first.", zh: "请先输入图片验证码。" },
  },
} as const satisfies ProblemKinds;

/** A wrong captcha does not count against other people with the same address, or against the typed mailbox. */
const afterCaptcha = "the captcha was right, where one is needed";
/** Thousands of people share a carrier's address. */
export const complaintsOfNetwork = {
  counter: "complaint-network",
  by: "network",
  max: 120,
  seconds: 3_600,
  after: afterCaptcha,
} as const;
/** One person rarely has more, and the mails go to that mailbox. */
export const complaintsOfMailbox = {
  counter: "complaint-address",
  by: "email address",
  max: 5,
  seconds: 86_400,
  after: afterCaptcha,
} as const;
/** With a login, only the account counts: strangers' complaints do not use up its limit. // Threat I2 */
export const limitOfBorrower = {
  counter: "complaint-borrower",
  by: "borrower",
  max: 5,
  seconds: 86_400,
  after: "the sender is logged in",
} as const;
/** A fraudster may have many accounts: their complaints to a mail address that none of them has proven are limited, separately from strangers. */
export const borrowersComplaintsOfMailbox = {
  counter: "complaint-borrowers-address",
  by: "email address",
  max: 5,
  seconds: 86_400,
  after: "the sender is logged in, and has not proven the address",
} as const;

export const submitComplaint = defineCall({
  id: "submitComplaint",
  method: "POST",
  path: "/api/complaint",
  summary:
    "Submits a complaint and returns its ticket number and the last day for our answer. A visitor answers a captcha; a logged-in borrower's complaint is linked to the account.",
  policy: { who: "visitor", idempotent: true },
  limits: [complaintsOfNetwork, complaintsOfMailbox, limitOfBorrower, borrowersComplaintsOfMailbox],
  input: v.strictObject({
    reason,
    text: freeText(maxText),
    email,
    captchaKey: v.optional(captchaKey),
    captcha: v.optional(captchaAnswer),
  }),
  output: v.strictObject({ number: v.string(), receivedAt: instant, dueOn: v.string() }),
  problems: complaintCaptchaProblems,
  fieldProblems: formTexts,
  status: 201,
});

export const getComplaintTerms = defineCall({
  id: "getComplaintTerms",
  method: "GET",
  path: "/api/complaint/terms",
  summary: "The working days allowed for an answer today, and for the single extension.",
  policy: { who: "anyone" },
  input: none,
  output: v.strictObject({ answerWorkingDays: v.number(), extensionWorkingDays: v.number() }),
  problems: {},
});

/** Ticket numbers are not found by trying addresses. */
export const openingsOfNumber = {
  counter: "complaint-open",
  by: "ticket number",
  max: 10,
  seconds: 3_600,
  after: "the number was read; the right address forgets what was counted",
} as const;

export const openTicket = defineCall({
  id: "openComplaint",
  method: "POST",
  path: "/api/complaint/open",
  summary:
    "Opens a complaint by its ticket number and the email address of its submission, for half an hour. The answer is the same for an unknown number and a wrong address.",
  policy: { who: "anyone" },
  limits: [{ counter: "complaint-open-network", by: "network", max: 600, seconds: 3_600 }, openingsOfNumber],
  input: v.strictObject({
    number: v.pipe(v.string("REQUIRED"), v.trim(), v.nonEmpty("REQUIRED"), v.maxLength(40, "INVALID")),
    email,
  }),
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

export const ticketMessage = v.object({
  id: v.string(),
  kind: v.picklist(messageKinds),
  text: v.string(),
  at: instant,
});
export const ticketEvent = v.object({
  cause: v.picklist(eventCauses),
  state: v.picklist(complaintStates),
  dueOn: v.nullable(v.string()),
  at: instant,
});
export const ticketPhoto = openShape("TicketPhoto", {
  id: v.string(),
  widthPixels: v.number(),
  heightPixels: v.number(),
});
export const complaintBrief = {
  number: v.string(),
  reason: v.picklist(complaintReasons),
  state: v.picklist(complaintStates),
  closeCause: v.nullable(v.picklist(closeCauses)),
  receivedAt: instant,
  /** The last day for our answer. */
  dueOn: v.string(),
};
export const ticket = openShape("ComplaintTicket", {
  ...complaintBrief,
  maskedEmail: v.string(),
  isOverdue: v.boolean(),
  isExtended: v.boolean(),
  /** An answer without a reply closes the complaint after this day. */
  closesOn: v.nullable(v.string()),
  /** After the deadline or the second refusal: LAPS SJK can be asked. */
  outsideWay: v.boolean(),
  /** Working days for each of our answers. */
  answerWorkingDays: v.number(),
  messages: v.array(ticketMessage),
  events: v.array(ticketEvent),
  photos: v.array(ticketPhoto),
  maxPhotos: v.number(),
  mayWrite: v.boolean(),
  mayReply: v.boolean(),
  /** Another refusal ends our own handling; LAPS SJK is the next step. */
  isLastRefusal: v.boolean(),
});
export type ComplaintTicket = v.InferOutput<typeof ticket>;

const byLink = { who: "link", purpose: complaintLinkPurpose } as const;
const byLinkOnce = { ...byLink, idempotent: true } as const;
export const ticketProblems = {
  COMPLAINT_GONE: {
    status: 410,
    text: {
      id: "Isi pengaduan ini sudah dihapus.",
      en: "The contents of this complaint have been deleted.",
      zh: "此投诉内容已被删除。",
    },
  },
} as const satisfies ProblemKinds;
export const stateProblem = {
  COMPLAINT_STATE: {
    status: 409,
    text: {
      id: "Status pengaduan ini sudah berubah. Muat ulang untuk melihat yang terbaru.",
      en: "The state of this complaint has changed. Reload to see the latest.",
      zh: "此投诉的状态已变更，请刷新查看最新情况。",
    },
  },
} as const satisfies ProblemKinds;

export const getTicket = defineCall({
  id: "getOwnComplaint",
  method: "GET",
  path: "/api/complaint/ticket",
  summary: "One complaint as its person sees it: state, deadline, messages, events.",
  policy: byLink,
  input: none,
  output: ticket,
  problems: ticketProblems,
});

export const writeToTicket = defineCall({
  id: "writeToComplaint",
  method: "POST",
  path: "/api/complaint/ticket/message",
  summary: "Adds a message to a complaint that waits for our answer.",
  policy: byLinkOnce,
  limits: [{ counter: "complaint-message", by: "link", max: 20, seconds: 3_600 }],
  input: v.strictObject({ text: freeText(maxText) }),
  output: complaintDone,
  problems: { ...ticketProblems, ...stateProblem },
});

export const acceptAnswer = defineCall({
  id: "acceptComplaintAnswer",
  method: "POST",
  path: "/api/complaint/ticket/acceptance",
  summary: "The person declares the matter settled, before or after an answer. Closes the complaint.",
  policy: byLinkOnce,
  input: none,
  output: complaintDone,
  problems: stateProblem,
});

export const refuseAnswer = defineCall({
  id: "refuseComplaintAnswer",
  method: "POST",
  path: "/api/complaint/ticket/refusal",
  summary:
    "Refuses the answer: the first time the complaint opens again, the second time the answer names LAPS SJK as the next authority.",
  policy: byLinkOnce,
  input: v.strictObject({ text: freeText(maxText) }),
  output: complaintDone,
  problems: { ...ticketProblems, ...stateProblem },
});

export const addComplaintPhoto = defineCall({
  id: "addComplaintPhoto",
  method: "POST",
  path: "/api/complaint/ticket/photo",
  summary:
    "Adds one photo (JPEG, PNG, WebP) to a complaint that waits for our answer; up to 6. As multipart/form-data.",
  policy: byLink,
  // Encoding a picture is expensive, even when it is refused.
  limits: [{ counter: "complaint-photo", by: "link", max: 60, seconds: 3_600 }],
  input: v.strictObject({ photo }),
  output: ticket,
  problems: {
    ...photoProblems,
    ...photoKnown,
    ...ticketProblems,
    ...stateProblem,
    PHOTO_COUNT: {
      status: 409,
      text: {
        id: `${specMessages.PHOTO_COUNT.id}. Paling banyak {max} foto.`,
        en: `${specMessages.PHOTO_COUNT.en}. At most {max} photos.`,
        zh: `${specMessages.PHOTO_COUNT.zh}。最多 {max} 张。`,
      },
      data: v.object({ max: v.number() }),
    },
  },
  fieldProblems: photoFieldTexts,
});

export const photoUnknown = unknown("PHOTO_UNKNOWN", {
  id: "Foto ini sudah tidak ada.",
  en: "This photo is no longer there.",
  zh: "该照片已不存在。",
});

export const getEvidence = defineCall({
  id: "getOwnComplaintPhoto",
  method: "GET",
  path: "/api/complaint/ticket/photo/{photoId}",
  summary: "One photo of the complaint; `size=PREVIEW` returns a small copy.",
  policy: byLink,
  input: v.strictObject({ photoId: uuid, size: v.optional(v.picklist(["FULL", "PREVIEW"], "CHOICE_INVALID"), "FULL") }),
  output: binary,
  problems: photoUnknown,
});

export const ownComplaint = v.object({
  ...complaintBrief,
  /** Opens the ticket for half an hour. */
  path: v.string(),
});

export const listOwnComplaints = defineCall({
  id: "listOwnComplaints",
  method: "GET",
  path: "/api/complaint",
  summary: "The logged-in borrower's complaints, newest first, each with a short-lived link.",
  policy: { who: "borrower" },
  input: v.strictObject(idListQuery),
  output: listOf(ownComplaint),
  problems: {},
});

export const getComplaintStatistics = defineCall({
  id: "getComplaintStatistics",
  method: "GET",
  path: "/api/complaint/statistics",
  summary: "Complaints by year and reason: received, settled, and answered by the promised day.",
  policy: { who: "anyone" },
  input: none,
  output: v.strictObject({
    items: v.array(
      v.strictObject({
        year: v.number(),
        reason: v.picklist(complaintReasons),
        received: v.number(),
        resolved: v.number(),
        withinDays: v.number(),
      }),
    ),
  }),
  problems: {},
});
