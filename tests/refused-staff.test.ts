/**
 * The console's calls, each about something that does not exist, is closed, or belongs to another person: its pages
 * have to say so.
 */
import { describe, expect, it } from "vitest";
import { openSession } from "#server/call/session.server.ts";
import { transact } from "#server/database.server.ts";
import { standardRateConfigName } from "#features/platform/configuration/contract.ts";
import { forgetComplaints } from "#features/support/complaint/server/index.ts";
import { staffRoles, type StaffRole } from "#shared/staff-permissions.ts";
import { cookieNames, testApp, type TestClient, type TestResponse } from "./support/app.ts";
import { complaintsOf } from "./support/complaint.ts";
import { applicant, sendApplication } from "./support/person.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const complaints = complaintsOf(app);
const codeOf = ({ status, body }: TestResponse): string => (status < 300 ? "OK" : String(body.status?.code));
const key = () => ({ "Idempotency-Key": random.uuid() });
const reason = "The letter came back, so it is checked.";
const withRoles = (roles: readonly StaffRole[] = staffRoles, staffId = random.uuid()) => app.staff(staffId, [...roles]);
const staff = await withRoles();

async function complainedOf() {
  const borrowerId = random.uuid();
  const client = await app.loggedIn(borrowerId);
  const { complaintId } = await complaints.handedIn({}, client);
  return { borrowerId, client, complaintId };
}
const forgotten = (borrowerId: string) =>
  transact(database, async (trx) => {
    await forgetComplaints(services, trx, borrowerId);
    await services.keys.borrowerKeys.shred(trx, borrowerId, clock.now());
  });

describe("what is not there", () => {
  const decision = { proposal: "APPROVE", note: reason };
  it.each([
    ["borrowers/{id}/block", { reason }, "BORROWER_NOT_FOUND"],
    ["borrowers/{id}/unlock", { reason }, "BORROWER_NOT_FOUND"],
    ["borrowers/{id}/notes", { text: reason }, "BORROWER_NOT_FOUND"],
    ["borrowers/{id}/unmask", { reason, fields: ["MOBILE_NUMBER"] }, "BORROWER_NOT_FOUND"],
    ["cases/{id}/check", { agree: true, note: reason }, "CASE_UNKNOWN"],
    ["cases/{id}/decision", decision, "CASE_UNKNOWN"],
    ["members/{id}/roles", { roles: ["support"], reason }, "STAFF_NOT_FOUND"],
    ["members/{id}/reinvite", { reason }, "STAFF_NOT_FOUND"],
    ["reviews/{id}/claim", {}, "REVIEW_UNKNOWN"],
    ["checks/{id}/taking-back", {}, "PROPOSAL_UNKNOWN"],
    ["campaigns/{id}/winners/csv", { reason }, "CAMPAIGN_UNKNOWN"],
  ] as const)("%s", async (path, body, code) => {
    const answer = await staff.post(`/api/staff/${path.replace("{id}", random.uuid())}`, body, key());
    expect(codeOf(answer), answer.text).toBe(code);
  });

  it("finds no borrower by what is no number of ours", async () => {
    expect(codeOf(await staff.post("/api/staff/borrowers/search", { identifier: "whatever" }))).toBe(
      "IDENTIFIER_UNKNOWN",
    );
  });

  it("does nothing with a complaint whose texts are forgotten", async () => {
    const { borrowerId, complaintId } = await complainedOf();
    await forgotten(borrowerId);
    const at = `/api/staff/complaints/${complaintId}`;
    for (const [path, body] of Object.entries({
      note: { text: reason },
      extension: { reason },
      escalation: { reason },
      closure: { reason },
    }))
      expect(codeOf(await staff.post(`${at}/${path}`, body, key())), path).toBe("COMPLAINT_GONE");
  });

  it("opens no complaint again whose texts are forgotten", async () => {
    const { borrowerId, client, complaintId } = await complainedOf();
    expect(codeOf(await staff.post(`/api/staff/complaints/${complaintId}/answer`, { text: reason }, key()))).toBe("OK");
    await forgotten(borrowerId);
    expect(codeOf(await client.post("/api/complaint/ticket/refusal", { text: "Halo" }, key()))).toBe("COMPLAINT_GONE");
  });
});

describe("what another person does", () => {
  async function waitingCase(): Promise<{ caseId: string; loanId: string }> {
    const person = await applicant(app, "review", { mobileNumber: "081277760001" });
    const { body } = await sendApplication(person);
    await app.settle();
    const { id } = await database
      .selectFrom("underwriting_case")
      .select("id")
      .where("loanId", "=", body.loanId)
      .executeTakeFirstOrThrow();
    return { caseId: id, loanId: body.loanId };
  }

  it("leaves a case to who has it, and to nobody while its account is frozen", async () => {
    const { caseId, loanId } = await waitingCase();
    const at = `/api/staff/cases/${caseId}`;
    const other = await withRoles();
    expect(codeOf(await other.post(`${at}/claim`, {}))).toBe("OK");
    const input = { kinds: ["SALARY_SLIP"], reasons: ["UNREADABLE"], note: "" };
    expect(codeOf(await staff.post(`${at}/ask`, input))).toBe("CASE_CLAIMED");
    expect(codeOf(await other.post(`${at}/decision`, { proposal: "APPROVE", note: reason }))).toBe("OK");
    await database.updateTable("loan").set({ pausedAt: clock.now() }).where("id", "=", loanId).execute();
    expect(codeOf(await staff.post(`${at}/check`, { agree: true, note: reason }))).toBe("CASE_PAUSED");
  });

  it("takes the second person's word from another browser alone, and up to that person's amount", async () => {
    const makerId = random.uuid();
    const propose = {
      deed: "OPERATING_DEPOSIT",
      amountRupiah: 900_000_000,
      bankReference: "HOUSE-1",
      receivedOn: "2026-11-20",
      reason,
    };
    const maker = await withRoles(["finance"], makerId);
    const made = await maker.post("/api/staff/money/house", propose, key());
    expect(made.status, made.text).toBe(200);
    const path = `/api/staff/checks/${made.body.proposalId}/check`;
    const low = await withRoles(["finance"]);
    expect(codeOf(await low.post(path, { approve: true }, key()))).toBe("CHECKER_TOO_LOW");
    const near = app.client();
    const opened = await openSession(services, database, {
      kind: "staff",
      subjectId: random.uuid(),
      deviceToken: `device-of-${makerId}`,
      deviceLabel: "test",
      roles: [...staffRoles],
    });
    near.cookies.set(cookieNames.staff, opened.token);
    expect(codeOf(await near.post(path, { approve: true }, key()))).toBe("SAME_DEVICE");
  });

  it("keeps a withdrawal to one, and a rate to what it was seen as", async () => {
    const page = { Referer: `/staff/configuration/${standardRateConfigName}` };
    const rates = {
      baseVersion: 0,
      normalFrom: "0,1",
      normalTo: "0,2",
      overdueFrom: "0,1",
      overdueTo: "0,2",
      ratePictureUrl: "",
      ratePdfUrlForIdn: "",
      ratePdfUrlForEn: "",
      note: reason,
    };
    const withdrawal = () =>
      staff.post("/api/staff/contents/static-text/late-payment/withdrawal", { note: reason }, key());
    expect(codeOf(await withdrawal())).toBe("OK");
    expect(codeOf(await withdrawal())).toBe("PROPOSAL_OPEN");
    const propose = async (who: TestClient, body: object) =>
      who.post("/api/staff/standard-rates", { ...rates, ...body }, { ...page, ...key() });
    const configured = await staff.get(`/api/staff/configuration/${standardRateConfigName}`);
    const baseVersion = Number(configured.body.version ?? 0);
    expect(codeOf(await propose(staff, { baseVersion: baseVersion + 7 }))).toBe("CONFIG_CHANGED");
    const made = await propose(staff, { baseVersion });
    expect(codeOf(await propose(staff, { baseVersion, normalTo: "0,3" }))).toBe("PROPOSAL_OPEN");
    const { body } = await (
      await withRoles()
    ).post(`/api/staff/config-proposals/${made.body.proposalId}/check`, { approve: true }, key());
    expect(codeOf(await propose(staff, { baseVersion: body.version }))).toBe("CONFIG_SAME");
  });
});
