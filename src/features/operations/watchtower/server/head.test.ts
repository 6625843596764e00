/** The head of each console page about a borrower, and the data that an officer compares pictures with. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, it } from "vitest";
import routes from "../../../../routes.ts";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { complaintsOf } from "#tests/support/complaint.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { repaying } from "#tests/support/repaying.ts";
import { headPlaceOf, headPlaces } from "../head-contract.ts";

const app = await testApp();
const { services } = app;
const { accountAt, bank, running } = repaying(app);
const finance = await app.staff(services.random.uuid(), ["finance"]);
const head = async (place: string, id: string) =>
  (await finance.get(`/api/staff/borrower-head/${place}/${id}`)).body.head;

it("names the same borrower above every page about a loan, its payment and the borrower, with the loan that is open", async () => {
  const loan = await running();
  await bank.pay({ virtualAccountNumber: await accountAt(loan.client), amountRupiah: 100_000 });
  await app.pass(15);
  const { events, loanNumber } = (await finance.get(`/api/staff/loans/${loan.loanId}`)).body;
  const shown = await head("borrowers", loan.borrowerId);
  expect(shown).toMatchObject({
    borrowerId: loan.borrowerId,
    status: "ACTIVE",
    openLoan: { loanId: loan.loanId, loanNumber, state: "ACTIVE" },
    maskedMobileNumber: expect.stringMatching(/^08\d*[^\d]+\d+$/),
  });
  for (const [place, id] of [
    ["loans", loan.loanId],
    ["payments", events[0].receiptId],
  ])
    expect(await head(place, id), place).toEqual(shown);
});

it("names whoever a case or a complaint is about, and nobody where there is nobody", async () => {
  const who = await applicant(app, "review");
  await sendApplication(who);
  await app.settle();
  const underwriter = await app.staff(services.random.uuid(), ["underwriter"]);
  const { items } = (await underwriter.get("/api/staff/cases?limit=100")).body;
  const found = items.find(({ borrowerId }: { borrowerId: string }) => borrowerId === who.borrowerId);
  expect(await head("cases", found.caseId)).toMatchObject({
    borrowerId: who.borrowerId,
    fullName: expect.stringMatching(/\w/),
    openLoan: { state: "IN_REVIEW" },
  });
  const { complaintId } = await complaintsOf(app).handedIn();
  expect(await head("complaints", complaintId)).toBeNull();
  for (const place of ["borrowers", "loans", "cases", "reviews", "complaints", "awards"])
    expect(await head(place, services.random.uuid()), place).toBeNull();
  expect(await head("payments", `pay_${"0".repeat(32)}`)).toBeNull();
});

it("says by flags what must not be overlooked", async () => {
  const who = await applicant(app, "approved-1");
  expect((await head("borrowers", who.borrowerId)).flags).toEqual([]);
  await services.database
    .updateTable("identity")
    .set({ faceVerifiedAt: null })
    .where("borrowerId", "=", who.borrowerId)
    .execute();
  await services.database
    .insertInto("legal_hold")
    .values({
      borrowerId: who.borrowerId,
      id: services.random.uuid(),
      authority: "COURT",
      setAt: services.clock.now(),
    })
    .execute();
  expect((await head("borrowers", who.borrowerId)).flags).toEqual([
    { key: "LEGAL_HOLD", text: "Penahanan hukum", tone: "bad" },
    { key: "FACE_NOT_VERIFIED", text: "Wajah belum cocok", tone: "attention" },
  ]);
});

it("stands in the trail, and tells the borrower and the timeline of no second look beside the page's own", async () => {
  const { client, borrowerId } = await running();
  await Promise.all([head("borrowers", borrowerId), finance.get(`/api/staff/borrowers/${borrowerId}`)]);
  expect((await client.get("/api/privacy/opened")).body.items).toHaveLength(1);
  const auditor = await app.staff(services.random.uuid(), ["auditor"]);
  const { items } = (await auditor.get(`/api/staff/audit?borrowerId=${borrowerId}`)).body;
  expect(items.map(({ action }: { action: string }) => action)).toContain("GET /api/staff/borrower-head/{place}/{id}");
  const timeline = (await finance.get(`/api/staff/borrowers/${borrowerId}/timeline?kind=STAFF`)).body;
  expect(
    timeline.items.map(({ what }: { what: string }) => what).filter((what: string) => what.includes("head")),
  ).toEqual([]);
  const content = await app.staff(services.random.uuid(), ["content"]);
  expect((await content.get(`/api/staff/borrower-head/borrowers/${borrowerId}`)).status).toBe(403);
});

it("shows beside the pictures what was typed, masked, and how alike the faces are", async () => {
  const who = await applicant(app, "approved-2");
  const officer = await app.staff(services.random.uuid(), ["underwriter"]);
  const { typed, faces } = (await officer.get(`/api/staff/borrowers/${who.borrowerId}/documents`)).body;
  expect(typed).toMatchObject({
    fullName: expect.stringMatching(/\w/),
    maskedNik: expect.not.stringMatching(/\d{16}/),
    ageYears: expect.any(Number),
    nikMatchesBirth: true,
  });
  expect(faces).toMatchObject([{ purpose: "IDENTITY", outcome: "MATCH", livenessPpm: 985_000 }]);
  expect(faces[0].similarityPpm).toBeGreaterThan(800_000);
});

it("names the pages about a borrower that whoever looks may open, and each of them has a screen", async () => {
  const borrowerId = await transact(services.database, (trx) =>
    seedBorrower(services, trx, { mobileNumber: "081234567009" }),
  );
  const base = `/staff/borrowers/${borrowerId}`;
  const tabs = async (role: "finance" | "underwriter" | "admin") => {
    const staff = await app.staff(services.random.uuid(), [role]);
    const { head: found } = (await staff.get(`/api/staff/borrower-head/borrowers/${borrowerId}`)).body;
    return found.tabs.map(({ to }: { to: string }) => to);
  };
  const ofFinance = ["/timeline", "/limit", "/rewards", "/unmask"].map((page) => base + page);
  expect(await tabs("finance")).toEqual([base, ...ofFinance]);
  expect(await tabs("underwriter")).toEqual(expect.arrayContaining([`${base}/review-answers`, `${base}/documents`]));
  const mounted = below().flatMap(({ path = "" }) =>
    path.startsWith("staff/borrowers/") ? [`/${path.replace(":borrowerId", borrowerId)}`] : [],
  );
  expect((await tabs("admin")).toSorted()).toEqual(mounted.toSorted());
});

const walk = (entries: readonly RouteConfigEntry[]): readonly RouteConfigEntry[] =>
  entries.flatMap((entry) => [entry, ...walk(entry.children ?? [])]);
const below = () => walk(routes).find(({ file }) => file.endsWith("about-borrower.tsx"))?.children ?? [];

it("Every place that may be asked has a page below the layout, and every page there a place.", () => {
  const places = below().map(({ path = "" }) => headPlaceOf(`/${path.replaceAll(/:\w+/g, "x")}`)?.place);
  expect(new Set(places)).toEqual(new Set(headPlaces));
  expect(headPlaceOf("/staff/rewards/review/x")).toEqual({ place: "awards", id: "x" });
  expect(headPlaceOf("/staff/rewards/review")).toBeNull();
});

it("No page about a borrower is mounted outside the layout.", () => {
  const inside = new Set(below().map(({ path }) => path));
  const about = walk(routes).flatMap(({ path = "" }) =>
    /^staff\/(?:rewards\/review|\w+)\/:/.test(path) && headPlaceOf(`/${path.replaceAll(/:\w+/g, "x")}`) ? [path] : [],
  );
  expect(about.filter((path) => !inside.has(path))).toEqual([]);
});
