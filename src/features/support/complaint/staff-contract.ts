/** Complaints in the console: the queue, a case, staff actions, and the calendar for deadlines. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { reason, reasonProblems, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { freeText } from "#shared/fields/free-text.ts";
import { listOf, orderedListQuery } from "#shared/fields/list.ts";
import { defineExport } from "#shared/list-export.ts";
import { uuid } from "#shared/fields/verification.ts";
import {
  complaintReasons,
  complaintStates,
  complaintDone,
  complaintBrief,
  maxText,
  mailKinds,
  photoUnknown,
  stateProblem,
  ticketEvent,
  ticketMessage,
  ticketPhoto,
  ticketProblems,
} from "./contract.ts";
import { openShape } from "#shared/fields/shape.ts";

const reading = { who: "staff", permission: "complaint.read" } as const;
const answering = { who: "staff", permission: "complaint.answer" } as const;
const answeringOnce = { ...answering, idempotent: true } as const;
const complaintUnknown = unknown("COMPLAINT_UNKNOWN", {
  id: "Pengaduan ini tidak ditemukan.",
  en: "There is no such complaint.",
  zh: "找不到该投诉。",
});
const staffProblems = { ...complaintUnknown, ...ticketProblems, ...stateProblem } as const;

export const queueStates = ["OPEN", ...complaintStates] as const;
export const queueAssignees = ["ANYBODY", "NOBODY", "ME"] as const;
export const queueOrders = ["DUE_FIRST", "DUE_LAST", "RECEIVED_FIRST", "RECEIVED_LAST"] as const;
export const queuedComplaint = v.object({
  complaintId: v.string(),
  borrowerId: v.nullable(v.string()),
  ...complaintBrief,
  /** Negative once the day is over. */
  workingDaysLeft: v.number(),
  isOverdue: v.boolean(),
  isDueSoon: v.boolean(),
  isEscalated: v.boolean(),
  assigneeId: v.nullable(v.string()),
});
export type QueuedComplaint = v.InferOutput<typeof queuedComplaint>;

export const listComplaints = defineCall({
  id: "listComplaints",
  method: "GET",
  path: "/api/staff/complaints",
  summary:
    "Complaints by deadline, the nearest first, or by arrival; by default those that wait for an answer. `from` and `to` filter by the column of the order. A ticket number finds its complaint in any state.",
  policy: {
    ...reading,
    trail: { id: "Melihat daftar pengaduan", en: "Viewed the list of complaints", zh: "查看投诉列表" },
  },
  input: v.strictObject({
    ...orderedListQuery(queueOrders, "DUE_FIRST"),
    state: v.optional(v.picklist(queueStates, "CHOICE_INVALID"), "OPEN"),
    about: v.optional(v.union([v.literal(""), v.picklist(complaintReasons)], "CHOICE_INVALID"), ""),
    assignee: v.optional(v.picklist(queueAssignees, "CHOICE_INVALID"), "ANYBODY"),
    number: v.optional(v.pipe(v.string("INVALID"), v.trim(), v.maxLength(40, "INVALID")), ""),
  }),
  output: listOf(queuedComplaint),
  problems: {},
});

export const exportComplaints = defineExport(listComplaints, {
  id: "exportComplaints",
  summary: "The list of complaints as CSV, with the columns of the list.",
  trail: { id: "Mengunduh daftar pengaduan", en: "Downloaded the list of complaints", zh: "下载投诉列表" },
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
  /** The deadline after an extension. */
  extendableTo: v.nullable(v.string()),
  borrowerName: v.nullable(v.string()),
  loan: v.nullable(v.object({ loanId: v.string(), loanNumber: v.string(), state: v.string() })),
  /** Null texts were deleted with their person. */
  messages: v.array(
    v.object({ ...ticketMessage.entries, text: v.nullable(v.string()), staffId: v.nullable(v.string()) }),
  ),
  events: v.array(
    v.object({
      ...ticketEvent.entries,
      actor: v.picklist(["PERSON", "STAFF", "SYSTEM"]),
      staffId: v.nullable(v.string()),
    }),
  ),
  photos: v.array(ticketPhoto),
  mails: v.array(
    v.object({ kind: v.picklist(mailKinds), status: v.picklist(["WAITING", "SENT", "REJECTED"]), at: instant }),
  ),
  acts: v.array(v.picklist(["TAKE", "ANSWER", "EXTEND", "CLOSE"])),
});
export type ComplaintCase = v.InferOutput<typeof complaintCase>;

const ofComplaint = { complaintId: uuid };
export const getComplaint = defineCall({
  id: "getComplaint",
  method: "GET",
  path: "/api/staff/complaints/{complaintId}",
  summary: "One complaint with its messages, notes, events and mails; the address masked.",
  policy: { ...reading, trail: { id: "Melihat pengaduan", en: "Viewed a complaint", zh: "查看投诉" } },
  input: v.strictObject(ofComplaint),
  output: complaintCase,
  problems: complaintUnknown,
});

export const getComplaintPhoto = defineCall({
  id: "getComplaintPhoto",
  method: "GET",
  path: "/api/staff/complaints/{complaintId}/photo/{photoId}",
  summary: "One photo of a complaint.",
  policy: {
    ...reading,
    trail: {
      id: "Melihat foto bukti",
      en: "Viewed an evidence photo",
      zh: "查看证据照片",
    },
  },
  input: v.strictObject({ ...ofComplaint, photoId: uuid }),
  output: binary,
  problems: photoUnknown,
});

export const assignComplaint = defineCall({
  id: "assignComplaint",
  method: "POST",
  path: "/api/staff/complaints/{complaintId}/assignment",
  summary:
    "Assigns an open complaint to a staff member, by default the caller; work on it has begun then, and the complainant is notified.",
  policy: {
    ...answeringOnce,
    trail: {
      id: "Mengambil atau menyerahkan pengaduan",
      en: "Claimed or handed over a complaint",
      zh: "接手或移交投诉",
    },
  },
  input: v.strictObject({ ...ofComplaint, staffId: v.optional(uuid) }),
  output: complaintDone,
  problems: {
    ...complaintUnknown,
    ...stateProblem,
    ASSIGNEE_UNFIT: {
      status: 409,
      text: {
        id: "Orang ini tidak bisa menjawab pengaduan. Pilih petugas lain.",
        en: "This person may not answer complaints. Choose someone else.",
        zh: "此人无权答复投诉，请另选他人。",
      },
    },
  },
});

export const answerComplaint = defineCall({
  id: "answerComplaint",
  method: "POST",
  path: "/api/staff/complaints/{complaintId}/answer",
  summary: "Answers an open complaint. The person gets a mail and may accept or refuse the answer.",
  policy: {
    ...answeringOnce,
    trail: {
      id: "Menjawab pengaduan",
      en: "Answered a complaint",
      zh: "答复投诉",
    },
  },
  input: v.strictObject({ ...ofComplaint, text: freeText(maxText) }),
  output: complaintDone,
  problems: staffProblems,
});

export const extendComplaint = defineCall({
  id: "extendComplaint",
  method: "POST",
  path: "/api/staff/complaints/{complaintId}/extension",
  summary: "Uses the single extension, before the deadline, with a reason that the person reads.",
  policy: {
    ...answeringOnce,
    trail: {
      id: "Memperpanjang pengaduan",
      en: "Extended a complaint",
      zh: "延长投诉期限",
    },
  },
  input: v.strictObject({ ...ofComplaint, reason }),
  output: complaintDone,
  problems: staffProblems,
  fieldProblems: reasonProblems,
});

export const closeComplaint = defineCall({
  id: "closeComplaint",
  method: "POST",
  path: "/api/staff/complaints/{complaintId}/closure",
  summary:
    "Closes an open complaint without an answer (a duplicate, no complaint at all), with a reason that the person reads.",
  policy: {
    ...answeringOnce,
    trail: {
      id: "Menutup pengaduan",
      en: "Closed a complaint",
      zh: "关闭投诉",
    },
  },
  input: v.strictObject({ ...ofComplaint, reason }),
  output: complaintDone,
  problems: staffProblems,
  fieldProblems: reasonProblems,
});

export const escalateComplaint = defineCall({
  id: "escalateComplaint",
  method: "POST",
  path: "/api/staff/complaints/{complaintId}/escalation",
  summary: "Escalates an open complaint to decision makers, with a reason as an internal note.",
  policy: {
    ...answeringOnce,
    trail: {
      id: "Mengeskalasi pengaduan",
      en: "Escalated a complaint",
      zh: "升级投诉",
    },
  },
  input: v.strictObject({ ...ofComplaint, reason }),
  output: complaintDone,
  problems: staffProblems,
  fieldProblems: reasonProblems,
});

export const noteOnComplaint = defineCall({
  id: "noteOnComplaint",
  method: "POST",
  path: "/api/staff/complaints/{complaintId}/note",
  summary: "Writes an internal note; the person never sees it.",
  policy: {
    ...answeringOnce,
    trail: {
      id: "Mencatat di pengaduan",
      en: "Noted on a complaint",
      zh: "备注投诉",
    },
  },
  input: v.strictObject({ ...ofComplaint, text: freeText(maxText) }),
  output: complaintDone,
  problems: { ...complaintUnknown, ...ticketProblems },
});

export const unmaskComplaint = defineCall({
  id: "unmaskComplaint",
  method: "POST",
  path: "/api/staff/complaints/{complaintId}/unmask",
  summary: "Shows the address of a complaint for a reason, which the audit trail keeps.",
  policy: {
    ...answering,
    trail: {
      id: "Membuka email pengaduan",
      en: "Unmasked a complaint's address",
      zh: "查看投诉邮箱",
    },
  },
  input: v.strictObject({ ...ofComplaint, reason }),
  output: v.object({ email: v.string() }),
  problems: { ...complaintUnknown, ...ticketProblems },
  fieldProblems: reasonProblems,
});

export const holidayKinds = ["NATIONAL", "JOINT_LEAVE", "WORKDAY"] as const;
export const holiday = openShape("Holiday", {
  day: v.string(),
  kind: v.picklist(holidayKinds),
  name: v.string(),
  source: v.string(),
  recordedAt: instant,
  staffId: v.nullable(v.string()),
});

const year = v.union(
  [
    v.pipe(v.number("CHOICE_INVALID"), v.integer(), v.minValue(2020), v.maxValue(2099)),
    v.pipe(v.string(), v.regex(/^20[2-9]\d$/, "CHOICE_INVALID"), v.transform(Number)),
  ],
  "CHOICE_INVALID",
);
export const listHolidays = defineCall({
  id: "listHolidays",
  method: "GET",
  path: "/api/staff/complaint-holidays",
  summary:
    "The days off of one year, used to count working days; `isDecreed` says whether its joint leave was entered.",
  policy: {
    ...reading,
    trail: {
      id: "Melihat kalender hari kerja",
      en: "Viewed the calendar of working days",
      zh: "查看工作日日历",
    },
  },
  input: v.strictObject({ year: v.optional(year) }),
  output: v.object({ year: v.number(), isDecreed: v.boolean(), items: v.array(holiday), nextCursor: v.null() }),
  problems: {},
});

export const recordHoliday = defineCall({
  id: "recordHoliday",
  method: "POST",
  path: "/api/staff/complaint-holidays",
  summary: "Enters a day off with its source, or removes one (WORKDAY). Deadlines announced before stay as they are.",
  policy: {
    who: "staff",
    permission: "complaint.calendar",
    trail: { id: "Mencatat hari libur", en: "Entered a day off", zh: "录入假日" },
  },
  input: v.strictObject({
    day: businessDate,
    kind: v.picklist(holidayKinds, "CHOICE_INVALID"),
    name: freeText(100),
    source: freeText(200),
  }),
  output: holiday,
  problems: {
    HOLIDAY_OUT_OF_REACH: {
      status: 409,
      text: {
        id: "Pilih hari mulai besok sampai tiga tahun ke depan.",
        en: "Choose a day from tomorrow on, at most three years ahead.",
        zh: "请选择明天起三年内的日期。",
      },
    },
  },
});
