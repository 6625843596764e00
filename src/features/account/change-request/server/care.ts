/** Risk flags before an account changes hands; a decision then needs two people. // Product decisions account 4 */
import { deviceSince } from "#features/account/verification/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { riskDays } from "#shared/promised-times.ts";
import type { RiskFlag } from "../contract.ts";

/** Similarity of the faces, in parts per million, below which two people must decide. */
const sureSimilarityPpm = 900_000;

/** Flags from the repeated face check and from the requesting browser: how long it is known to the account's number (`08…`). */
export async function careFlagsOf(
  services: Services,
  reader: Reader,
  { deviceIndex, similarityPpm }: { deviceIndex: string | null; similarityPpm: number | undefined },
  mobileNumber: string,
): Promise<RiskFlag[]> {
  const flags: RiskFlag[] = [];
  if (similarityPpm === undefined || similarityPpm < sureSimilarityPpm) flags.push("SIMILARITY_LOW");
  const since = deviceIndex === null ? null : await deviceSince(services, reader, deviceIndex, mobileNumber);
  const knownFrom = new Date(services.clock.now().getTime() - riskDays.device * 86_400_000);
  if (since === null || since > knownFrom) flags.push("DEVICE_NEW");
  return flags;
}
