/**
 * The policy matrix: every mounted call as every kind of principal. A principal that the policy does not admit is
 * refused before the handler runs, whatever the input. Generated from the calls, so a new one is covered automatically.
 * // Threats E1t, E3t
 */
import fc from "fast-check";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { callName, type Mounted } from "#server/call/pipeline.ts";
import type { Policy } from "#shared/contract.ts";
import { stepUpPurposes } from "#shared/purposes.ts";
import { mayStaff, staffPermissions, staffRoles, tierPermissions, type StaffRole } from "#shared/staff-permissions.ts";
import { cookieNames, testApp, type TestClient } from "#tests/support/app.ts";

interface Principal {
  name: string;
  client: () => Promise<TestClient>;
  /** Whether the policy admits this principal. */
  mayEnter: (policy: Policy) => boolean;
}

/** Handlers are replaced: a call that passes the policy is counted and goes no further. */
const reached: string[] = [];
const borrowerA = "0190aaaa-0000-7000-8000-00000000000a";
const borrowerB = "0190aaaa-0000-7000-8000-00000000000b";
const staffId = "0190aaaa-0000-7000-8000-0000000000cc";

const app = await testApp({ followsRefusals: false });
beforeAll(async () => {
  for (const mounted of app.api.calls()) {
    mounted.once = false;
    mounted.handler = async () => {
      reached.push(callName(mounted.call));
      throw new Error("reached");
    };
  }
});

/** Kinds of callers that no browser credential admits or refuses; a native app's credential is none of these. */
const open = new Set<Policy["who"]>(["anyone", "visitor", "webhook", "sandbox"]);
const withCookie = async (name: string, value: string) => {
  const client = app.client();
  client.cookies.set(name, value);
  return client;
};

function principals(): Principal[] {
  const onlyOpen = (policy: Policy) => open.has(policy.who);
  const borrower = (policy: Policy) => onlyOpen(policy) || (policy.who === "borrower" && policy.stepUp === undefined);
  const linked = (purpose: string): Principal => ({
    name: `the holder of a ${purpose} link`,
    client: () =>
      withCookie(
        cookieNames.link,
        app.services.keys.signLink({
          purpose,
          subject: borrowerA,
          expiresAt: new Date(app.clock.now().getTime() + 60_000),
        }),
      ),
    mayEnter: (policy) => onlyOpen(policy) || (policy.who === "link" && policy.purpose === purpose),
  });
  const purposes = app.api.calls().flatMap(({ call }) => (call.policy.who === "link" ? [call.policy.purpose] : []));
  const forged = "A".repeat(43);
  return [
    { name: "a stranger", client: async () => app.client(), mayEnter: onlyOpen },
    { name: "borrower A", client: () => app.loggedIn(borrowerA), mayEnter: borrower },
    { name: "borrower B", client: () => app.loggedIn(borrowerB), mayEnter: borrower },
    ...staffRoles.map((role): Principal => ({
      name: `staff: ${role}`,
      client: () => app.staff(staffId, [role]),
      mayEnter: (policy) => onlyOpen(policy) || (policy.who === "staff" && mayStaff([role], policy.permission)),
    })),
    { name: "staff without roles", client: () => app.staff(staffId, []), mayEnter: onlyOpen },
    { name: "staff of an invented role", client: () => app.staff(staffId, ["owner" as StaffRole]), mayEnter: onlyOpen },
    {
      name: "a borrower's session in the staff cookie",
      client: async () =>
        withCookie(cookieNames.staff, (await app.loggedIn(borrowerA)).cookies.get(cookieNames.borrower) ?? ""),
      mayEnter: onlyOpen,
    },
    {
      name: "a staff session in the borrower's cookie",
      client: async () =>
        withCookie(cookieNames.borrower, (await app.staff(staffId, ["admin"])).cookies.get(cookieNames.staff) ?? ""),
      mayEnter: onlyOpen,
    },
    { name: "a forged borrower's cookie", client: () => withCookie(cookieNames.borrower, forged), mayEnter: onlyOpen },
    { name: "a forged staff cookie", client: () => withCookie(cookieNames.staff, forged), mayEnter: onlyOpen },
    {
      name: "a forged link",
      client: () =>
        withCookie(cookieNames.link, `k1.${Buffer.from('["STAFF_INVITE","x",null]').toString("base64url")}.${forged}`),
      mayEnter: onlyOpen,
    },
    ...[...new Set(purposes), "NO_SUCH_PURPOSE"].map(linked),
  ];
}

/** The principal's client, which begins each call with the same cookies: an answer may take a refused one away. */
async function alwaysAs({ client }: Pick<Principal, "client">): Promise<() => TestClient> {
  const made = await client();
  const cookies = [...made.cookies];
  return () => {
    made.cookies.clear();
    for (const [name, value] of cookies) made.cookies.set(name, value);
    return made;
  };
}

/**
 * Sends a call with plausible ids and a nonsensical body; policies are checked before the input, so neither matters.
 */
async function knock(
  client: TestClient,
  { call }: Mounted,
): Promise<{ status: number; code: string; isReached: boolean }> {
  const path = call.path.replace(/\{\w+\}/g, borrowerA);
  reached.length = 0;
  const answer =
    call.method === "GET"
      ? await client.get(path)
      : await client.post(path, {}, { "Idempotency-Key": "key-of-the-matrix" });
  return { status: answer.status, code: answer.body?.status?.code ?? "", isReached: reached.length > 0 };
}

/** Headers in which a client may claim anything about itself. // Threat E6t */
const claim = fc.stringMatching(/^[\w./;:=(),-]{1,40}$/);
const labels = fc.record(
  {
    "User-Agent": fc.oneof(claim, fc.constant("TunaiApp/9.9.9 (admin)")),
    Build: claim,
    "Client-Type": fc.oneof(claim, fc.constant("STAFF")),
    "Device-Token": fc.oneof(claim, fc.constant("device-of-tests")),
    "Platform-Type": claim,
    Country: claim,
    "X-Forwarded-For": fc.oneof(claim, fc.constant("127.0.0.1")),
    "X-Forwarded-User": claim,
    Authorization: fc.oneof(claim, fc.constant("Bearer admin")),
    Cookie: fc.constantFrom(
      "lenderId=1",
      "userToken=v1-admin-check",
      "deviceToken=device-of-tests",
      "roles=admin",
      "staff=",
      "sid=null",
    ),
  },
  { requiredKeys: [] },
);

describe("every call", () => {
  it("answers only the principals that its policy names", async () => {
    const faults: string[] = [];
    for (const principal of principals()) {
      const client = await alwaysAs(principal);
      for (const mounted of app.api.calls()) {
        const { status, isReached } = await knock(client(), mounted);
        const name = `${callName(mounted.call)} as ${principal.name}`;
        if (principal.mayEnter(mounted.call.policy)) {
          // Refused for its input, or answered: but never because of the caller.
          if (status === 401 || status === 403) faults.push(`${name}: refused with ${status}`);
        } else if (isReached || (status !== 401 && status !== 403)) faults.push(`${name}: let in with ${status}`);
      }
    }
    expect(faults).toEqual([]);
  }, 400_000);

  it("is not opened by labels that a client chooses itself", async () => {
    const closed = app.api.calls().filter(({ call }) => !open.has(call.policy.who));
    await fc.assert(
      fc.asyncProperty(labels, fc.constantFrom(...closed), async (headers, mounted) => {
        const { status, isReached } = await knock(app.client(headers), mounted);
        expect([callName(mounted.call), status, isReached]).toEqual([callName(mounted.call), 401, false]);
      }),
      { numRuns: 300 },
    );
  }, 180_000);

  it("refuses fields that it does not know, by name", () => {
    const unknown = { somethingNobodyAskedFor: 1, isAdmin: true };
    const faults = app.api.calls().flatMap(({ call }) => {
      // A partner's body is read by the handler, as raw bytes.
      if (call.policy.who === "webhook") return [];
      const parsed = v.safeParse(call.input, unknown);
      const named =
        parsed.issues?.some(
          (issue) => v.getDotPath(issue) === "somethingNobodyAskedFor" || v.getDotPath(issue) === "isAdmin",
        ) ?? false;
      return named ? [] : [callName(call)];
    });
    expect(faults).toEqual([]);
  });

  it("lets nothing out that its answer does not name", () => {
    // An object drops unknown entries, a strict one refuses them; a loose one would pass them on. // Threat E2t
    const isLoose = (schema: unknown, seen = new Set<unknown>()): boolean => {
      if (typeof schema !== "object" || schema === null || seen.has(schema)) return false;
      seen.add(schema);
      const { type } = schema as { type?: unknown };
      return (
        type === "loose_object" ||
        type === "any" ||
        type === "unknown" ||
        Object.values(schema).some((inner) => isLoose(inner, seen))
      );
    };
    const loose = app.api
      .calls()
      .filter(({ call }) => isLoose(call.output))
      .map(({ call }) => callName(call));
    // The description of all calls is a JSON document of its own standard, generated only from the contracts.
    expect(loose.filter((name) => name !== "GET /api/openapi.json")).toEqual([]);
  });

  it("that needs a fresh code refuses a session whose proof is missing, ten minutes old or for something else", async () => {
    const faults: string[] = [];
    const stale = await app.loggedIn(borrowerA, ...stepUpPurposes);
    app.clock.advance(600_000);
    for (const mounted of app.api.calls()) {
      const { policy } = mounted.call;
      if (policy.who !== "borrower" || !policy.stepUp) continue;
      const { stepUp } = policy;
      const others = stepUpPurposes.filter((purpose) => purpose !== stepUp);
      for (const [name, client] of [
        ["without a proof", await app.loggedIn(borrowerA)],
        ["with an old one", stale],
        ["with all others", await app.loggedIn(borrowerA, ...others)],
      ] as const) {
        const { status, code, isReached } = await knock(client, mounted);
        if (status !== 401 || code !== "STEP_UP_NEEDED" || isReached)
          faults.push(`${callName(mounted.call)} ${name}: ${status} ${code}`);
      }
      const fresh = await knock(await app.loggedIn(borrowerA, stepUp), mounted);
      if (fresh.status === 401) faults.push(`${callName(mounted.call)} with its own proof: ${fresh.code}`);
    }
    expect(faults).toEqual([]);
  });

  it("that decides where money goes, or sends it, needs a fresh code by its policy or takes one as its input", () => {
    // Threat A11: withdraw, bind, sign, change the password; a new call of these kinds is added here.
    const sensitive =
      /^POST \/api\/(account-link|bank-account(\/\{accountId\}\/(main|remove))?|repayment\/balance\/refund|account\/password|agreement\/\{loanId\}\/sign)$/;
    const found = app.api.calls().filter(({ call }) => sensitive.test(callName(call)));
    expect(found).toHaveLength(7);
    const unguarded = found.filter(
      ({ call }) =>
        !(call.policy.who === "borrower" && call.policy.stepUp) &&
        !v.safeParse(call.input, {}).issues?.some((issue) => v.getDotPath(issue) === "verificationId"),
    );
    expect(unguarded.map(({ call }) => callName(call))).toEqual([]);
  });

  it("that changes something by a cookie refuses another site", async () => {
    const exempt = new Set<Policy["who"]>(["webhook", "host-app", "sandbox"]);
    const faults: string[] = [];
    const client = await alwaysAs({ client: () => app.staff(staffId, ["admin"]) });
    for (const mounted of app.api.calls()) {
      const { call } = mounted;
      if (call.method !== "POST" || exempt.has(call.policy.who)) continue;
      const headers: Record<string, string>[] = [
        { "Sec-Fetch-Site": "cross-site" },
        { "Sec-Fetch-Site": "same-site" },
        { "Sec-Fetch-Site": "same-origin", Origin: "https://evil.example" },
      ];
      for (const header of headers) {
        const answer = await client().post(call.path.replace(/\{\w+\}/g, borrowerA), {}, header);
        if (answer.body?.status?.code !== "ORIGIN_REFUSED")
          faults.push(`${callName(call)}: ${answer.status} for ${JSON.stringify(header)}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it("of staff names a permission of the table, and no permission is without a call", () => {
    const named = app.api.calls().flatMap(({ call }) => (call.policy.who === "staff" ? [call.policy.permission] : []));
    expect(named.filter((permission) => !(permission in staffPermissions))).toEqual([]);
    expect(
      Object.keys(staffPermissions).filter(
        (permission) => !named.includes(permission) && !tierPermissions.some((tier) => tier === permission),
      ),
    ).toEqual([]);
  });

  it("takes no other method than its own", async () => {
    const faults: string[] = [];
    for (const mounted of app.api.calls()) {
      const path = mounted.call.path.replace(/\{\w+\}/g, borrowerA);
      for (const method of ["PUT", "DELETE", "PATCH"]) {
        const answer = await app.client().send(method, path, undefined);
        if (answer.status !== 405 || !(answer.headers.get("allow") ?? "").split(", ").includes(mounted.call.method))
          faults.push(`${method} ${path}: ${answer.status}`);
      }
    }
    expect(faults).toEqual([]);
  });
});
