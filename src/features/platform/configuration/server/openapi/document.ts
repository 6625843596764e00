/** The published API as an OpenAPI 3.1 document, generated from the contracts that also validate calls. */
import { appSession, bringsSession } from "#server/call/app-session.ts";
import { binary, streamed, type Api } from "#server/call/pipeline.ts";
import { exportBegun, fileOrBegun } from "#shared/list-export.ts";
import { publishedWebhooks } from "#server/http/published-webhooks.ts";
import { hostCookies, loopbackCookies } from "#server/http/cookies.ts";
import type { Call } from "#shared/contract.ts";
import { idempotencyKey } from "#shared/fields/idempotency.ts";
import { languages } from "#shared/texts.ts";
import type { Audience } from "../../contract.ts";
import { Components, type Json } from "./components.ts";
import { withMeanings } from "./field-words.ts";
import { asExample, callExampleOf } from "./examples.ts";
import { problemsOf } from "#server/call/published-problems.ts";
import { failuresOf, problemParts } from "./problems.ts";

/** Version of the published API: additive changes count the second figure up, announced removals the first. */
const apiVersion = "2.0.0";

export interface OpenApiOptions {
  api: Api;
  /** Every origin under which this installation answers, for `servers`. */
  origins: readonly string[];
  /** Whether sandbox calls are included: outside prod. */
  sandbox: boolean;
  /** The audience; everyone by default. */
  audience?: Audience | undefined;
}

/** The document of all mounted calls except internal ones, or of those for one audience. */
export function openApiDocument({ api, origins, sandbox, audience }: OpenApiOptions): Json & { openapi: string } {
  const calls = api
    .calls()
    .map((mounted) => mounted.call)
    .filter((call) => !call.internal && (sandbox || call.policy.who !== "sandbox"))
    .filter((call) => audience === undefined || audienceOf(call) === audience)
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1));
  const hasWebhooks = audience === undefined || audience === "partner";
  const components = new Components();
  const paths: Record<string, Json> = {};
  const published = publishedPaths(calls.map(({ path }) => path));
  for (const call of calls) {
    const path = published.get(call.path) ?? call.path;
    (paths[path] ??= {})[call.method.toLowerCase()] = operationOf(call, path, components);
  }
  const groups = [...new Set(calls.map(groupOf))].sort();
  const schemes = new Set(calls.flatMap(securityOf).flatMap((one) => Object.keys(one)));
  const document = {
    openapi: "3.1.0",
    info: {
      title: "Tunai API",
      version: apiVersion,
      license: { name: "All rights reserved", identifier: "LicenseRef-proprietary" },
      description:
        "Every call of the product. A success answers a plain JSON resource; a failure answers the one envelope `{ status: { code, detail, fields?, data? }, traceId }` with a code that the call lists. " +
        "Amounts are whole rupiah. Instants are ISO 8601 in UTC, business dates are YYYY-MM-DD in Asia/Jakarta. Lists that grow take `cursor` and `limit` and answer `{ items, nextCursor }`; short closed ones answer their `{ items }` whole. A cursor is opaque: it is sent back as it came. " +
        "Examples are answers that the product gave, with other ids, secrets and numbers of persons; their longer lists are cut after three items.",
    },
    servers: origins.map((url) => ({ url })),
    tags: [
      ...groups.map((name) => ({ name, description: `Calls whose path begins with \`${name}\`.` })),
      ...(hasWebhooks ? [{ name: "events", description: "Events that are sent to an endpoint of a lender." }] : []),
    ],
    security: [],
    paths,
    ...(hasWebhooks ? { webhooks: webhooksOf(api, components) } : {}),
    components: {
      schemas: byName({ ...problemParts, ...components.schemas }),
      responses: byName(components.responses),
      parameters: commonParameters(components),
      headers: {
        TraceId: {
          description: "Stands in every answer and in our log; tell it to support.",
          schema: { type: "string" },
        },
        RetryAfter: {
          description: "Whole seconds until it is worth trying again.",
          schema: { type: "integer", minimum: 0 },
        },
      },
      securitySchemes: Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => schemes.has(name))),
    },
  };
  return withMeanings(document);
}

/** Events that go to a lender's endpoint, under the names that they have there. */
function webhooksOf({ services: { ask } }: Api, components: Components): Json {
  const signed = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => ({
    name,
    in: "header",
    required: true,
    description: "As Standard Webhooks says.",
    schema: { type: "string" },
  }));
  const webhooks = ask(publishedWebhooks).flat();
  return Object.fromEntries(
    webhooks.map(({ type, summary, body }) => [
      type,
      {
        post: {
          operationId: `receive${nameOf(type)}`,
          summary,
          tags: ["events"],
          security: [],
          parameters: signed,
          requestBody: {
            required: true,
            content: { "application/json": { schema: components.schemaOf(body, "output") } },
          },
          responses: {
            "2XX": { description: "Received. Any other answer, or none within 15 seconds, brings another try." },
            "410": { description: "Gone for good: the endpoint is switched off." },
          },
        },
      },
    ]),
  );
}
/** `loan.paid_off` → `LoanPaidOff` */
const nameOf = (type: string): string =>
  type.replaceAll(/(?:^|[._])([a-z])/g, (_, first: string) => first.toUpperCase());

const byName = (parts: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Staff get the console's calls and its login; partners those for their reports; apps and pages all calls for people. */
function audienceOf({ policy, path }: Call): Audience {
  if (policy.who === "webhook" || policy.who === "partner") return "partner";
  if (policy.who === "sandbox") return "sandbox";
  return policy.who === "staff" || path.startsWith("/api/staff/") ? "staff" : "app";
}

/** Paths that differ only in a parameter's name are one path of the document, whose name contains both. */
function publishedPaths(paths: readonly string[]): Map<string, string> {
  const byShape = new Map<string, string[]>();
  for (const path of new Set(paths)) {
    const bare = path.replaceAll(/\{\w+\}/g, "{}");
    byShape.set(bare, [...(byShape.get(bare) ?? []), path]);
  }
  return new Map(
    [...byShape.values()].flatMap((same) => {
      const [first = "", ...others] = same;
      const joined = others.reduce((path, other) => joinNames(path, other), first);
      return same.map((path): [string, string] => [path, joined]);
    }),
  );
}
/** `/lookup/{kind}` and `/lookup/{lookupId}` → `/lookup/{kindOrLookupId}` */
function joinNames(path: string, other: string): string {
  const names = [...other.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const second = names.shift() ?? name;
    return name === second ? `{${name}}` : `{${name}Or${second.charAt(0).toUpperCase()}${second.slice(1)}}`;
  });
}

/** `/api/loan/{loanId}/cancel` → `loan`; `/api/v2/user/union/login` → `user`; `/event/uploadLog` → `event`. */
export function groupOf(call: Pick<Call, "path">): string {
  const parts = call.path
    .split("/")
    .filter((part) => part !== "" && part !== "api" && !/^v\d+$/.test(part) && !part.startsWith("{"));
  return (parts[0] ?? "api").replace(/\.json$/, "");
}

function operationOf(call: Call, path: string, components: Components): Json {
  const { input, parameters } = inputOf(call, path, components);
  const problems = problemsOf(call);
  const operation: Json = {
    operationId: call.id,
    summary: call.summary,
    ...limitsOf(call),
    tags: [groupOf(call)],
    "x-policy": call.policy,
    "x-problem-codes": Object.keys(problems),
    parameters,
    responses: { [String(call.status ?? 200)]: successOf(call, components), ...failuresOf(call, problems, components) },
    security: securityOf(call),
  };
  const body = call.method === "POST" ? bodyOf(call, input) : undefined;
  if (body) operation["requestBody"] = { required: true, content: body };
  return operation;
}

/** The call's own rate limits, in words and machine-readable; in addition any call may be refused because of load. */
function limitsOf({ limits = [] }: Call): Json {
  if (limits.length === 0) return {};
  const words = limits.map(
    ({ max, seconds, by, each, after }) =>
      `- at most ${max}${each === undefined ? "" : ` ${each}`} in ${seconds} seconds by ${by}${after === undefined ? "" : `; counted after ${after}`}`,
  );
  return {
    description: `Rate limits, beyond which RATE_LIMITED (429) names in \`Retry-After\` when it is worth trying again:\n\n${words.join("\n")}`,
    "x-rate-limits": limits.map(({ max, seconds, by, each, after }) => ({
      max,
      seconds,
      by,
      ...(each === undefined ? {} : { each }),
      ...(after === undefined ? {} : { after }),
    })),
  };
}

/** A body with a file is sent as a form; a partner's body is what the partner signs. */
function bodyOf(call: Call, input: Json): Json {
  if (call.policy.who === "webhook" || (call.policy.who === "sandbox" && call.policy.raw))
    return { "*/*": { schema: { type: "string", format: "binary" } } };
  const holdsFile = Object.values((input["properties"] ?? {}) as Record<string, Json>).some(hasBytes);
  if (holdsFile) return { "multipart/form-data": { schema: input } };
  return { "application/json": { schema: input, ...asExample(callExampleOf(call).sent) } };
}

/** Splits the input into parameters of path and query (GET), and the body (POST). */
function inputOf(call: Call, path: string, components: Components): { input: Json; parameters: Json[] } {
  const schema = components.schemaOf(call.input, "input");
  const own = components.resolved(schema) as { properties?: Record<string, Json>; required?: string[] };
  const names = namesIn(call.path);
  const published = namesIn(path);
  const { parameters: named = {}, query = {} } = callExampleOf(call);
  const { properties = {}, required = [] } = own;
  const parameters: Json[] = names.map((name, at) => {
    const property = properties[name] ?? { type: "string" };
    return {
      name: published[at],
      in: "path",
      required: true,
      schema: property,
      ...asExample(named[name]),
    };
  });
  const rest = Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
  const restRequired = required.filter((name) => !names.includes(name));
  if (call.method === "GET") {
    for (const [name, property] of Object.entries(rest))
      parameters.push({
        name,
        in: "query",
        required: restRequired.includes(name),
        schema: property,
        ...asExample(query[name]),
      });
  }
  if ("idempotent" in call.policy && call.policy.idempotent)
    parameters.push({ $ref: "#/components/parameters/IdempotencyKey" });
  parameters.push({ $ref: "#/components/parameters/AcceptLanguage" });
  return { input: names.length === 0 ? schema : { ...own, properties: rest, required: restRequired }, parameters };
}
const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

const commonParameters = (components: Components): Record<string, Json> => ({
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    description:
      "Made by the client before sending and kept for retries: the same key and body give the first answer, another body 409.",
    schema: components.schemaOf(idempotencyKey, "input"),
    example: "loan:42/apply.1",
  },
  AcceptLanguage: {
    name: "Accept-Language",
    in: "header",
    required: false,
    description: "Language of `detail`.",
    schema: { type: "string", examples: [...languages] },
  },
});

const hasBytes = (schema: Json): boolean =>
  schema["format"] === "binary" ||
  (typeof schema["items"] === "object" && schema["items"] !== null && hasBytes(schema["items"] as Json));

function successOf(call: Call, components: Components): Json {
  const headers = { "Trace-Id": { $ref: "#/components/headers/TraceId" } };
  const bytes = { "*/*": { schema: { type: "string", format: "binary" } } };
  if (([binary, streamed] as unknown[]).includes(call.output))
    return { description: "The bytes.", headers, content: bytes };
  if ((call.output as unknown) === fileOrBegun) {
    const schema = components.schemaOf(exportBegun, "output");
    const json = { schema, ...asExample(callExampleOf(call).answered) };
    return {
      description: "The bytes; or, of a list too long to be sent at once, by which id its file is to be fetched.",
      headers,
      content: { ...bytes, "application/json": json },
    };
  }
  const schema = bringsSession(call) ? withSession(call, components) : components.schemaOf(call.output, "output");
  const example = asExample(callExampleOf(call).answered);
  return { description: "The answer.", headers, content: { "application/json": { schema, ...example } } };
}

/** The part of such an answer that only a native app's own client gets: its session. */
function withSession({ output }: Call, components: Components): Json {
  const { properties = {}, ...rest } = components.namelessOf(output, "output");
  const session = components.schemaOf(appSession, "output");
  return { ...rest, properties: { ...(properties as Json), session } };
}

const securitySchemes: Json = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: hostCookies.names.borrower,
    description: `The session cookie. POST requests that carry it must come from an own page (Sec-Fetch-Site or Origin). On plain http of the server's own machine, outside production, it is called \`${loopbackCookies.names.borrower}\`.`,
  },
  staff: {
    type: "apiKey",
    in: "cookie",
    name: hostCookies.names.staff,
    description: "The session cookie of the staff console.",
  },
  link: {
    type: "apiKey",
    in: "cookie",
    name: hostCookies.names.link,
    description: "Short-lived; exchanged for a signed link's token `t`.",
  },
  partner: {
    type: "http",
    scheme: "signature",
    description: "The partner's own signature over the raw bytes of the request.",
  },
  accessKey: {
    type: "http",
    scheme: "bearer",
    description:
      "An access key of a lender's system. Two of our staff make it, for one brand and named scopes, and it is shown once.",
  },
  app: {
    type: "http",
    scheme: "bearer",
    description:
      "The session of a native app's own client. A request with `Client-Type: APP` that carries neither Cookie nor Origin nor any Sec-Fetch header gets it in the body, as `session`, wherever a call opens or renews it, and no cookie. The client keeps it itself; where a cookie comes too, the cookie counts.",
  },
};

function securityOf(call: Call): Json[] {
  switch (call.policy.who) {
    case "borrower":
      return [{ session: [] }, { app: [] }];
    case "visitor":
      return [{}, { session: [] }, { app: [] }];
    case "staff":
      return [{ staff: [] }];
    case "link":
      return [{ link: [] }];
    case "webhook":
      return [{ partner: [] }];
    case "partner":
      return [{ accessKey: [] }];
    case "host-app":
      return [{ app: [] }];
    default:
      return [];
  }
}
