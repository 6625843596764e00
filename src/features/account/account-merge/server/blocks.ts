/**
 * Merge assets: each domain says what it moves and how it moves back. The order of the wiring is the order on the page
 * and of the moves. // Spec account 5
 */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Text } from "#shared/texts.ts";
import { defineQuestion } from "#server/questions.ts";

/** The surviving account, and the one that ends. */
export interface Merging {
  survivorId: string;
  absorbedId: string;
}
export type Merge = Merging & { mergeId: string };

/** One line of the page that is signed. */
export interface AssetLine {
  code: string;
  text: Text;
  unit: "RUPIAH" | "POINTS" | "COUNT";
  /** The amount of each account, and of the surviving one afterwards; 0 or more. */
  survivor: number;
  absorbed: number;
  after: number;
  note?: Text;
  /** It has no value of its own, for example an address: an account with nothing else is closed instead. */
  isListed?: true;
}

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [field: string]: Plain };

export interface MergeAsset<Moved extends Plain = Plain> {
  /** `WALLET`; unique in the product. */
  asset: string;
  /** The lines of the page. The page leaves out lines with nothing to show. */
  preview(services: Services, reader: Reader, merging: Merging): Promise<readonly AssetLine[]>;
  /** Something is under way that has to end first, such as a transfer: the merge waits for it. */
  isBusy?(services: Services, reader: Reader, merging: Merging): Promise<boolean>;
  /** Moves it, in the transaction of the merge, and returns the data for undoing (ids and figures); null when there was nothing. */
  move(services: Services, trx: Transaction, merge: Merge): Promise<Moved | null>;
  /** Moves it back within the 72 hours. It must not fail: the result of `move` was held for it. */
  back(services: Services, trx: Transaction, merge: Merge, moved: Moved): Promise<void>;
  /** The 72 hours are over: it belongs to the surviving account for good. `moved` is null when nothing had moved. */
  keep?(services: Services, trx: Transaction, merge: Merge, moved: Moved | null): Promise<void>;
}

/** Any block, for lists; only the block itself knows the type that `move` returns. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyMergeAsset = MergeAsset<any>;

/** An account's loans: OPEN (one is open, owed or applied for), PAST (one was repaid), NONE. */
export type LoanPhase = "OPEN" | "PAST" | "NONE";

/** Asked by the merging of accounts: what of this domain moves with it. */
export const mergeAssets = defineQuestion<readonly AnyMergeAsset[]>("merge-assets", "MANY");
/** Asked of one domain before a merge: decides which account survives, and ensures that no loan has to move. */
export const loansBeforeMerge = defineQuestion<(reader: Reader, borrowerId: string) => Promise<LoanPhase>>(
  "loans-before-merge",
  "ONE",
);

/** Declares a block. @throws RangeError for another form of name */
export function defineMergeAsset<Moved extends Plain>(block: MergeAsset<Moved>): AnyMergeAsset {
  if (!/^[A-Z]+(?:_[A-Z]+)*$/.test(block.asset)) throw new RangeError(`${block.asset} is no name of an asset.`);
  return block;
}

export const mergeAssetsOf = ({ ask }: Services): AnyMergeAsset[] => ask(mergeAssets).flat();
