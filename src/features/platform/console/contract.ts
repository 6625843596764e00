/** The console's staff: login, staff accounts, work lists. Product decisions 5. For staff's view of a borrower see `staff-contract.ts`. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { reason, reasonProblems } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { email } from "#shared/fields/email.ts";
import { isCommonPassword, typedPassword } from "#shared/fields/password.ts";
import { uuid, verificationCode } from "#shared/fields/verification.ts";
import { staffRoles } from "#shared/staff-permissions.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Purpose of the link for a first login. */
export const invitePurpose = "STAFF_INVITE";
/** An invitation is good for a day. */
export const inviteSeconds = 86_400;

const none = v.strictObject({});
const role = v.picklist(staffRoles, "CHOICE_INVALID");
const roles = v.pipe(
  v.array(role, "REQUIRED"),
  v.minLength(1, "ROLE_NEEDED"),
  v.maxLength(staffRoles.length, "CHOICE_INVALID"),
);
const fieldProblems = {
  ROLE_NEEDED: { id: "Pilih paling sedikit satu peran.", en: "Choose at least one role.", zh: "请至少选择一个角色。" },
  PASSWORD_STAFF: {
    id: "Kata sandi 12 sampai 100 karakter.",
    en: "A password has 12 to 100 characters.",
    zh: "密码需为 12 至 100 个字符。",
  },
  ...reasonProblems,
  STAFF_NAME: {
    id: "Nama 2 sampai 80 karakter.",
    en: "A name has 2 to 80 characters.",
    zh: "姓名需为 2 至 80 个字符。",
  },
} as const;
const staffName = v.pipe(
  v.string("REQUIRED"),
  v.trim(),
  v.minLength(2, "STAFF_NAME"),
  v.maxLength(80, "STAFF_NAME"),
  v.regex(/^[^<>\p{C}]+$/u, "STAFF_NAME"),
);
/** Longer than a borrower's: it opens other people's data. */
const staffPassword = v.pipe(
  v.string("PASSWORD_STAFF"),
  v.nonEmpty("REQUIRED"),
  v.minLength(12, "PASSWORD_STAFF"),
  v.maxLength(100, "PASSWORD_STAFF"),
  v.metadata({ format: "password" }),
  v.check((password) => !isCommonPassword(password), "PASSWORD_COMMON"),
);

// ── Logging in ─────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Tries count before any comparison, for known and unknown email addresses alike: strangers to an address share a
 * count, each browser that logged in with it has its own. // Threat A8
 */
export const loginTries = {
  ofAddress: {
    counter: "staff-login:network",
    by: "address",
    max: 60,
    seconds: 900,
    after: "the browser is none that has logged in with this email address before",
  },
  ofLane: {
    counter: "staff-login",
    by: "email address, and browser that has logged in with it",
    max: 8,
    seconds: 900,
    after: "it is known whether the browser has logged in with this email address before",
  },
} as const;

export const staffLogin = defineCall({
  id: "loginStaff",
  method: "POST",
  path: "/api/staff/login",
  summary:
    "Logs a staff member in by address, password and the authenticator's current code. Sets the console's cookie.",
  policy: { who: "anyone" },
  vital: true,
  limits: Object.values(loginTries),
  input: v.strictObject({ email, password: typedPassword, code: verificationCode }),
  output: v.object({ staffId: v.string() }),
  problems: {
    /** One answer for a wrong address, password or code, a used code and a disabled account. */
    STAFF_LOGIN_WRONG: {
      status: 401,
      text: {
        id: "Email, kata sandi, atau kode salah. Kode hanya berlaku sekali.",
        en: "Email, password or code is wrong. A code works only once.",
        zh: "邮箱、密码或验证码有误。每个验证码只能使用一次。",
      },
    },
  },
});

export const staffLogout = defineCall({
  id: "logoutStaff",
  method: "POST",
  path: "/api/staff/logout",
  summary: "Ends the console's session.",
  policy: { who: "anyone" },
  vital: true,
  input: none,
  output: v.object({ loggedOut: v.boolean() }),
  problems: {},
});

export const getStaffSession = defineCall({
  id: "getStaffSession",
  method: "GET",
  path: "/api/staff/session",
  summary: "Who is logged in to the console, with which roles.",
  policy: { who: "staff", permission: "console.enter" },
  input: none,
  output: v.object({ staffId: v.string(), name: v.string(), roles: v.array(role) }),
  problems: {},
});

const invitationProblems = {
  INVITATION_OVER: {
    status: 410,
    text: {
      id: "Undangan ini sudah dipakai atau kedaluwarsa. Minta yang baru kepada admin.",
      en: "This invitation was used or has expired. Ask an admin for a new one.",
      zh: "该邀请已使用或已过期，请向管理员索取新的邀请。",
    },
  },
} as const satisfies ProblemKinds;
const byInvitation = { who: "link", purpose: invitePurpose } as const;

export const getStaffInvitation = defineCall({
  id: "getStaffInvitation",
  method: "GET",
  path: "/api/staff/invitation",
  summary: "The data for an invited person's first login: name, address, and the authenticator's secret.",
  policy: byInvitation,
  input: none,
  output: v.object({
    name: v.string(),
    email: v.string(),
    roles: v.array(role),
    totpSecret: v.string(),
    otpauthUri: v.string(),
    expiresAt: instant,
  }),
  problems: invitationProblems,
});

export const getInvitationQr = defineCall({
  id: "getStaffInvitationQr",
  method: "GET",
  path: "/api/staff/invitation/qr",
  summary: "The authenticator's secret as a QR picture (SVG).",
  policy: byInvitation,
  input: none,
  output: binary,
  problems: invitationProblems,
});

export const acceptInvitation = defineCall({
  id: "acceptStaffInvitation",
  method: "POST",
  path: "/api/staff/invitation/accept",
  summary: "Sets the password and proves the authenticator; logs in. Works once.",
  policy: byInvitation,
  input: v.strictObject({ password: staffPassword, code: verificationCode }),
  output: v.object({ staffId: v.string() }),
  problems: {
    ...invitationProblems,
    TOTP_WRONG: {
      status: 422,
      text: {
        id: "Kode dari aplikasi autentikator salah. Tunggu kode berikutnya lalu coba lagi.",
        en: "The authenticator's code is wrong. Wait for the next code and try again.",
        zh: "身份验证器的验证码有误，请等待下一个验证码后重试。",
      },
    },
  },
  fieldProblems,
});

// ── Work lists ─────────────────────────────────────────────────────────────────────────────────────────────────────

export const getStaffHome = defineCall({
  id: "getStaffHome",
  method: "GET",
  path: "/api/staff/home",
  summary: "Work that waits for this person, by the permissions of the roles.",
  policy: { who: "staff", permission: "console.enter" },
  input: none,
  output: v.object({
    /** Late lists first, then those that wait, then the empty ones; `text` in the reader's language, `to` the page of the console. */
    lists: v.array(
      v.object({
        key: v.string(),
        text: v.string(),
        to: v.string(),
        /** Up to 1,000 (complaints: in each state); more are not counted. */
        count: v.number(),
        oldestAt: v.nullable(instant),
        /** Until when the most urgent item is promised; null without a promise. */
        promisedUntil: v.nullable(instant),
        /** The promised time has passed. */
        isOverdue: v.boolean(),
      }),
    ),
  }),
  problems: {},
});

// ── Staff ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const memberProblems = {
  STAFF_NOT_FOUND: {
    status: 404,
    text: { id: "Petugas ini tidak ada.", en: "There is no such staff member.", zh: "没有该工作人员。" },
  },
  /** Staff cannot change their own rights, and the last admin cannot be removed. // Threat B13 */
  OWN_ACCOUNT: {
    status: 409,
    text: {
      id: "Anda tidak bisa mengubah akun Anda sendiri. Minta admin lain melakukannya.",
      en: "You cannot change your own account. Ask another admin.",
      zh: "您不能更改自己的账户，请由其他管理员操作。",
    },
  },
} as const satisfies ProblemKinds;

export const memberStatuses = ["INVITED", "ACTIVE", "DISABLED"] as const;
export const staffMember = openShape("StaffMember", {
  staffId: v.string(),
  name: v.string(),
  email: v.string(),
  roles: v.array(role),
  status: v.picklist(memberStatuses),
  createdAt: instant,
  lastLoginAt: v.nullable(instant),
});
export type StaffMember = v.InferOutput<typeof staffMember>;
const managing = { who: "staff", permission: "staff.manage" } as const;
const ofMember = { staffId: uuid };

export const listStaffMembers = defineCall({
  id: "listStaffMembers",
  method: "GET",
  path: "/api/staff/members",
  summary: "All people with a present or former account of the console.",
  policy: { ...managing, trail: { id: "Melihat daftar petugas", en: "Viewed the list of staff", zh: "查看人员列表" } },
  input: none,
  output: v.object({ items: v.array(staffMember), nextCursor: v.null() }),
  problems: {},
});

export const listStaffNames = defineCall({
  id: "listStaffNames",
  method: "GET",
  path: "/api/staff/names",
  summary: "The names behind the ids of staff, for proposals and histories.",
  policy: { who: "staff", permission: "console.enter" },
  input: none,
  /** Roles of people who can log in; people who left appear in histories and have none. */
  output: v.object({
    items: v.array(v.object({ staffId: v.string(), name: v.string(), roles: v.array(role) })),
    nextCursor: v.null(),
  }),
  problems: {},
});

export const getStaffMember = defineCall({
  id: "getStaffMember",
  method: "GET",
  path: "/api/staff/members/{staffId}",
  summary: "A staff member; while an invitation is open, with its link to hand over.",
  policy: { ...managing, trail: { id: "Melihat petugas", en: "Viewed a staff member", zh: "查看人员" } },
  input: v.strictObject(ofMember),
  output: v.object({ member: staffMember, invitation: v.nullable(v.object({ link: v.string(), expiresAt: instant })) }),
  problems: memberProblems,
});

export const inviteStaffMember = defineCall({
  id: "inviteStaffMember",
  method: "POST",
  path: "/api/staff/members",
  summary: "Invites a person to the console with roles.",
  policy: { ...managing, trail: { id: "Mengundang petugas", en: "Invited a person", zh: "邀请人员" } },
  input: v.strictObject({ name: staffName, email, roles }),
  output: v.object({ staffId: v.string() }),
  problems: {
    EMAIL_TAKEN: {
      status: 409,
      text: {
        id: "Email ini sudah punya akun petugas.",
        en: "This email already has a staff account.",
        zh: "该邮箱已有工作人员账户。",
      },
    },
  },
  fieldProblems,
});

export const changeStaffRoles = defineCall({
  id: "changeStaffRoles",
  method: "POST",
  path: "/api/staff/members/{staffId}/roles",
  summary: "Gives a staff member other roles; all their sessions end.",
  policy: { ...managing, trail: { id: "Mengubah peran", en: "Changed roles", zh: "更改角色" } },
  input: v.strictObject({ ...ofMember, roles, reason }),
  output: staffMember,
  problems: memberProblems,
  fieldProblems,
});

export const disableStaffMember = defineCall({
  id: "disableStaffMember",
  method: "POST",
  path: "/api/staff/members/{staffId}/disable",
  summary: "Disables the account; all sessions end at once.",
  policy: { ...managing, trail: { id: "Menonaktifkan petugas", en: "Disabled a person", zh: "停用人员" } },
  vital: true,
  input: v.strictObject({ ...ofMember, reason }),
  output: staffMember,
  problems: memberProblems,
  fieldProblems,
});

export const reinviteStaffMember = defineCall({
  id: "reinviteStaffMember",
  method: "POST",
  path: "/api/staff/members/{staffId}/reinvite",
  summary:
    "Creates a new invitation, after a lost phone or password or for a disabled account: the old password, code and sessions end.",
  policy: { ...managing, trail: { id: "Mengundang ulang", en: "Invited again", zh: "重新邀请" } },
  input: v.strictObject({ ...ofMember, reason }),
  output: staffMember,
  problems: memberProblems,
  fieldProblems,
});
