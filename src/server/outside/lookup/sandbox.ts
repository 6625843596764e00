/**
 * The sandbox's registers. The password decides, or the student number when there is none: `wrong…` is refused,
 * `code…` asks for the code 123456, `none…` finds nothing, `away…` is not answered, `slow…` is answered after 30
 * seconds, `other…` belongs to another person, `low…` states half of the typed wage; anything else finds invented
 * facts. The operator always asks for a code. An answer set with `POST /api/sandbox/next` for the account comes
 * first.
 */
import type { MessagingPort } from "../messaging/port.ts";
import type { SandboxNext } from "../sandbox-next.ts";
import type { SandboxOrders } from "../sandbox-orders.ts";
import type { LookupOutcome } from "./outcomes.ts";
import type { LookupAnswer, PartnerLookupKind, LookupOrder, LookupPort } from "./port.ts";

const factsOf: Readonly<Record<PartnerLookupKind, Readonly<Record<string, string>>>> = {
  NPWP: { status: "AKTIF", registeredSince: "2018", office: "KPP Pratama Jakarta Tebet" },
  BPJS: { status: "AKTIF", employer: "PT Maju Bersama Nusantara", memberSince: "2019-03" },
  OPERATOR: { status: "AKTIF", type: "PRABAYAR", activeSince: "2017-06" },
  EDUCATION: { institution: "Universitas Contoh", programme: "Manajemen", status: "LULUS", graduated: "2016" },
};
const codeOfSandbox = "123456";
const slowSeconds = 30;
const otherHolder = "JOKO WIDIANTO";
/** Used if the borrower has typed no income yet. */
const someWageRupiah = 5_000_000;
const words: readonly (readonly [word: string, outcome: LookupOutcome])[] = [
  ["wrong", "CREDENTIAL_REFUSED"],
  ["code", "CODE_NEEDED"],
  ["none", "NOT_FOUND"],
  ["away", "UNAVAILABLE"],
  ["other", "FOUND_OTHER_HOLDER"],
  ["low", "FOUND_LOW_WAGE"],
];

/** A register's memory of an order: its answer, and the one that follows a correct code. */
export interface RememberedLookup {
  answer: LookupAnswer;
  behindCode?: LookupAnswer;
}
export interface SandboxRegisters {
  orders: SandboxOrders<RememberedLookup>;
  next: SandboxNext;
  messaging: Pick<MessagingPort, "send">;
}

export function createSandboxLookup({ orders, next, messaging }: SandboxRegisters): LookupPort {
  return {
    adapter: "sandbox",
    async look(order) {
      const typed = order.credential?.reveal() ?? order.account;
      const chosen = await next.take("LOOKUP", order.account);
      const outcome = chosen?.outcome ?? outcomeOf(order.kind, typed);
      if (outcome === "UNAVAILABLE") return { outcome };
      const delay = chosen ? (chosen.delaySeconds ?? 0) : typed.startsWith("slow") ? slowSeconds : 0;
      const answer = answerOf(outcome, order);
      await orders.keep(order.lookupId, { answer, behindCode: answerOf("FOUND", order) }, delay);
      if (answer.outcome === "CODE_NEEDED" && order.kind === "OPERATOR")
        await messaging.send({
          messageId: order.lookupId,
          channel: "SMS",
          to: order.account,
          language: "id",
          text: `Kode Anda: ${codeOfSandbox}`,
          code: codeOfSandbox,
        });
      return delay > 0 || outcome === "SILENT" ? { outcome: "PENDING" } : answer;
    },
    async answerCode({ lookupId, code }) {
      const known = await orders.find(lookupId);
      if (known === null || known === "LATER" || known.answer.outcome !== "CODE_NEEDED")
        return { outcome: "UNAVAILABLE" };
      if (code.reveal() !== codeOfSandbox || !known.behindCode) return { outcome: "CREDENTIAL_REFUSED" };
      await orders.keep(lookupId, { answer: known.behindCode });
      return known.behindCode;
    },
    async result({ lookupId }) {
      const known = await orders.find(lookupId);
      if (known === "LATER") return { outcome: "PENDING" };
      return known?.answer ?? { outcome: "UNAVAILABLE" };
    },
  };
}

const outcomeOf = (kind: PartnerLookupKind, typed: string): LookupOutcome =>
  kind === "OPERATOR" ? "CODE_NEEDED" : (words.find(([word]) => typed.startsWith(word))?.[1] ?? "FOUND");

function answerOf(outcome: LookupOutcome, order: LookupOrder): LookupAnswer {
  const { kind, lookupId, fullName, statedIncomeRupiah, institution, year } = order;
  const providerReference = `SBX-LOOKUP-${lookupId}`;
  switch (outcome) {
    case "NOT_FOUND":
    case "CREDENTIAL_REFUSED":
    case "UNAVAILABLE":
      return { outcome };
    case "CODE_NEEDED":
      return { outcome, providerReference };
    default: {
      const stated = statedIncomeRupiah ?? someWageRupiah;
      const wage = outcome === "FOUND_LOW_WAGE" ? Math.floor(stated / 2) : stated;
      const facts = {
        ...factsOf[kind],
        ...(kind === "BPJS" ? { monthlyWageRupiah: String(wage) } : {}),
        ...(institution ? { institution } : {}),
        ...(year ? { graduated: String(year) } : {}),
      };
      const holderName = outcome === "FOUND_OTHER_HOLDER" ? otherHolder : fullName.toUpperCase();
      return { outcome: "FOUND", holderName, facts, providerReference };
    }
  }
}
