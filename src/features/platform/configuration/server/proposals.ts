/** Maker and checker of configuration values. // Product decisions 5; threat B13 */
import { answer, answerOnce, type Api, type Principal } from "#server/call/pipeline.ts";
import type { Transaction } from "#server/database.server.ts";
import { differenceOf } from "#server/difference.ts";
import { makerOf, refuseSameHand } from "#server/four-eyes/tiers.ts";
import { listPage } from "#server/list-page.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import { formatPpm } from "#shared/money.ts";
import { say, type Language } from "#shared/texts.ts";
import { standardRateConfigName, type StandardRates } from "../contract.ts";
import {
  checkConfigProposal,
  getConfig,
  getConfigProposal,
  listConfigProposals,
  listConfigs,
  proposeConfig,
  proposeStandardRates,
  takeBackConfigProposal,
} from "../staff-contract.ts";
import {
  addProposal,
  endProposal,
  findProposal,
  listOpen,
  lockProposal,
  openProposals,
  type NewProposal,
  type ProposalRow,
} from "./proposal-store.ts";
import { capsToday, highestRatesOf, ratesAboveCap, type HighestRates } from "./rate-caps.ts";
import { addConfig, countUp, listNewest, listVersions } from "./store.ts";

export function staffAnswers(api: Api): void {
  readingAnswers(api);
  proposingAnswers(api);
  checkingAnswers(api);
}

function readingAnswers(api: Api): void {
  answer(
    api,
    listConfigs,
  )(async ({ cursor, limit }, { database }) => {
    const [rows, proposals] = await Promise.all([listNewest(database, cursor, limit + 1), openProposals(database)]);
    const { page, nextCursor } = listPage(rows, limit, ({ name }) => name);
    const items = page.map(({ name, version, value, isPublic, at }) => ({
      configName: name,
      version,
      value,
      isPublic,
      updatedAt: at.toISOString(),
      proposalId: proposals.get(name) ?? null,
    }));
    return { items, nextCursor };
  });

  answer(
    api,
    getConfig,
  )(async ({ configName }, { database, refuse }) => {
    const [rows, proposals] = await Promise.all([listVersions(database, configName), openProposals(database)]);
    const versions = rows.map(({ version, value, isPublic, at, makerId, checkerId }) => ({
      version,
      value,
      isPublic,
      at: at.toISOString(),
      makerId,
      checkerId,
    }));
    if (!versions[0]) return refuse("CONFIG_UNKNOWN");
    return { configName, version: versions[0].version, proposalId: proposals.get(configName) ?? null, versions };
  });

  answer(
    api,
    listConfigProposals,
  )(async ({ cursor, limit }, { database }) => {
    const { page, nextCursor } = listPage(
      (await listOpen(database, cursor, limit + 1)).map(lineOf),
      limit,
      ({ proposalId }) => proposalId,
    );
    return { items: page, nextCursor };
  });

  answer(
    api,
    getConfigProposal,
  )(async ({ proposalId }, { database, refuse }) => {
    const row = await findProposal(database, proposalId);
    if (!row) return refuse("PROPOSAL_UNKNOWN");
    const versions = await listVersions(database, row.name);
    // What was decided is held against what it was written on.
    const base = row.state === "OPEN" ? versions[0] : versions.find(({ version }) => version === row.baseVersion);
    const { value, isPublic, baseVersion } = row;
    return {
      ...lineOf(row),
      value,
      isPublic,
      wasPublic: base?.isPublic ?? null,
      baseVersion,
      newestVersion: versions[0]?.version ?? 0,
      difference: differenceOf(base?.value ?? "", value, "id"),
    };
  });
}

function proposingAnswers(api: Api): void {
  answerOnce(
    api,
    proposeConfig,
  )(async ({ configName, baseVersion, configValue, format, isPublic, note }, { services, trx, principal, refuse }) => {
    const staff = staffOf(principal, configName);
    if (format === "JSON" && !isJson(configValue)) refuse("CONFIG_UNREADABLE");
    // Typed as they are, they could lie above the caps, or be hidden so that pages show the built-in ones.
    if (configName === standardRateConfigName) refuse("RATES_OWN_FORM");
    return {
      proposalId: await propose(services, trx, staff, {
        name: configName,
        baseVersion,
        value: configValue,
        isPublic,
        note,
      }),
    };
  });

  answerOnce(
    api,
    proposeStandardRates,
  )(async ({ baseVersion, note, ...rates }, { services, trx, language, principal }) => {
    const staff = staffOf(principal, standardRateConfigName);
    await refuseAboveCap(services, rates, language);
    const value = JSON.stringify(ratesOf(rates));
    return {
      proposalId: await propose(services, trx, staff, {
        name: standardRateConfigName,
        baseVersion,
        value,
        isPublic: true,
        note,
      }),
    };
  });

  answerOnce(
    api,
    takeBackConfigProposal,
  )(async ({ proposalId }, { services, trx, principal, refuse }) => {
    const proposal = await openProposal(trx, proposalId);
    const staff = staffOf(principal, proposal.name);
    if (proposal.makerId !== staff.staffId) refuse("PROPOSAL_NOT_YOURS");
    await endProposal(trx, proposal.id, {
      state: "TAKEN_BACK",
      checkerId: staff.staffId,
      reason: "",
      version: null,
      at: services.clock.now(),
    });
    return { state: "TAKEN_BACK" as const };
  });
}

function checkingAnswers(api: Api): void {
  answerOnce(
    api,
    checkConfigProposal,
  )(async ({ proposalId, approve, reason }, { services, trx, principal, language }) => {
    const proposal = await openProposal(trx, proposalId);
    const checker = staffOf(principal, proposal.name);
    refuseSameHand(services, proposal, checker);
    if (approve && proposal.name === standardRateConfigName) await refuseUnfitRates(services, proposal.value, language);
    const version = approve ? await putInForce(services, trx, proposal, checker.staffId) : null;
    const state = approve ? ("PUBLISHED" as const) : ("REJECTED" as const);
    await endProposal(trx, proposal.id, {
      state,
      checkerId: checker.staffId,
      reason,
      version,
      at: services.clock.now(),
    });
    return { state, version };
  });
}

async function propose(
  services: Services,
  trx: Transaction,
  staff: StaffSession,
  input: Pick<NewProposal, "name" | "baseVersion" | "value" | "isPublic" | "note">,
): Promise<string> {
  const [newest] = await listVersions(trx, input.name);
  const version = newest?.version ?? 0;
  if (version !== input.baseVersion) throw new Refusal<typeof proposeConfig.problems>("CONFIG_CHANGED", { version });
  if (newest && newest.value === input.value && newest.isPublic === input.isPublic) throw new Refusal("CONFIG_SAME");
  const id = services.random.uuid();
  if (!(await addProposal(trx, { ...input, id, ...makerOf(services, staff), proposedAt: services.clock.now() })))
    throw new Refusal("PROPOSAL_OPEN");
  return id;
}

async function openProposal(trx: Transaction, proposalId: string): Promise<ProposalRow> {
  const proposal = await lockProposal(trx, proposalId);
  if (!proposal) throw new Refusal("PROPOSAL_UNKNOWN");
  if (proposal.state !== "OPEN") throw new Refusal("PROPOSAL_CLOSED");
  return proposal;
}

async function putInForce(
  services: Services,
  trx: Transaction,
  proposal: ProposalRow,
  checkerId: string,
): Promise<number> {
  // Counting up first queues writers, so two of them cannot take one version.
  await countUp(trx);
  const [newest] = await listVersions(trx, proposal.name);
  const current = newest?.version ?? 0;
  if (current !== proposal.baseVersion)
    throw new Refusal<typeof proposeConfig.problems>("CONFIG_CHANGED", { version: current });
  const { name, value, isPublic, makerId } = proposal;
  await addConfig(trx, { name, version: current + 1, value, isPublic, makerId, checkerId, at: services.clock.now() });
  return current + 1;
}

interface TypedRates {
  normalFrom: number;
  normalTo: number;
  overdueFrom: number;
  overdueTo: number;
  ratePictureUrl: string;
  ratePdfUrlForIdn: string;
  ratePdfUrlForEn: string;
}

function ratesOf({ normalFrom, normalTo, overdueFrom, overdueTo, ...addresses }: TypedRates): StandardRates {
  const range = (from: number, to: number, language: Language) =>
    from === to ? formatPpm(from, language) : `${formatPpm(from, language)} - ${formatPpm(to, language)}`;
  return {
    rateContentForIdn: range(normalFrom, normalTo, "id"),
    rateContentForEn: range(normalFrom, normalTo, "en"),
    overdueRateContentForIdn: range(overdueFrom, overdueTo, "id"),
    overdueRateContentForEn: range(overdueFrom, overdueTo, "en"),
    ...addresses,
  };
}

/** Nobody may show rates that no loan could have. // Field rules: daily cost cap */
async function refuseAboveCap(services: Services, highest: HighestRates, language: Language): Promise<void> {
  const above = ratesAboveCap(highest, await capsToday(services));
  if (above.length === 0) return;
  const text = proposeStandardRates.fieldProblems?.["RATE_ABOVE_CAP"];
  const fields = above.map(({ path, capPpm }) => ({
    path,
    code: "RATE_ABOVE_CAP",
    detail: text ? say(text, language, { cap: formatPpm(capPpm, language) }) : "",
  }));
  throw new Refusal("INPUT_INVALID", undefined, fields);
}

/** Days lie between a proposal and its check: the caps of the day on which the rates are shown count. */
async function refuseUnfitRates(services: Services, value: string, language: Language): Promise<void> {
  const highest = highestRatesOf(value);
  if (!highest) throw new Refusal("CONFIG_UNREADABLE");
  const [above] = ratesAboveCap(highest, await capsToday(services));
  if (above)
    throw new Refusal<typeof checkConfigProposal.problems>("RATES_ABOVE_CAP", {
      cap: formatPpm(above.capPpm, language),
    });
}

/** Notes the name in the audit trail, never the value. */
function staffOf({ staff, trail }: Principal, configName: string): StaffSession {
  if (!staff) throw new Refusal("NOT_LOGGED_IN");
  trail?.note({ facts: { configName } });
  return staff;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function lineOf(row: ProposalRow) {
  const { id, name, state, makerId, note, checkerId, reason } = row;
  return {
    proposalId: id,
    configName: name,
    state,
    makerId,
    proposedAt: row.proposedAt.toISOString(),
    note,
    checkerId,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    reason,
  };
}
