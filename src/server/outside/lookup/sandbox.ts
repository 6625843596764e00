/** The sandbox's registers. The password decides: `wrong…` is refused, `code…` asks for the code 123456, `none…` finds nothing, `away…` is not answered; anything else finds invented facts. */
import type { LookupAnswer, LookupKind, LookupPort } from "./port.ts";

const factsOf: Readonly<Record<LookupKind, Readonly<Record<string, string>>>> = {
  NPWP: { status: "AKTIF", registeredSince: "2018", office: "KPP Pratama Jakarta Tebet" },
  BPJS: { status: "AKTIF", employer: "PT Maju Bersama Nusantara", memberSince: "2019-03" },
  OPERATOR: { status: "AKTIF", type: "PRABAYAR", activeSince: "2017-06" },
  EDUCATION: { institution: "Universitas Contoh", programme: "Manajemen", status: "LULUS", graduated: "2016" },
};
const codeOfSandbox = "123456";

export function createSandboxLookup(): LookupPort {
  const found = (kind: LookupKind, lookupId: string): LookupAnswer => ({
    outcome: "FOUND",
    facts: factsOf[kind],
    providerReference: `SBX-LOOKUP-${lookupId}`,
  });
  return {
    adapter: "sandbox",
    async look({ lookupId, kind, credential }) {
      if (credential.startsWith("wrong")) return { outcome: "CREDENTIAL_REFUSED" };
      if (credential.startsWith("code")) return { outcome: "CODE_NEEDED", providerReference: `SBX-LOOKUP-${lookupId}` };
      if (credential.startsWith("none")) return { outcome: "NOT_FOUND" };
      if (credential.startsWith("away")) return { outcome: "UNAVAILABLE" };
      return found(kind, lookupId);
    },
    async answerCode({ lookupId, kind, code }) {
      return code === codeOfSandbox ? found(kind, lookupId) : { outcome: "CREDENTIAL_REFUSED" };
    },
  };
}
