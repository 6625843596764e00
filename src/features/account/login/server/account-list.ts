/** Accounts of borrowers at once: for lists of staff. */
import type { Reader } from "#server/database.server.ts";
import { descending, inOrder, type OrderedInput } from "#server/records/list-order.ts";
import { contested, type BorrowerStatus } from "./store.ts";

/** The state of an account; FROZEN is blocked by its owner, BLOCKED by staff. */
export type AccountView = BorrowerStatus | "FROZEN";

export interface AccountRow {
  borrowerId: string;
  view: AccountView;
  /** Id of the brand under which the borrower registered. */
  brand: string;
  registeredAt: Date;
  lastLoginAt: Date;
}

const columns = ["borrower_id", "status", "status_cause", "brand", "registered_at", "last_login_at"] as const;

const rowOf = (row: {
  borrower_id: string;
  status: string;
  status_cause: string | null;
  brand: string;
  registered_at: Date;
  last_login_at: Date;
}): AccountRow => ({
  borrowerId: row.borrower_id,
  view: row.status === "BLOCKED" && row.status_cause === contested ? "FROZEN" : (row.status as BorrowerStatus),
  brand: row.brand,
  registeredAt: row.registered_at,
  lastLoginAt: row.last_login_at,
});

const newestFirst = descending({ column: "registered_at", holds: "INSTANT", id: "borrower_id" });

/** Accounts, the newest first; the period names days on which they registered. */
export async function pageOfAccounts(
  reader: Reader,
  { view, brand, ...page }: { view?: AccountView | undefined; brand?: string | undefined } & OrderedInput,
): Promise<AccountRow[]> {
  const query = reader
    .selectFrom("borrower")
    .select(columns)
    .$if(view !== undefined, (of) => of.where("status", "=", view === "FROZEN" ? "BLOCKED" : view!))
    .$if(view === "FROZEN", (of) => of.where("status_cause", "=", contested))
    .$if(view === "BLOCKED", (of) => of.where("status_cause", "is distinct from", contested))
    .$if(brand !== undefined, (of) => of.where("brand", "=", brand!));
  return (await inOrder(query, newestFirst, page).execute()).map(rowOf);
}

/** These accounts by id; those of forgotten borrowers are missing. */
export async function accountsOf(reader: Reader, borrowerIds: readonly string[]): Promise<Map<string, AccountRow>> {
  if (borrowerIds.length === 0) return new Map();
  const rows = await reader.selectFrom("borrower").select(columns).where("borrower_id", "in", borrowerIds).execute();
  return new Map(rows.map((row) => [row.borrower_id, rowOf(row)]));
}
