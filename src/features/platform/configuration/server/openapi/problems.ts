/** What calls refuse with, in an OpenAPI document: each code with its data is one component. */
import type { Call, ProblemKind, ProblemKinds } from "#shared/contract.ts";
import { commonProblems, type CommonProblem } from "#shared/problems.ts";
import { say, type TextParameters } from "#shared/texts.ts";
import type { Components, Json } from "./components.ts";
import { exampleOf } from "./examples.ts";

/** Declared problems and those of the policy, by code. */
export function problemsOf(call: Call): ProblemKinds {
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

/** The failures of a call by their status. One that is made of common problems alone is the same everywhere, and referred to. */
export function failuresOf(problems: ProblemKinds, components: Components): Json {
  const byStatus = new Map<number, [string, ProblemKind][]>();
  for (const [code, kind] of Object.entries(problems))
    byStatus.set(kind.status, [...(byStatus.get(kind.status) ?? []), [code, kind]]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, kinds]) => {
        const response = failureOf(kinds, components);
        if (!kinds.every(([code, kind]) => (commonProblems as ProblemKinds)[code] === kind))
          return [String(status), response];
        const name = kinds.map(([code]) => pascalOf(code)).join("Or");
        components.responses[name] ??= response;
        return [String(status), { $ref: `#/components/responses/${name}` }];
      }),
  );
}

function failureOf(kinds: [string, ProblemKind][], components: Components): Json {
  const choices = kinds.map(([code, kind]) => problemSchema(code, kind, components));
  const schema: Json = {
    type: "object",
    required: ["status", "traceId"],
    properties: { status: choices.length === 1 ? choices[0] : { oneOf: choices }, traceId: { type: "string" } },
  };
  const [[first, kind]] = kinds as [[string, ProblemKind]];
  const data = kind.data && components.schemaOf(kind.data, "output");
  return {
    description: kinds.map(([code, { text }]) => `\`${code}\`: ${text.en}`).join("\n\n"),
    headers: {
      "Trace-Id": { $ref: "#/components/headers/TraceId" },
      ...(kinds.some(isWorthRetrying) ? { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } : {}),
    },
    content: { "application/json": { schema, example: problemExample(first, kind, data, components) } },
  };
}

/** What says how long to wait says it in the header too, and overload does in any case: `tellAnswer` of the call router. */
const isWorthRetrying = ([, { status, data }]: [string, ProblemKind]): boolean =>
  status === 503 || (data !== undefined && "retryInSeconds" in ((data as { entries?: object }).entries ?? {}));

/** `OTP_EXPIRED` → `OtpExpired` */
const pascalOf = (code: string): string =>
  code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What stands in the envelope's `status`. Calls that say the same code with other data have a component of their own. */
function problemSchema(code: string, { field, data }: ProblemKind, components: Components): Json {
  const schema: Json = {
    type: "object",
    required: ["code", "detail", ...(data ? ["data"] : [])],
    properties: {
      code: { type: "string", const: code },
      detail: { $ref: "#/components/schemas/ProblemDetail" },
      ...(field !== undefined || code === "INPUT_INVALID"
        ? { fields: { $ref: "#/components/schemas/FieldProblems" } }
        : {}),
      ...(data ? { data: components.schemaOf(data, "output") } : {}),
    },
  };
  return components.refer(freeName(`${pascalOf(code)}Problem`, schema, components), schema);
}

function freeName(wanted: string, schema: Json, { schemas }: Components): string {
  const text = JSON.stringify(schema);
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}${number}`;
    if (schemas[name] === undefined || JSON.stringify(schemas[name]) === text) return name;
  }
}

function problemExample(code: string, kind: ProblemKind, data: Json | undefined, components: Components): Json {
  const given = data && (exampleOf(data, code, components) as TextParameters);
  const detail = say(kind.text, "en", given);
  const path = kind.field ?? (code === "INPUT_INVALID" ? "mobileNumber" : undefined);
  return {
    status: {
      code,
      detail,
      ...(path === undefined ? {} : { fields: [{ path, code: kind.field ? code : "REQUIRED", detail }] }),
      ...(given ? { data: given } : {}),
    },
    traceId: "9f2c41d07be84f6a",
  };
}

export const problemParts: Record<string, Json> = {
  ProblemDetail: { type: "string", description: "For the person, in the language of the request." },
  FieldProblems: {
    type: "array",
    description: "Which fields of the input it is about, by their dotted paths.",
    items: {
      type: "object",
      required: ["path", "code", "detail"],
      properties: { path: { type: "string" }, code: { type: "string" }, detail: { type: "string" } },
    },
  },
};
