/**
 * The sandbox's bank, shop and open finance partner. The user id decides: `wrong1` is refused, `code12` asks for the
 * code 123456, `slow12` is answered after 30 seconds, `other1` belongs to another person, `none12` has no account,
 * `away12` is not answered; any other is linked. With REDIRECT the borrower decides on a page of the sandbox. An
 * answer set with `POST /api/sandbox/next` for the user id, or for the institution when there is none, comes first.
 */
import type { LinkFigure } from "#shared/outside-reads.ts";
import type { Clock } from "#server/process/clock.ts";
import { dateInWib } from "#shared/dates.ts";
import type { SandboxNext } from "../sandbox-next.ts";
import type { SandboxOrders } from "../sandbox-orders.ts";
import type { LinkOutcome } from "./outcomes.ts";
import type { LinkAnswer, LinkingPort, LinkOrder, MonthSums } from "./port.ts";

const sandboxLinkPath = "/sandbox/partner";
const codeOfSandbox = "123456";
const slowSeconds = 30;
const otherHolder = "JOKO WIDIANTO";
const outcomeOfUser: Readonly<Record<string, LinkOutcome>> = {
  wrong1: "REFUSED",
  none12: "REFUSED",
  code12: "CODE_NEEDED",
  other1: "LINKED_OTHER_HOLDER",
  away12: "UNAVAILABLE",
};

/** A partner's memory of a link: its answer, the account's holder, and the return address. */
export interface RememberedLink {
  answer: LinkAnswer;
  fullName: string;
  institution: string;
  returnUrl: string | null;
  figures: readonly LinkFigure[];
  isRevoked: boolean;
}
export interface SandboxPartner extends LinkingPort {
  /** Data for the partner's page; null when there is no such order. */
  order(linkId: string): Promise<{ institution: string; returnUrl: string } | null>;
  /** The person's decision on that page; returns where to go next. */
  decide(linkId: string, decision: "ALLOW" | "ALLOW_OTHER" | "REFUSE"): Promise<string | null>;
}

export function createSandboxLinking(tools: {
  orders: SandboxOrders<RememberedLink>;
  next: SandboxNext;
  clock: Clock;
}): SandboxPartner {
  const { orders, next, clock } = tools;
  const linked = (holderName: string, figures: readonly LinkFigure[]): LinkAnswer => ({
    outcome: "LINKED",
    holderName,
    maskedAccount: "••••4321",
    ...(figures.some((figure) => figure === "soldRupiah") ? { openedOn: "2021-03-14" } : {}),
    months: monthsBefore(clock, figures),
  });
  const answerOf = (outcome: LinkOutcome, order: LinkOrder): LinkAnswer => {
    if (outcome === "REFUSED" || outcome === "UNAVAILABLE") return { outcome };
    if (outcome === "CODE_NEEDED") return { outcome, providerReference: `SBX-LINK-${order.linkId}` };
    return linked(outcome === "LINKED_OTHER_HOLDER" ? otherHolder : order.fullName.toUpperCase(), order.figures);
  };
  const known = async (linkId: string): Promise<RememberedLink | null> => {
    const found = await orders.find(linkId);
    return found === "LATER" ? null : found;
  };
  return {
    adapter: "sandbox",
    async link(order) {
      const { linkId, fullName, institution, returnUrl, figures, login } = order;
      const ofPartner = await next.take("LINKING", login?.userId ?? institution);
      const stored = { fullName, institution, returnUrl, figures, isRevoked: false };
      if (order.mode === "REDIRECT" && !ofPartner && returnUrl) {
        const url = `${new URL(returnUrl).origin}${sandboxLinkPath}?order=${linkId}`;
        await orders.keep(linkId, { ...stored, answer: { outcome: "REDIRECT", url } });
        return { outcome: "REDIRECT", url };
      }
      const outcome = ofPartner?.outcome ?? outcomeOfUser[login?.userId ?? ""] ?? "LINKED";
      if (outcome === "UNAVAILABLE") return { outcome };
      const delay = ofPartner ? (ofPartner.delaySeconds ?? 0) : login?.userId === "slow12" ? slowSeconds : 0;
      const answer = answerOf(outcome, order);
      await orders.keep(linkId, { ...stored, answer }, delay);
      return delay > 0 || outcome === "SILENT" ? { outcome: "PENDING" } : answer;
    },
    async answerCode({ linkId, code }) {
      const order = await known(linkId);
      if (order?.answer.outcome !== "CODE_NEEDED") return { outcome: "UNAVAILABLE" };
      if (code.reveal() !== codeOfSandbox) return { outcome: "REFUSED" };
      const answer = linked(order.fullName.toUpperCase(), order.figures);
      await orders.keep(linkId, { ...order, answer });
      return answer;
    },
    async result(linkId) {
      const order = await orders.find(linkId);
      if (order === "LATER") return { outcome: "PENDING" };
      if (order?.answer.outcome === "REDIRECT") return { outcome: "PENDING" };
      return order && !order.isRevoked ? order.answer : { outcome: "UNAVAILABLE" };
    },
    async revoke(linkId) {
      const order = await known(linkId);
      if (order) await orders.keep(linkId, { ...order, isRevoked: true });
      return true;
    },
    async order(linkId) {
      const order = await known(linkId);
      if (order?.answer.outcome !== "REDIRECT" || !order.returnUrl) return null;
      return { institution: order.institution, returnUrl: order.returnUrl };
    },
    async decide(linkId, decision) {
      const order = await known(linkId);
      if (!order?.returnUrl) return null;
      if (order.answer.outcome === "REDIRECT") {
        const holder = decision === "ALLOW_OTHER" ? otherHolder : order.fullName.toUpperCase();
        const answer = decision === "REFUSE" ? ({ outcome: "REFUSED" } as const) : linked(holder, order.figures);
        await orders.keep(linkId, { ...order, answer });
      }
      return order.returnUrl;
    },
  };
}

/** The three whole months before today, with invented sums. */
function monthsBefore(clock: Clock, figures: readonly LinkFigure[]): MonthSums[] {
  const [year = 0, today = 0] = dateInWib(clock.now()).split("-").map(Number);
  return [3, 2, 1].map((back) => {
    const at = year * 12 + today - 1 - back;
    const month = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
    const sums: Record<LinkFigure, number> = {
      inRupiah: 7_500_000 - back * 100_000,
      outRupiah: 5_200_000,
      lowestRupiah: 350_000,
      soldRupiah: 4_100_000 - back * 50_000,
      boughtRupiah: 900_000,
    };
    return { month, ...Object.fromEntries(figures.map((figure) => [figure, sums[figure]])) };
  });
}
