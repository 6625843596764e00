import type { AgreementAnswer } from "../contract.ts";

/** What is to be signed. */
export type ToSign = NonNullable<AgreementAnswer["toSign"]>;
