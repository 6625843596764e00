import type { ReactElement } from "react";

/** Named examples of a component: the gallery shows them and the kit's tests render each of them. */
export type Examples = Readonly<Record<string, ReactElement>>;
