/** The published API as an OpenAPI 3.1 document, made from the contracts themselves: what validates is what is published. */
import { toJsonSchema, type ConversionConfig } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { binary, type Api } from "#server/call/pipeline.ts";
import { hostCookies, loopbackCookies } from "#server/http/cookies.ts";
import type { Call, ProblemKind, ProblemKinds } from "#shared/contract.ts";
import { idempotencyKey } from "#shared/fields/idempotency.ts";
import { commonProblems, type CommonProblem } from "#shared/problems.ts";
import { languages } from "#shared/texts.ts";

type Json = Record<string, unknown>;

/** Version of the published API: additive changes count the second figure up, announced removals the first. */
const apiVersion = "1.2.0";

export interface OpenApiOptions {
  api: Api;
  /** Every origin under which this installation answers, for `servers`. */
  origins: readonly string[];
  /** Whether calls of the sandbox are part of it: outside prod. */
  sandbox: boolean;
}

/** The document of all mounted calls but internal ones. */
export function openApiDocument({ api, origins, sandbox }: OpenApiOptions): Json & { openapi: string } {
  const calls = api
    .calls()
    .map((mounted) => mounted.call)
    .filter((call) => !call.internal && (sandbox || call.policy.who !== "sandbox"))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1));
  const paths: Record<string, Json> = {};
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operationOf(call);
  const groups = [...new Set(calls.map(groupOf))].sort();
  return {
    openapi: "3.1.0",
    info: {
      title: "Tunai API",
      version: apiVersion,
      description:
        "Every call of the product. A success answers a plain JSON resource; a failure answers the one envelope `{ status: { code, detail, fields?, data? }, traceId }` with a code that the call lists. " +
        "Amounts are whole rupiah. Instants are ISO 8601 in UTC, business dates are YYYY-MM-DD in Asia/Jakarta. Lists that grow take `cursor` and `limit` and answer `{ items, nextCursor }`; short closed ones answer their `{ items }` whole.",
    },
    servers: origins.map((url) => ({ url })),
    tags: groups.map((name) => ({ name })),
    paths,
    components: {
      schemas: { Envelope: envelopeSchema },
      headers: {
        TraceId: {
          description: "Stands in every answer and in our log; tell it to support.",
          schema: { type: "string" },
        },
      },
      securitySchemes,
    },
  };
}

/** `/api/loan/{loanId}/cancel` → `loan`; `/api/v2/user/union/login` → `user`; `/event/uploadLog` → `event`. */
export function groupOf(call: Pick<Call, "path">): string {
  const parts = call.path
    .split("/")
    .filter((part) => part !== "" && part !== "api" && !/^v\d+$/.test(part) && !part.startsWith("{"));
  return (parts[0] ?? "api").replace(/\.json$/, "");
}

function operationOf(call: Call): Json {
  const { input, parameters } = inputOf(call);
  const problems = problemsOf(call);
  const operation: Json = {
    operationId: operationId(call),
    summary: call.summary,
    tags: [groupOf(call)],
    "x-policy": call.policy,
    "x-problem-codes": Object.keys(problems),
    parameters,
    responses: { [String(call.status ?? 200)]: successOf(call), ...failuresOf(problems) },
    security: securityOf(call),
  };
  if (call.method === "POST" && call.policy.who !== "webhook")
    operation["requestBody"] = { required: true, content: { [bodyType(input)]: { schema: input } } };
  return operation;
}

/** `POST /api/v2/user/union/login` → `postV2UserUnionLogin` */
function operationId(call: Call): string {
  const words = call.path.replace(/^\/api\//, "/").match(/[A-Za-z0-9]+/g) ?? [];
  return call.method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** Splits the input into parameters of path and query (GET), and the body (POST). */
function inputOf(call: Call): { input: Json; parameters: Json[] } {
  const schema = jsonSchema(call.input, "input") as Json & { properties?: Record<string, Json>; required?: string[] };
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const { properties = {}, required = [] } = schema;
  const parameters: Json[] = names.map((name) => ({
    name,
    in: "path",
    required: true,
    schema: properties[name] ?? { type: "string" },
  }));
  const rest = Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
  const restRequired = required.filter((name) => !names.includes(name));
  if (call.method === "GET") {
    for (const [name, property] of Object.entries(rest))
      parameters.push({ name, in: "query", required: restRequired.includes(name), schema: property });
  }
  if ("idempotent" in call.policy && call.policy.idempotent) {
    parameters.push({
      name: "Idempotency-Key",
      in: "header",
      required: true,
      description:
        "Made by the client before sending and kept for retries: the same key and body give the first answer, another body 409.",
      schema: jsonSchema(idempotencyKey, "input"),
    });
  }
  parameters.push({
    name: "Accept-Language",
    in: "header",
    required: false,
    description: "Language of `detail`.",
    schema: { type: "string", examples: [...languages] },
  });
  return { input: { ...schema, properties: rest, required: restRequired }, parameters };
}

/** A body that holds a file travels as a form. */
function bodyType(input: Json): string {
  return Object.values((input["properties"] ?? {}) as Record<string, Json>).some((property) => hasBytes(property))
    ? "multipart/form-data"
    : "application/json";
}
const hasBytes = (schema: Json): boolean =>
  schema["format"] === "binary" ||
  (typeof schema["items"] === "object" && schema["items"] !== null && hasBytes(schema["items"] as Json));

function successOf(call: Call): Json {
  const headers = { "Trace-Id": { $ref: "#/components/headers/TraceId" } };
  if ((call.output as unknown) === binary)
    return { description: "The bytes.", headers, content: { "*/*": { schema: { type: "string", format: "binary" } } } };
  return {
    description: "The answer.",
    headers,
    content: { "application/json": { schema: jsonSchema(call.output, "output") } },
  };
}

/** Declared problems and those of the policy, by code. */
function problemsOf(call: Call): ProblemKinds {
  const codes: CommonProblem[] = ["INPUT_INVALID", "RATE_LIMITED", "INTERNAL", "UNAVAILABLE"];
  const { policy } = call;
  if (call.method === "POST") codes.push("BODY_UNREADABLE", "BODY_TOO_LARGE", "STORAGE_FULL");
  if (call.method === "POST" && !["webhook", "host-app", "sandbox"].includes(policy.who)) codes.push("ORIGIN_REFUSED");
  // A visitor may be asked to log in too: some purposes need an account, and a rotated cookie writes no more.
  if (["borrower", "staff", "visitor", "host-app"].includes(policy.who)) codes.push("NOT_LOGGED_IN");
  if (policy.who === "borrower" && !policy.limited?.includes("CLOSING")) codes.push("ACCOUNT_CLOSING");
  // Brands of other countries answer where the money is.
  if (["borrower", "visitor", "link"].includes(policy.who)) codes.push("NOT_OFFERED_HERE");
  if (policy.who === "borrower" && policy.stepUp) codes.push("STEP_UP_NEEDED");
  if (policy.who === "staff") codes.push("NOT_ALLOWED");
  if (policy.who === "link") codes.push("LINK_INVALID");
  if (policy.who === "sandbox") codes.push("NOT_FOUND");
  if ("idempotent" in policy && policy.idempotent) codes.push("IDEMPOTENCY_KEY_NEEDED", "IDEMPOTENCY_KEY_REUSED");
  return { ...call.problems, ...Object.fromEntries(codes.map((code) => [code, commonProblems[code]])) };
}

function failuresOf(problems: ProblemKinds): Json {
  const byStatus = new Map<number, [string, ProblemKind][]>();
  for (const [code, kind] of Object.entries(problems))
    byStatus.set(kind.status, [...(byStatus.get(kind.status) ?? []), [code, kind]]);
  const entries = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    entries.map(([status, kinds]) => [
      String(status),
      {
        description: kinds.map(([code, kind]) => `\`${code}\`: ${kind.text.en}`).join("\n\n"),
        headers: { "Trace-Id": { $ref: "#/components/headers/TraceId" } },
        content: { "application/json": { schema: failureSchema(kinds) } },
      },
    ]),
  );
}

/** The envelope with the codes of one status: each that brings data with their shape, the others together. */
function failureSchema(kinds: [string, ProblemKind][]): Json {
  const bare = kinds.filter(([, kind]) => !kind.data).map(([code]) => code);
  const choices: Json[] = kinds.flatMap(([code, { data }]) =>
    data ? [{ required: ["data"], properties: { code: { const: code }, data: jsonSchema(data, "output") } }] : [],
  );
  if (bare.length > 0) choices.push({ properties: { code: { enum: bare } } });
  const status = choices.length === 1 ? choices[0] : { oneOf: choices };
  return { allOf: [{ $ref: "#/components/schemas/Envelope" }, { type: "object", properties: { status } }] };
}

const envelopeSchema: Json = {
  type: "object",
  required: ["status", "traceId"],
  properties: {
    status: {
      type: "object",
      required: ["code", "detail"],
      properties: {
        code: { type: "string" },
        detail: { type: "string", description: "For the person, in the language of the request." },
        fields: {
          type: "array",
          items: {
            type: "object",
            required: ["path", "code", "detail"],
            properties: { path: { type: "string" }, code: { type: "string" }, detail: { type: "string" } },
          },
        },
        data: {
          type: "object",
          description:
            "What a client needs to go on; its shape is the code's. Codes whose shape is not given bring none.",
        },
      },
    },
    traceId: { type: "string" },
  },
};

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
  hostApp: { type: "http", scheme: "bearer", description: "The native app's own credential." },
};

function securityOf(call: Call): Json[] {
  switch (call.policy.who) {
    case "borrower":
      return [{ session: [] }];
    case "visitor":
      return [{}, { session: [] }];
    case "staff":
      return [{ staff: [] }];
    case "link":
      return [{ link: [] }];
    case "webhook":
      return [{ partner: [] }];
    case "host-app":
      return [{ hostApp: [] }];
    default:
      return [];
  }
}

/** JSON Schema of what is sent or answered. What JSON cannot express (a file) is bytes; rules that only code can check are left out. */
function jsonSchema(schema: v.GenericSchema, mode: "input" | "output"): Json {
  const options: ConversionConfig = {
    target: "draft-2020-12",
    typeMode: mode,
    errorMode: "ignore",
    overrideSchema: ({ valibotSchema }) =>
      ["file", "blob", "instance"].includes(valibotSchema.type) ? { type: "string", format: "binary" } : undefined,
  };
  const { $schema: _dialect, ...made } = toJsonSchema(schema, options) as Json;
  return made;
}
