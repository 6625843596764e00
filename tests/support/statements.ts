/** Records the statements that `work` sends to the database, for checking their plans. */
import pg from "pg";
import { vi } from "vitest";

export interface Statement {
  text: string;
  values: unknown[];
  /** Whose it is: what sweeps and jobs ask at the same time comes over connections of their own. */
  connection: unknown;
}

/** The statements that were sent while `work` ran, in their order; those of sweeps and jobs beside it are among them. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    const calls = spy.mock.calls as unknown as [string | Partial<Statement> | undefined, unknown[]?][];
    return calls.flatMap(([asked, values], index) => {
      const connection = spy.mock.contexts[index];
      if (typeof asked === "string") return [{ text: asked, values: values ?? [], connection }];
      return typeof asked?.text === "string" ? [{ text: asked.text, values: asked.values ?? [], connection }] : [];
    });
  } finally {
    spy.mockRestore();
  }
}
