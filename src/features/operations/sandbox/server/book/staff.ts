/** Staff in a book: two decide each case, complaints are answered, money is proposed and confirmed. */
import { sandboxStaffOf } from "#features/platform/console/server/index.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { dateInWib } from "#shared/dates.ts";
import { sandboxOf } from "../partners.ts";
import { RefusedCall, visitor, type Visitor } from "./client.ts";
import { drawsOf } from "./plan.ts";
import type { Stage } from "./borrowers.ts";

/** The first or second person of a role, logged in on a device of his own. */
export async function loggedInStaff(stage: Stage, role: StaffRole, which: 0 | 1): Promise<Visitor> {
  const name = `${role}-${which}`;
  const known = stage.browsers.get(name);
  if (known) {
    try {
      await known.get("/api/staff/session");
      return known;
    } catch (error) {
      if (!(error instanceof RefusedCall)) throw error;
    }
  }
  const person = (await sandboxStaffOf(stage.api.services)).filter(({ roles }) => roles.includes(role))[which];
  if (!person) throw new Error(`The sandbox has no ${role} number ${which}.`);
  const browser = visitor(stage.api, { device: `${stage.name}-desk-${name}`, address: "10.9.0.1" });
  await browser.post("/api/staff/login", { email: person.email, password: person.password, code: person.totp });
  stage.browsers.set(name, browser);
  return browser;
}

const maxRows = 100;

/** One of two staff decides waiting cases, the other one checks; one case in eight stays in the queue. */
export async function decideCases(stage: Stage): Promise<void> {
  const maker = await loggedInStaff(stage, "underwriter", 0);
  const { items } = await maker.get(`/api/staff/cases?limit=${maxRows}`);
  for (const { caseId, loanNumber, state } of items) {
    const draw = drawsOf(stage.name, loanNumber);
    const isChosen = stage.approved.has(loanNumber);
    if (state !== "WAITING" || (!isChosen && draw() < 0.125)) continue;
    const isApproved = isChosen || draw() < 0.7;
    await maker.post(`/api/staff/cases/${caseId}/decision`, {
      proposal: isApproved ? "APPROVE" : "REJECT",
      ...(isApproved ? {} : { reason: "CHECKS" }),
      note: isApproved ? "Data cocok dengan KTP dan slip gaji." : "Tanggal lahir tidak cocok dengan KTP.",
    });
    const checker = await loggedInStaff(stage, "underwriter", 1);
    await checker.post(`/api/staff/cases/${caseId}/check`, { agree: true, note: "Sudah dibaca, setuju." });
  }
}

const answeredAfterMilliseconds = 2 * 86_400_000;

/** Three complaints of four are answered on their third day. */
export async function answerComplaints(stage: Stage): Promise<void> {
  const support = await loggedInStaff(stage, "support", 0);
  const now = stage.api.services.clock.now().getTime();
  const { items } = await support.get(`/api/staff/complaints?limit=${maxRows}`);
  for (const { complaintId, number, receivedAt } of items) {
    if (now - Date.parse(receivedAt) < answeredAfterMilliseconds || drawsOf(stage.name, number)() < 0.25) continue;
    const text = "Terima kasih atas laporan Anda. Sudah kami periksa dan perbaiki.";
    await support.post(`/api/staff/complaints/${complaintId}/assignment`, {}, `${stage.name}-take-${number}`);
    await support.post(`/api/staff/complaints/${complaintId}/answer`, { text }, `${stage.name}-answer-${number}`);
  }
}

/** A lender's deposit, proposed by one person and confirmed by another; the last one of a book waits for its check. */
export async function bookDeposit(stage: Stage, day: number, isChecked: boolean): Promise<void> {
  const { services } = stage.api;
  const maker = await loggedInStaff(stage, "finance", 0);
  const { items } = await maker.get("/api/staff/money/lenders");
  const { proposalId } = await maker.post(
    "/api/staff/money/deposits",
    {
      lenderId: items[0].lenderId,
      amountRupiah: 5_000_000,
      bankReference: `BOOK-${stage.name}-${day}`,
      receivedOn: dateInWib(services.clock.now()),
      reason: "Setoran bulanan pemberi dana.",
    },
    `${stage.name}-deposit-${day}`,
  );
  if (!isChecked) return;
  const checker = await loggedInStaff(stage, "finance", 1);
  const body = { approve: true };
  await checker.post(`/api/staff/money/proposals/${proposalId}/check`, body, `${stage.name}-check-${day}`);
}

/** Pays to an account number that was never issued: it matches nothing and arrives in the queue. */
export async function payUnknown({ api, name }: Stage, day: number): Promise<void> {
  const { clock, outside } = api.services;
  const draw = drawsOf(name, "unknown", day);
  const opened = await outside.collection.openVirtualAccount({
    bankCode: "014",
    customerNo: `99${String(Math.floor(draw() * 1e10)).padStart(10, "0")}`,
    name: "CONTOH",
    expiresAt: new Date(clock.now().getTime() + 7 * 86_400_000),
  });
  if (opened.outcome !== "OPEN") return;
  const amountRupiah = 50_000 + Math.floor(draw() * 10) * 25_000;
  await sandboxOf(api.services).bank.pay({ virtualAccountNumber: opened.virtualAccountNumber, amountRupiah });
}
