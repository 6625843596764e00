/** The look of a session is noted after its answer: a test that moves the clock waits for that. */
import type { Reader } from "#server/database.server.ts";

/** When the session that was used last was seen, in milliseconds. */
export async function lastSeen(reader: Reader): Promise<number> {
  const { seen } = await reader
    .selectFrom("login_session")
    .select((row) => row.fn.max("lastSeenAt").as("seen"))
    .executeTakeFirstOrThrow();
  return new Date(seen!).getTime();
}
