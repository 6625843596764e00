/** The headers that every answer has, and what they prevent. // Threats F3, F6 */
import { expect, it } from "vitest";
import { closedPolicy, consolePolicy, pagePolicy, withCommonHeaders } from "./headers.ts";

const directives = (policy: string) =>
  new Map(
    policy.split("; ").map((directive) => [directive.split(" ")[0] as string, directive.split(" ").slice(1).join(" ")]),
  );
const policies = {
  page: pagePolicy({ scripts: ["'nonce-n'"], styles: ["'nonce-n'"], eventOrigin: "https://events.example" }),
  console: consolePolicy({ scripts: ["'nonce-n'"], styles: ["'nonce-n'"] }),
  "everything else": closedPolicy,
};

it.each(Object.entries(policies))(
  "lets nobody frame %s, frames nobody, and takes no script by name or by evaluation",
  (_, policy) => {
    const of = directives(policy);
    expect(of.get("default-src")).toBe("'none'");
    expect(of.get("frame-ancestors")).toBe("'none'");
    expect(of.get("frame-src") ?? "'none'").toBe("'none'");
    expect(of.get("base-uri")).toBe("'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:(?!\/\/events\.example)/);
  },
);

it("lets pages be framed by their own site alone, and only where that is asked for", () => {
  const framed = directives(pagePolicy({ scripts: [], styles: [], eventOrigin: "", framedBySelf: true }));
  expect([framed.get("frame-ancestors"), framed.get("frame-src")]).toEqual(["'self'", "'none'"]);
});

it("lets the host simulator's page alone frame others, its own site's", () => {
  const simulator = directives(pagePolicy({ scripts: [], styles: [], eventOrigin: "", framesSelf: true }));
  expect([simulator.get("frame-ancestors"), simulator.get("frame-src")]).toEqual(["'none'", "'self'"]);
});

it("gives every answer the closed policy, no caching and no sniffing, unless it brings a policy of its own", () => {
  const { headers } = withCommonHeaders({ status: 200, headers: {}, body: "" });
  expect(headers).toMatchObject({
    "content-security-policy": closedPolicy,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
  });
  const own = withCommonHeaders({
    status: 200,
    headers: { "content-security-policy": policies.page, "x-content-type-options": "anything" },
    body: "",
  });
  expect([own.headers["content-security-policy"], own.headers["x-content-type-options"]]).toEqual([
    policies.page,
    "nosniff",
  ]);
});
