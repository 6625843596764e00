import { groupThousands } from "#shared/money.ts";

/** An amount as the books write it, with its sign: `-6.500`. */
export const signedFigure = (amount: number): string =>
  amount < 0 ? `-${groupThousands(-amount)}` : groupThousands(amount);
