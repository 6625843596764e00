/** The head of every console page about a borrower: identity, and warnings for the staff member. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { loanStates } from "#features/credit/loan/contract.ts";

/** Pages about a borrower: the second word of their address. `awards` has its own address. */
export const headPlaces = [
  "borrowers",
  "loans",
  "payments",
  "cases",
  "reviews",
  "complaints",
  "exceptions",
  "awards",
  "checks",
  "servicing",
] as const;

/** Which of these places a console page is, and its id; null for other pages. */
export function headPlaceOf(pathname: string): { place: (typeof headPlaces)[number]; id: string } | null {
  const [, word = "", id = ""] = /^\/staff\/(rewards\/review|\w+)\/([^/]+)/.exec(pathname) ?? [];
  const place = headPlaces.find((one) => one === (word === "rewards/review" ? "awards" : word));
  return place ? { place, id } : null;
}

const borrowerHead = v.object({
  borrowerId: v.string(),
  /** Names are shown: people say them on the phone. */
  fullName: v.nullable(v.string()),
  maskedMobileNumber: v.nullable(v.string()),
  status: v.string(),
  openLoan: v.nullable(v.object({ loanId: v.string(), loanNumber: v.string(), state: v.picklist(loanStates) })),
  /** From the domains, those that forbid the usual actions first. */
  flags: v.array(v.object({ key: v.string(), text: v.string(), tone: v.picklist(["bad", "attention"]) })),
  /** The pages about the borrower that the reader may open. */
  tabs: v.array(v.object({ to: v.string(), text: v.string() })),
});
export type BorrowerHead = v.InferOutput<typeof borrowerHead>;

export const getBorrowerHead = defineCall({
  id: "getBorrowerHead",
  method: "GET",
  path: "/api/staff/borrower-head/{place}/{id}",
  summary:
    "The borrower shown on a console page: name, masked number, state, open loan, flags and related pages; null without a borrower.",
  policy: {
    who: "staff",
    permission: "borrower.head",
    trail: { id: "Melihat kepala halaman peminjam", en: "Viewed a borrower's header", zh: "查看借款人摘要" },
  },
  input: v.strictObject({
    place: v.picklist(headPlaces, "CHOICE_INVALID"),
    id: v.pipe(v.string(), v.regex(/^(?:pay_[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, "INVALID")),
  }),
  output: v.object({ head: v.nullable(borrowerHead) }),
  problems: {},
});
