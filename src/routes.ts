/** Every screen of the product, by shell. A domain brings its screens in its own `routes.ts`. */
import { layout, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import * as login from "./features/account/login/routes.ts";
import * as limit from "./features/credit/limit/routes.ts";
import * as audit from "./features/operations/audit/routes.ts";
import * as configuration from "./features/operations/configuration/routes.ts";
import * as sandbox from "./features/operations/sandbox/routes.ts";
import * as staff from "./features/operations/staff/routes.ts";
import * as home from "./features/site/home/routes.ts";
import * as shell from "./features/site/shell/routes.ts";

interface DomainRoutes {
  website?: RouteConfigEntry[];
  webview?: RouteConfigEntry[];
  staff?: RouteConfigEntry[];
  bare?: RouteConfigEntry[];
}

const domains: DomainRoutes[] = [login, home, limit, shell, configuration, sandbox, audit, staff];
const screensOf = (kind: keyof DomainRoutes): RouteConfigEntry[] => domains.flatMap((domain) => domain[kind] ?? []);

export default [
  layout("web/shells/website.tsx", screensOf("website")),
  layout("web/shells/webview.tsx", screensOf("webview")),
  layout("web/shells/staff.tsx", screensOf("staff")),
  ...screensOf("bare"),
] satisfies RouteConfig;
