/** Accounts of borrowers at once: for lists of staff. */
import type { Reader } from "#server/database.server.ts";
import { descending, inOrder, type OrderedInput } from "#server/records/list-order.ts";
import { contested, type BorrowerStatus } from "./store.ts";

/** The state of an account; FROZEN is blocked by its owner, BLOCKED by staff. */
export type AccountView = BorrowerStatus | "FROZEN";

export interface AccountListRow {
  borrowerId: string;
  view: AccountView;
  /** Id of the brand under which the borrower registered. */
  brand: string;
  registeredAt: Date;
  lastLoginAt: Date;
}

const columns = ["borrowerId", "status", "statusCause", "brand", "registeredAt", "lastLoginAt"] as const;

const rowOf = (row: {
  borrowerId: string;
  status: string;
  statusCause: string | null;
  brand: string;
  registeredAt: Date;
  lastLoginAt: Date;
}): AccountListRow => ({
  borrowerId: row.borrowerId,
  view: row.status === "BLOCKED" && row.statusCause === contested ? "FROZEN" : (row.status as BorrowerStatus),
  brand: row.brand,
  registeredAt: row.registeredAt,
  lastLoginAt: row.lastLoginAt,
});

const newestFirst = descending({ column: "registeredAt", holds: "INSTANT", id: "borrowerId" });

/** Accounts, the newest first; the period names days on which they registered. */
export async function pageOfAccounts(
  reader: Reader,
  { view, brand, ...page }: { view?: AccountView | undefined; brand?: string | undefined } & OrderedInput,
): Promise<AccountListRow[]> {
  const query = reader
    .selectFrom("borrower")
    .select(columns)
    .$if(view !== undefined, (of) => of.where("status", "=", view === "FROZEN" ? "BLOCKED" : view!))
    .$if(view === "FROZEN", (of) => of.where("statusCause", "=", contested))
    .$if(view === "BLOCKED", (of) => of.where("statusCause", "is distinct from", contested))
    .$if(brand !== undefined, (of) => of.where("brand", "=", brand!));
  return (await inOrder(query, newestFirst, page).execute()).map(rowOf);
}

/** These accounts by id; those of erased borrowers are missing. */
export async function accountsOf(reader: Reader, borrowerIds: readonly string[]): Promise<Map<string, AccountListRow>> {
  if (borrowerIds.length === 0) return new Map();
  const rows = await reader.selectFrom("borrower").select(columns).where("borrowerId", "in", borrowerIds).execute();
  return new Map(rows.map((row) => [row.borrowerId, rowOf(row)]));
}
