/** The person who requests or enters a code, with the facts needed for sending and counting. */
import type { Caller } from "#server/call/caller.ts";
import { networkIndexOf } from "#server/http/network.ts";
import type { Services } from "#server/services.ts";
import type { Session } from "#server/call/session.server.ts";
import type { Language } from "#shared/texts.ts";

export interface Asker {
  sessionId: string | null;
  borrowerId: string | null;
  /** The known device, from its signed cookie; null without one. */
  deviceIndex: string | null;
  networkIndex: string;
  language: Language;
  brandName: string;
  /** Host of the page that asks, for codes that a phone fills in by itself. */
  host: string;
  /** False where the brand's country is not served: no codes are sent there. */
  isServed: boolean;
}

export function askerOf(services: Services, caller: Caller, session: Session | null | undefined): Asker {
  return {
    sessionId: session?.id ?? null,
    borrowerId: session?.borrowerId ?? null,
    deviceIndex: caller.knownDevice,
    networkIndex: networkIndexOf(services, caller),
    language: caller.language,
    brandName: caller.brand.name,
    host: new URL(caller.origin).host,
    isServed: caller.brand.lends,
  };
}
