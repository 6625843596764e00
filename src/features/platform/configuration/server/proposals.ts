/** Maker and checker of configuration values. // Product decisions 5; threat B13 */
import { answer, type StaffPrincipal, type CallAnswer } from "#server/call/pipeline.ts";
import type { Transaction } from "#server/database.server.ts";
import { differenceOf } from "#server/records/difference.ts";
import { openTexts } from "#server/four-eyes/proposal-seals.ts";
import {
  findProposal,
  listProposals,
  openProposalsBySubject,
  type ProposalRow,
} from "#server/four-eyes/proposal-store.ts";
import { decideProposal, propose, withdrawProposal } from "#server/four-eyes/proposals.ts";
import { listPage } from "#server/records/list-page.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import { formatPpm } from "#shared/money.ts";
import { publishedState } from "#shared/published-proposals.ts";
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
import { capsToday, ratesAboveCap, type HighestRates } from "./rate-caps.ts";
import { listNewest, listVersions } from "./store.ts";
import { newestVersion, valueKind, valueOf, type ProposedValue } from "./value-kind.ts";

export const configurationStaffAnswers: readonly CallAnswer[] = [
  answer(listConfigs, async ({ cursor, limit }, { database }) => {
    const rows = await listNewest(database, cursor, limit + 1);
    const { page, nextCursor } = listPage(rows, limit, ({ name }) => name);
    const proposals = await openProposalsBySubject(
      database,
      valueKind.kind,
      page.map(({ name }) => name),
    );
    const items = page.map(({ name, version, value, isPublic, at }) => ({
      configName: name,
      version,
      value,
      isPublic,
      updatedAt: at.toISOString(),
      proposalId: proposals.get(name) ?? null,
    }));
    return { items, nextCursor };
  }),
  answer(getConfig, async ({ configName }, { database, refuse }) => {
    const [rows, proposals] = await Promise.all([
      listVersions(database, configName),
      openProposalsBySubject(database, valueKind.kind, [configName]),
    ]);
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
  }),
  answer(listConfigProposals, async ({ cursor, limit }, { services, database }) => {
    const kinds = [valueKind.kind];
    const rows = await listProposals(database, { kinds, isOpen: true, after: cursor, most: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ id }) => id);
    return { items: await linesOf(services, page), nextCursor };
  }),
  answer(getConfigProposal, async ({ proposalId }, { services, database, refuse }) => {
    const row = await findProposal(database, proposalId);
    if (row?.kind !== valueKind.kind) return refuse("PROPOSAL_UNKNOWN");
    const { name, value, isPublic, baseVersion } = valueOf(row);
    const versions = await listVersions(database, name);
    // A decided proposal is compared with the version it was based on.
    const base = row.state === "OPEN" ? versions[0] : versions.find(({ version }) => version === baseVersion);
    const [line] = await linesOf(services, [row]);
    return {
      ...line!,
      value,
      isPublic,
      wasPublic: base?.isPublic ?? null,
      baseVersion,
      newestVersion: versions[0]?.version ?? 0,
      difference: differenceOf(base?.value ?? "", value, "id"),
    };
  }),
  answer(
    proposeConfig,
    async ({ configName, baseVersion, configValue, format, isPublic, note }, { services, trx, principal, refuse }) => {
      noteOf(principal)({ subjectId: configName });
      if (format === "JSON" && !isJson(configValue)) refuse("CONFIG_UNREADABLE");
      // As typed, they could exceed the caps, or be hidden so that pages show the built-in ones.
      if (configName === standardRateConfigName) refuse("RATES_OWN_FORM");
      return {
        proposalId: await proposeValue(services, trx, principal.staff, {
          name: configName,
          baseVersion,
          value: configValue,
          isPublic,
          note,
        }),
      };
    },
  ),
  answer(proposeStandardRates, async ({ baseVersion, note, ...rates }, { services, trx, language, principal }) => {
    noteOf(principal)({ subjectId: standardRateConfigName });
    await refuseAboveCap(services, rates, language);
    const value = JSON.stringify(ratesOf(rates));
    return {
      proposalId: await proposeValue(services, trx, principal.staff, {
        name: standardRateConfigName,
        baseVersion,
        value,
        isPublic: true,
        note,
      }),
    };
  }),
  answer(takeBackConfigProposal, async ({ proposalId }, { services, trx, principal }) => {
    await withdrawProposal(services, trx, principal.staff, proposalId, {
      kinds: [valueKind],
      note: noteOf(principal),
    });
    return { state: "TAKEN_BACK" as const };
  }),
  answer(checkConfigProposal, async (input, { services, trx, principal, language }) => {
    let name = "";
    const note = (row: ProposalRow) => {
      name = row.subjectId;
      noteOf(principal)(row);
    };
    try {
      const options = { kinds: [valueKind], note, language };
      const { state, result } = await decideProposal(services, trx, principal.staff, input, options);
      const version = result && typeof result["version"] === "number" ? result["version"] : null;
      return { state: publishedState(state), version };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "PROPOSAL_STALE") throw error;
      const version = await newestVersion(trx, name);
      throw new Refusal<typeof proposeConfig.problems>("CONFIG_CHANGED", { version });
    }
  }),
];

async function proposeValue(
  services: Services,
  trx: Transaction,
  staff: StaffSession,
  { note: reason, ...payload }: ProposedValue & { note: string },
): Promise<string> {
  const [newest] = await listVersions(trx, payload.name);
  const version = newest?.version ?? 0;
  if (version !== payload.baseVersion) throw new Refusal<typeof proposeConfig.problems>("CONFIG_CHANGED", { version });
  if (newest && newest.value === payload.value && newest.isPublic === payload.isPublic)
    throw new Refusal("CONFIG_SAME");
  return propose(services, trx, valueKind, staff, { subjectId: payload.name, payload, reason });
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

/** Published rates must not exceed what a loan could have. // Field rules: daily cost cap */
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

/** Notes the name in the audit trail, never the value. */
const noteOf =
  ({ trail }: StaffPrincipal) =>
  ({ subjectId }: Pick<ProposalRow, "subjectId">): void =>
    trail?.note({ facts: { configName: subjectId } });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function linesOf(services: Services, rows: readonly ProposalRow[]) {
  const texts = await openTexts(services.keys, services.database, rows);
  return rows.map((row) => ({
    proposalId: row.id,
    configName: row.subjectId,
    state: publishedState(row.state),
    makerId: row.makerId,
    proposedAt: row.madeAt.toISOString(),
    note: texts.get(row.id)?.reason ?? "",
    checkerId: row.checkerId,
    checkedAt: row.endedAt?.toISOString() ?? null,
    reason: texts.get(row.id)?.checkReason ?? "",
  }));
}
