/**
 * A reading page or call waits for the database three times at most: independent queries are sent together. Covers
 * every GET in the product's own lists, so a new one is covered automatically. // docs/decisions/172
 */
import { beforeAll, expect, it, vi } from "vitest";
import { createPages } from "../src/pages.ts";
import { requestOfWeb } from "#server/http/exchange.ts";
import type { Call } from "#shared/contract.ts";
import { staffRoles } from "#shared/staff-permissions.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { comingToUs, type Known } from "#tests/support/coming-to-us.ts";
import { openConnections, roundsAtMost, roundsOf, type Rounds } from "#tests/support/rounds.ts";
import { screensOfSources } from "#tests/support/screens-of-sources.ts";

// Created by the build; no loader needs it.
vi.mock("virtual:rich", () => ({}));

const maxWaits = 3;
/** Screens and calls that wait longer: how often, and why. */
const longer: Readonly<Record<string, { waits: number; why: string }>> = {
  ...of(4, "what is for today in events asks about loans, also of absorbed accounts, and how they stand", [
    "/webview/home",
  ]),
  ...of(4, "a coupon is offered for the terms that stand, and one for a first loan asks for absorbed accounts too", [
    "/webview/apply-loan",
  ]),
  ...of(5, "two calls one after the other: the first says which one is meant where the address names none", [
    "/webview/survey",
    "/webview/integral-detail",
    "/webview/activity/pay-wish-detail",
    "/webview/wallet/detail",
  ]),
  ...of(6, "beside the campaign it shows one's coupons, and which of those that there are one may still have", [
    "/webview/activity/get-coupon",
  ]),
  ...of(4, "the first asks who is logged in; what belongs to a number is looked for by it", ["/account-hold"]),
  ...of(4, "whom the case is about stands above it, and whether that number is locked is asked by the number", [
    "/staff/cases/:caseId",
  ]),
  ...of(4, "who it is stands above it, and the page below shows what became of each message", [
    "/staff/borrowers/:borrowerId/unmask",
  ]),
  // Rarely opened, and only by staff: in addition to a borrower's three waits, the audit trail records the data before
  // they are shown.
  ...of(6, "the same, and its messages tell what became of each", [
    "GET /api/staff/loans/{loanId}",
    "/staff/loans/:loanId",
  ]),
  ...of(6, "the same, and the form begins with what the rules and coupons in force allow", [
    "/staff/campaigns/:activityId/edit",
    "/staff/campaigns/new",
  ]),
  ...of(5, "the borrower is found by a loan, case or complaint, and what was shown stands in the trail before it is", [
    "GET /api/staff/complaints/{complaintId}",
    "/staff/complaints/:complaintId",
    "GET /api/staff/loans/{loanId}/restructure",
    "GET /api/staff/servicing",
    "/staff/servicing",
    "GET /api/staff/servicing/{loanId}",
    "GET /api/staff/servicing/{loanId}/relief",
    "/staff/servicing/:loanId",
    "/staff/loans/:loanId/restructure",
    "GET /api/staff/borrowers/{borrowerId}/timeline",
    "/staff/borrowers/:borrowerId/timeline",
    "GET /api/staff/borrowers/{borrowerId}/rewards",
    "/staff/borrowers/:borrowerId/rewards",
    "/staff/borrowers/:borrowerId/access",
    "GET /api/staff/campaigns",
    "/staff/campaigns",
    "GET /api/staff/campaigns/{activityId}",
    "/staff/campaigns/:activityId",
    "/staff/campaigns/:activityId/result",
  ]),
};
function of(waits: number, why: string, names: readonly string[]): Record<string, { waits: number; why: string }> {
  return Object.fromEntries(names.map((name) => [name, { waits, why }]));
}

const app = await testApp({ campaigns: true });
const { database } = app.services;
let known: Known;
let staff: TestClient;
/** Borrowers with rows to read: an applicant, a payer, one with reward money, one in campaigns. */
let borrowers: TestClient[];
beforeAll(async () => {
  known = await comingToUs(app)(1);
  borrowers = [0, 1, 3, 5].map((n) => known.clients[n]!);
  staff = await app.staff("0190cccc-0000-7000-8000-000000000001", [...staffRoles]);
  await openConnections(database);
}, 300_000);

/** Screens and calls above their limit, with their queries, round by round. */
const late: string[] = [];
async function hold(name: string, work: () => Promise<unknown>): Promise<void> {
  const most = longer[name]?.waits ?? maxWaits;
  const isWithin = ({ rounds }: Rounds) => rounds <= most;
  // Once for what a process reads at first, and once if something occupied a thread.
  if (isWithin(await roundsAtMost(work)) || isWithin(await roundsAtMost(work))) return;
  const counted = await roundsOf(database, work);
  if (isWithin(counted)) return;
  const rounds = counted.asked.map(
    (round, n) => `  ${n + 1}: ${round.map((text) => text.slice(0, 160)).join("\n     ")}`,
  );
  late.push(`${name}: ${counted.rounds} waits\n${rounds.join("\n")}`);
}

interface Field {
  type?: string;
}
/** The address of a call with known ids; an unknown id finds nothing, but needs the same queries. */
function addressOf(call: Call): string {
  const { entries = {} } = call.input as { entries?: Record<string, Field> };
  const path = call.path.replace(
    /\{(\w+)\}/g,
    (_all, name: string) => known.params[name] ?? app.services.random.uuid(),
  );
  const needed = Object.entries(entries).filter(
    ([name, { type }]) => !call.path.includes(`{${name}}`) && type !== "optional" && known.params[name] !== undefined,
  );
  return needed.length > 0 ? `${path}?${needed.map(([name]) => `${name}=${known.params[name]}`).join("&")}` : path;
}

/** Calls that run first, so that the ids they list are known to the calls that show one. */
const reading = () =>
  app.api
    .calls()
    .map(({ call }) => call)
    .filter(({ method, path }) => method === "GET" && !path.startsWith("/api/sandbox"))
    .toSorted((one, other) => one.path.split("{").length - other.path.split("{").length);

/** The id of a list's first row, under its parameter name in one of the addresses. */
function learn({ path }: Call, body: { items?: Record<string, unknown>[] } | null): void {
  for (const { path: other } of reading()) {
    const name = other.startsWith(`${path}/{`) ? /\{(\w+)\}/.exec(other.slice(path.length))?.[1] : undefined;
    const first = body?.items?.[0];
    const id = name && first && (first[name] ?? first["id"]);
    if (name && typeof id === "string") known.params[name] ??= id;
  }
}

it("Every call that reads waits for the database three times at most.", { timeout: 600_000 }, async () => {
  for (const call of reading()) {
    const clients = call.policy.who === "staff" ? [staff] : borrowers;
    for (const client of clients) {
      await hold(`GET ${call.path}`, async () => {
        const { status, body } = await client.get(addressOf(call));
        expect(status, call.path).toBeLessThan(500);
        if (status === 200) learn(call, body);
      });
    }
  }
  expect(late.splice(0)).toEqual([]);
});

it("Every screen waits for the database three times at most.", { timeout: 600_000 }, async () => {
  const { build, paths } = await screensOfSources();
  const pages = createPages({ api: app.api, build: async () => build, mode: "production", cache: null });
  const open = async (client: TestClient, path: string): Promise<void> => {
    const cookies = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const { status } = await pages(
      requestOfWeb(new Request(`http://localhost:3000${path}`)),
      app.caller({ Cookie: cookies }),
      undefined,
    );
    expect(status, path).toBeLessThan(500);
  };
  for (const path of paths.filter((one) => !one.startsWith("/sandbox"))) {
    const clients = path.startsWith("/staff") ? [staff] : borrowers;
    const address = path.replace(
      /:(\w+)\??/g,
      (_all, name: string) => known.params[name] ?? app.services.random.uuid(),
    );
    for (const client of clients) await hold(path, () => open(client, address));
  }
  expect(late.splice(0)).toEqual([]);
});
