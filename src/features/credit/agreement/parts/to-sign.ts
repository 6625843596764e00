import type { AgreementAnswer } from "../contract.ts";

export type ToSign = NonNullable<AgreementAnswer["toSign"]>;
