/** Behind a pooler that lends sessions for a transaction, session settings do not last: the role's own settings apply, and are checked. */
import { ConfigFault } from "#server/process/config.server.ts";
import { DatabaseClient, sessionTimeZone, type SessionLimits } from "./client.ts";
import { DatabaseHosts } from "./hosts.ts";

/** Settings that a role must have, with the values that a session sets for itself elsewhere. */
const required = {
  TimeZone: sessionTimeZone,
  statement_timeout: "15s",
  lock_timeout: "5s",
  idle_in_transaction_session_timeout: "30s",
} as const;

/**
 * Reads the role's settings through the pooler.
 * @throws ConfigFault with the statements that set the missing ones; DatabaseUnreachable.
 */
export async function readRoleSettings(connection: string): Promise<SessionLimits> {
  const client = new DatabaseClient({ hosts: new DatabaseHosts(connection), session: null, application_name: "tunai" });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: keyof typeof required; setting: string; role: string }>(
      `select name, setting, quote_ident(current_user) as role from pg_settings where name in (${Object.keys(required)
        .map((name) => `'${name}'`)
        .join(", ")})`,
    );
    const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
    const faults = Object.entries(required).flatMap(([name, value]) => {
      const present = settings.get(name as keyof typeof required);
      const isRight = name === "TimeZone" ? present === value : Number(present) > 0;
      return isRight ? [] : [`alter role ${rows[0]?.role ?? "…"} set ${name} = '${value}';`];
    });
    if (faults.length > 0)
      throw new ConfigFault([
        "DATABASE_POOLER is transaction, so the role's own settings count. Run this at the database, let the pooler reconnect (RECONNECT), and start again:",
        ...faults,
      ]);
    return {
      statementTimeoutMilliseconds: Number(settings.get("statement_timeout")),
      lockTimeoutMilliseconds: Number(settings.get("lock_timeout")),
      idleInTransactionTimeoutMilliseconds: Number(settings.get("idle_in_transaction_session_timeout")),
    };
  } finally {
    await client.end();
  }
}
