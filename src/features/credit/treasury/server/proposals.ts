/** Kinds of proposals that move money by hand: what they have in common, and how a domain makes its own. // Threat B13 */
import * as v from "valibot";
import type { StaffSession } from "#server/call/session.server.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import {
  defineProposal,
  proposalKinds,
  type Proposal,
  type ProposalKind,
  type ShownLine,
} from "#server/four-eyes/proposal-kind.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import { openProposalsBySubject } from "#server/four-eyes/proposal-store.ts";
import { bankByCode } from "#server/outside/bank/banks.ts";
import type { Services } from "#server/services.ts";
import { isBusinessDate } from "#shared/dates.ts";
import { maskAccountNumber } from "#shared/fields/bank.ts";
import type { Text } from "#shared/texts.ts";
import { carryOutProblems, type MoneyAction } from "../contract.ts";
import { texts } from "../texts.ts";

/** A receiver that is not among our own records. */
const payee = v.object({
  /** Three-digit clearing code. */
  bankCode: v.string(),
  /** Digits only. */
  accountNumber: v.string(),
  /** As the bank holds it. */
  accountName: v.string(),
});
export type ProposalPayee = v.InferOutput<typeof payee>;

const facts = v.record(v.string(), v.union([v.string(), v.number(), v.null()]));
export type ProposalFacts = v.InferOutput<typeof facts>;

export type MoneyKind = ProposalKind<ProposalFacts, ProposalPayee>;

/** A proposal as passed to the domain that owns the money. */
export interface MoneyProposalRow {
  id: string;
  subjectId: string;
  borrowerId: string | null;
  amountRupiah: number;
  facts: ProposalFacts;
  payee: ProposalPayee | null;
}

export interface MoneyInput {
  deed: MoneyAction;
  subjectId: string;
  borrowerId: string | null;
  amountRupiah: number;
  facts: ProposalFacts;
  payee?: ProposalPayee;
  /**
   * Whose amounts are added up for the tiers: `lender:…`, `loan:…`, `borrower:…`; omitted where it is the payee's
   * account.
   */
  countsWith?: string;
  reason: string;
}

/** A domain's handler of a confirmed proposal, in the transaction of the check. @throws Refusal PROPOSAL_STALE, BALANCE_SPENT, LENDER_SHORT */
export type CarryOut = (
  services: Services,
  trx: Transaction,
  proposal: MoneyProposalRow,
  checkerId: string,
) => Promise<void>;

/** Whether it can no longer be carried out; reads without locks. */
export type IsStale = (services: Services, reader: Reader, proposal: MoneyProposalRow) => Promise<boolean>;

/** `money.lender_deposit` */
export const kindOfAction = (deed: MoneyAction): string => `money.${deed.toLowerCase()}`;

/** A kind of money moved by hand; each action belongs to one domain, which carries it out. */
export function defineMoneyProposal(deed: MoneyAction, does: { carryOut: CarryOut; isStale: IsStale }): MoneyKind {
  return defineProposal<ProposalFacts, ProposalPayee>({
    kind: kindOfAction(deed),
    text: texts[deed],
    payload: facts,
    secret: payee,
    permissions: { read: "money.read", propose: "money.propose", check: "money.check" },
    tier: "AMOUNT",
    subject: ({ subjectId, payload }) => String(payload["loanNumber"] ?? payload["reference"] ?? subjectId),
    consequences: () => ({ ifConfirmed: texts[`${deed}Follows`], ifRefused: texts.moneyRefused }),
    subjectTo: loanPage,
    show: async (_services, _reader, proposal) => ({ lines: linesOf(proposal) }),
    carryOut: (services, trx, proposal, checkerId) =>
      does.carryOut(services, trx, moneyProposalRowOf(proposal), checkerId),
    isStale: (services, reader, proposal) => does.isStale(services, reader, moneyProposalRowOf(proposal)),
    problems: carryOutProblems,
  });
}

const moneyProposalRowOf = (proposal: Proposal<ProposalFacts, ProposalPayee>): MoneyProposalRow => ({
  id: proposal.id,
  subjectId: proposal.subjectId,
  borrowerId: proposal.borrowerId,
  amountRupiah: proposal.amountRupiah ?? 0,
  facts: proposal.payload,
  payee: proposal.secret,
});

/** The page of the loan that it is about; null where it is about none, or its row is from before loans were named by id. */
const loanPage = ({
  payload,
}: Pick<Proposal<ProposalFacts, ProposalPayee>, "payload">): `/staff/loans/${string}` | null =>
  payload["loanId"] == null ? null : `/staff/loans/${payload["loanId"]}`;

const decisions = ["COUNT", "RECOVERED", "WRITE_OFF", "SEND_AGAIN", "GIVE_BACK", "STANDS"] as const;

function linesOf({ subjectId, payload, secret }: Proposal<ProposalFacts, ProposalPayee>): ShownLine[] {
  const fact = (name: string): string | null => (payload[name] == null ? null : String(payload[name]));
  const factLine = (label: Text, name: string): ShownLine[] => {
    const text = fact(name);
    return text === null ? [] : [{ kind: "TEXT", label, text }];
  };
  const decision = decisions.find((one) => one === payload["deed"]);
  const receivedOn = fact("receivedOn");
  const [loanNumber, to] = [fact("loanNumber"), loanPage({ payload })];
  const { bankName, masked, accountName } = secret ? shownPayee(secret) : {};
  return [
    ...(decision ? [{ kind: "TEXT", label: texts.factAction, text: texts[decision] } as const] : []),
    ...(secret ? [{ kind: "TEXT", label: texts.payee, text: `${bankName} ${masked} · ${accountName}` } as const] : []),
    ...factLine(texts.factLender, "lenderId"),
    ...(receivedOn !== null && isBusinessDate(receivedOn)
      ? [{ kind: "DATE", label: texts.factReceivedOn, date: receivedOn } as const]
      : []),
    ...(loanNumber === null
      ? []
      : [{ kind: "ID", label: texts.factLoan, id: loanNumber, ...(to ? { to } : {}) } as const]),
    { kind: "ID", label: texts.factReference, id: fact("reference") ?? subjectId },
  ];
}

/** The receiver of the money, the account number masked. */
export const shownPayee = ({ bankCode, accountNumber, accountName }: ProposalPayee) => ({
  bankName: bankByCode(bankCode)?.shortName ?? bankCode,
  masked: maskAccountNumber(accountNumber),
  accountName,
});

/** Writes a proposal of this person. @throws Refusal PROPOSAL_OPEN while another one about the same thing waits */
export async function proposeMoney(
  services: Services,
  trx: Transaction,
  staff: StaffSession,
  { deed, facts: payload, payee: secret, amountRupiah, ...input }: MoneyInput,
): Promise<{ proposalId: string }> {
  const kind = proposalKinds(services).get(kindOfAction(deed));
  if (!kind) throw new Error(`Nobody carries out ${deed}.`);
  const countsWith = input.countsWith ?? (secret && accountKey(services, secret));
  if (!countsWith) throw new Error(`A proposal of ${deed} names nothing that its amount counts with.`);
  const proposalId = await propose(services, trx, kind, staff, {
    subjectId: input.subjectId,
    borrowerId: input.borrowerId,
    payload,
    ...(secret ? { secret } : {}),
    amount: { rupiah: amountRupiah, countsWith },
    reason: input.reason,
  });
  return { proposalId };
}

const accountKey = ({ keys }: Pick<Services, "keys">, { bankCode, accountNumber }: ProposalPayee): string =>
  `account:${keys.blindIndex("bank-account", `${bankCode}:${accountNumber}`)}`;

/** The open proposals of an action about some subjects, by the subject. */
export const openProposalsAbout = (
  reader: Reader,
  deed: MoneyAction,
  subjectIds: readonly string[],
): Promise<Map<string, string>> => openProposalsBySubject(reader, kindOfAction(deed), subjectIds);
