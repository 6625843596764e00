/** How the states of a withdrawal are coloured; the words carry the meaning. */
export const withdrawalStateKinds = { PENDING: "attention", SUCCEEDED: "ok", FAILED: "bad" } as const;
