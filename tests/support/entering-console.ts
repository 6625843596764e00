/** Staff who log in to the console with address, password and code, and the trail that they leave. */
import { expect } from "vitest";
import type { TestApp, TestClient } from "#tests/support/app.ts";
import { sandboxStaffOf, totpCode, type SandboxStaff } from "#features/platform/console/server/index.ts";

export async function enteringConsole(app: TestApp) {
  const persons = await sandboxStaffOf(app.services);

  const person = (role: string, index = 0) => persons.filter((one) => one.roles[0] === role)[index] as SandboxStaff;
  const codeOf = (secret: string) => totpCode(secret, app.clock.realNow());
  /** Past the present code, and past the counters of tries. */
  const later = (seconds = 31) => app.clock.advance(seconds * 1000);
  const typed = ({ email, password, totpSecret }: SandboxStaff) => ({ email, password, code: codeOf(totpSecret) });
  async function enter(role: string, index = 0): Promise<TestClient> {
    later();
    const client = app.client();
    expect((await client.post("/api/staff/login", typed(person(role, index)))).status).toBe(200);
    return client;
  }
  const auditOf = () =>
    app.services.database
      .selectFrom("audit_entry as e")
      .leftJoin("audit_outcome as o", "o.entryId", "e.id")
      .select([
        "e.action",
        "e.staffId",
        "e.reason",
        "e.borrowerId",
        "e.subject",
        "o.outcome",
        "o.code",
        "o.facts",
        "o.borrowerId as noted",
      ])
      .orderBy("e.id", "desc")
      .execute();
  const newestAudit = async () => (await auditOf())[0];
  return { persons, person, codeOf, later, typed, enter, auditOf, newestAudit };
}
