/** A loan's number as people read it: `TN-7KQ2-M4XD`. */

const unbreakableHyphen = "\u2011";

/** For sentences: it never breaks over two lines. What is typed or copied of it is read by `typedLoanNumber`. */
export const unbrokenNumber = (number: string): string => number.replaceAll("-", unbreakableHyphen);

/** What somebody typed or pasted, as numbers are kept. */
export const typedLoanNumber = (typed: string): string => typed.trim().toUpperCase().replaceAll(unbreakableHyphen, "-");
