/**
 * No console page opens for a role that may send none of its forms, and no form is shown to a role that may not send
 * it. Generated from the policies of the calls, for every screen and role: a new screen is covered without an entry
 * here. // Threats E1t, E4t
 */
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { perform, type Raw } from "#server/call/pipeline.ts";
import { callerOf } from "#server/http/caller-of.ts";
import { requestOfWeb } from "#server/http/exchange.ts";
import type { Call, Policy } from "#shared/contract.ts";
import { mayStaff, permissionsOf, staffRoles, type StaffRole } from "#shared/staff-permissions.ts";
import { pagePath, serverCall } from "#web/api.ts";
import { FrameProvider } from "#web/frame.tsx";
import { LanguageProvider } from "#web/language.tsx";
import { pageFrame, type PageFrame } from "#web/screen.ts";
import { Form } from "#web/ui/form/form.tsx";
import { productSources, root } from "#tests/support/house-sources.ts";
import { testApp } from "#tests/support/app.ts";

const app = await testApp();
const { services } = app;
const calls = app.api.calls().map(({ call }) => call);
const permissionOf = ({ policy }: { policy: Policy }): string | null =>
  policy.who === "staff" && policy.permission !== "console.enter" ? policy.permission : null;

/** Every screen of the console with its file; those before the login are open to everyone. */
const screens = productSources
  .filter(({ path }) => /^src\/features\/[^/]+\/[^/]+\/routes\.ts$/.test(path))
  .flatMap(({ code }) =>
    [...code.matchAll(/route\(\s*"(staff(?:\/[^"]*)?)",\s*"([^"]+)"/g)].map((match) => ({
      path: `/${match[1]}`,
      file: match[2]!,
    })),
  )
  .filter(({ path }) => !/^\/staff\/(?:login|logout|invitation|password|help)/.test(path));

interface Module {
  loader?: (input: { request: Request; params: Record<string, string>; context: RouterContextProvider }) => unknown;
}
const sourceOf = (file: string): string => productSources.find(({ path }) => path === `src/${file}`)!.code;
/** The console's calls that a screen's own forms make. */
async function sentBy(file: string): Promise<Call[]> {
  const code = sourceOf(file);
  const named = new Set([...code.matchAll(/\b(?:call:\s*|call=\{|submit\()(\w+)/g)].map((match) => match[1]!));
  const imports = [...code.matchAll(/import \{([^}]*)\} from "([^"]*contract\.ts)"/g)];
  const found: Call[] = [];
  for (const [, names, from] of imports) {
    const folder = file.split("/").slice(0, -1).join("/");
    const path = from!.startsWith("#") ? from!.slice(1) : `${folder}/${from!}`;
    const contract = (await import(join(root, "src", path))) as Record<string, unknown>;
    for (const name of names!.split(",").map((one) => one.replace(/\btype\b/, "").trim()))
      if (named.has(name)) found.push(contract[name] as Call);
  }
  return found.filter((call) => call.policy.who === "staff");
}

const staffCookies = new Map<StaffRole, string>();
for (const role of staffRoles) {
  const client = await app.staff(services.random.uuid(), [role]);
  staffCookies.set(role, [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
}

/** Whether a role's page opens, and by which permission of the console. */
async function openedBy(screen: { path: string; file: string }, role: StaffRole) {
  const { loader } = (await import(join(root, "src", screen.file))) as Module;
  const id = services.random.uuid();
  const path = screen.path.replaceAll(/:\w+\??/g, id);
  const params = Object.fromEntries([...screen.path.matchAll(/:(\w+)/g)].map((match) => [match[1]!, id]));
  const asked = new Request(`http://localhost:3000${path}`, {
    headers: { Host: "localhost:3000", Cookie: staffCookies.get(role)! },
  });
  const context = new RouterContextProvider();
  const permissions: string[] = [];
  context.set(pagePath, path);
  context.set(pageFrame, { language: "en", traceId: "", now: services.clock.now().toISOString() } as PageFrame);
  context.set(serverCall, (name, raw) => {
    const permission = permissionOf(calls.find((call) => `${call.method} ${call.path}` === name)!);
    if (permission) permissions.push(permission);
    return Promise.resolve(perform(app.api, name, raw as Raw, callerFor(asked)));
  });
  try {
    await loader?.({ request: asked, params, context });
    return { isOpen: true, permissions };
  } catch (error) {
    const status = (error as { init?: { status?: number } }).init?.status;
    // A page about something that does not exist: it is judged by its purpose.
    return { isOpen: status !== 403 && permissions.length === 0, permissions };
  }
}
const callerFor = (asked: Request) =>
  callerOf({ services, brands: services.brands }, requestOfWeb(asked), "http://localhost:3000");

it("A screen that asks for nothing but a login opens for those alone who may make one of its calls.", async () => {
  expect(screens.length).toBeGreaterThan(50);
  const open: string[] = [];
  for (const screen of screens) {
    const sent = await sentBy(screen.file);
    if (sent.length === 0) continue;
    for (const role of staffRoles) {
      const { isOpen, permissions } = await openedBy(screen, role);
      if (!isOpen || permissions.length > 0) continue;
      if (!sent.some((call) => permissionOf(call) === null || mayStaff([role], permissionOf(call)!)))
        open.push(`${role} ${screen.path}`);
    }
  }
  expect(open).toEqual([]);
});

it("A form of the console is shown to every role that may send it, and to no other.", () => {
  const posts = calls.filter((call) => call.method === "POST" && permissionOf(call) !== null);
  expect(posts.length).toBeGreaterThan(60);
  for (const role of staffRoles) {
    const staff = { name: "R", roles: [role], permissions: permissionsOf([role]) };
    const frame = { language: "en", staff } as unknown as PageFrame;
    for (const call of posts) {
      const drawn = renderToStaticMarkup(
        <LanguageProvider language="en">
          <FrameProvider frame={frame}>
            <Form call={call} idempotencyKey="key">
              x
            </Form>
          </FrameProvider>
        </LanguageProvider>,
      );
      expect(drawn.includes("<form"), `${role} ${call.path}`).toBe(mayStaff([role], permissionOf(call)!));
    }
  }
});
