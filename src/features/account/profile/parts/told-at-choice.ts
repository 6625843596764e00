/** The state of optional information for the entry list, without its contents. */
import { call } from "#web/api.ts";
import { getMothersName } from "../mother-contract.ts";
import { getOptionalInformation, type OptionalInformation } from "../optional-contract.ts";

export interface OptionalInformationFacts {
  information: Pick<OptionalInformation, "isDue" | "askAgainAt" | "uplift">;
  mothersName: { isNeeded: boolean; isGiven: boolean };
}

export async function readOptionalInformation(
  context: Parameters<typeof call>[2]["context"],
): Promise<OptionalInformationFacts> {
  const [{ isDue, askAgainAt, uplift }, { isNeeded, masked }] = await Promise.all([
    call(getOptionalInformation, {}, { context }),
    call(getMothersName, {}, { context }),
  ]);
  return { information: { isDue, askAgainAt, uplift }, mothersName: { isNeeded, isGiven: masked !== null } };
}
