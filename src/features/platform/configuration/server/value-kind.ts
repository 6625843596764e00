/** Proposals of configuration values: two people put one in force. // Product decisions 5; threat B13 */
import * as v from "valibot";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader } from "#server/database.server.ts";
import { differenceOf } from "#server/records/difference.ts";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import type { ProposalRow } from "#server/four-eyes/proposal-store.ts";
import type { Services } from "#server/services.ts";
import { formatPpm } from "#shared/money.ts";
import type { Language } from "#shared/texts.ts";
import { standardRateConfigName } from "../contract.ts";
import { valueProblems } from "../staff-contract.ts";
import { configurationEditorTexts as texts } from "../texts.ts";
import { capsToday, highestRatesOf, ratesAboveCap } from "./rate-caps.ts";
import { addConfig, countUp, listVersions } from "./store.ts";

const payload = v.object({
  name: v.string(),
  /** The version in force when it was proposed; 0 for a new name. */
  baseVersion: v.number(),
  value: v.string(),
  isPublic: v.boolean(),
});
export type ProposedValue = v.InferOutput<typeof payload>;
export const valueOf = (row: ProposalRow): ProposedValue => v.parse(payload, row.payload);

export async function newestVersion(reader: Reader, name: string): Promise<number> {
  return (await listVersions(reader, name))[0]?.version ?? 0;
}

export const valueKind = defineProposal<ProposedValue>({
  kind: "configuration.value",
  text: texts.proposedValue,
  payload,
  subject: ({ payload: { name } }) => name,
  consequences: () => ({ ifConfirmed: texts.confirmedFollows, ifRefused: texts.refusedFollows }),
  permissions: { read: "content.edit", propose: "content.edit", check: "content.check" },
  async show(_services, reader, { id, state, payload: { name, baseVersion, value, isPublic } }) {
    const versions = await listVersions(reader, name);
    // A decided proposal is compared with the version it was based on.
    const base = state === "OPEN" ? versions[0] : versions.find(({ version }) => version === baseVersion);
    return {
      lines: [
        { kind: "TEXT", label: texts.baseVersion, text: baseVersion === 0 ? texts.newValue : String(baseVersion) },
        { kind: "TEXT", label: texts.shown, text: isPublic ? texts.isPublic : texts.isInternal },
        { kind: "DIFFERENCE", label: texts.difference, parts: differenceOf(base?.value ?? "", value, "id") },
      ],
      to: `/staff/configuration/proposals/${id}`,
    };
  },
  async carryOut(services, trx, { payload: { name, baseVersion, value, isPublic }, makerId }, checkerId, language) {
    if (name === standardRateConfigName) await refuseUnfitRates(services, value, language);
    // Counting up first makes writers wait for each other, so two of them cannot get the same version.
    await countUp(trx);
    if ((await newestVersion(trx, name)) !== baseVersion) throw new Refusal("PROPOSAL_STALE");
    const version = baseVersion + 1;
    await addConfig(trx, { name, version, value, isPublic, makerId, checkerId, at: services.clock.now() });
    return { version };
  },
  isStale: async (_services, reader, { payload: { name, baseVersion } }) =>
    (await newestVersion(reader, name)) !== baseVersion,
  problems: valueProblems,
});

/** Days lie between a proposal and its check: the caps of the day on which the rates are shown count. */
async function refuseUnfitRates(services: Services, value: string, language: Language): Promise<void> {
  const highest = highestRatesOf(value);
  if (!highest) throw new Refusal("CONFIG_UNREADABLE");
  const [above] = ratesAboveCap(highest, await capsToday(services));
  if (above) throw new Refusal<typeof valueProblems>("RATES_ABOVE_CAP", { cap: formatPpm(above.capPpm, language) });
}
