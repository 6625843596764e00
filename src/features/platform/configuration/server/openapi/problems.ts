/** Problems of calls in an OpenAPI document: each code with its data is one component. */
import type { Call, ProblemKind, ProblemKinds } from "#shared/contract.ts";
import { commonProblems } from "#shared/problems.ts";
import { fieldProblemText } from "#shared/fields/problems.ts";
import { say } from "#shared/texts.ts";
import type { Components, Json } from "./components.ts";
import { asExample, callExampleOf } from "./examples.ts";

/** The failures of a call by their status. One that is made of common problems alone is the same everywhere, and referred to. */
export function failuresOf(call: Call, problems: ProblemKinds, components: Components): Json {
  return { ...envelopesOf(call, problems, components), ...partnerAnswersOf(call) };
}

/** Answers to a partner in its own format: bytes; the status says whether its report was accepted. */
function partnerAnswersOf({ partnerAnswers = {} }: Call): Json {
  const content = { "*/*": { schema: { type: "string", format: "binary" } } };
  const headers = { "Trace-Id": { $ref: "#/components/headers/TraceId" } };
  return Object.fromEntries(
    Object.entries(partnerAnswers).map(([status, description]) => [status, { description, headers, content }]),
  );
}

function envelopesOf(call: Call, problems: ProblemKinds, components: Components): Json {
  const byStatus = new Map<number, [string, ProblemKind][]>();
  for (const [code, kind] of Object.entries(problems))
    byStatus.set(kind.status, [...(byStatus.get(kind.status) ?? []), [code, kind]]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, kinds]) => {
        const isCommon = kinds.every(([code, kind]) => (commonProblems as ProblemKinds)[code] === kind);
        const response = failureOf(kinds, components, isCommon ? undefined : call);
        if (!isCommon) return [String(status), response];
        const name = kinds.map(([code]) => pascalOf(code)).join("Or");
        components.responses[name] ??= response;
        return [String(status), { $ref: `#/components/responses/${name}` }];
      }),
  );
}

function failureOf(kinds: [string, ProblemKind][], components: Components, call: Call | undefined): Json {
  const choices = kinds.map(([code, kind]) => problemSchema(code, kind, components));
  const schema: Json = {
    type: "object",
    required: ["status", "traceId"],
    properties: { status: choices.length === 1 ? choices[0] : { oneOf: choices }, traceId: { type: "string" } },
  };
  return {
    description: kinds.map(([code, { text }]) => `\`${code}\`: ${text.en}`).join("\n\n"),
    headers: {
      "Trace-Id": { $ref: "#/components/headers/TraceId" },
      ...(kinds.some(isWorthRetrying) ? { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } : {}),
    },
    content: { "application/json": { schema, ...asExample(problemExample(kinds, call)) } },
  };
}

/** A problem with a waiting time also sends it in a header, and overload always does: `tellAnswer` of the call router. */
const isWorthRetrying = ([, { status, data }]: [string, ProblemKind]): boolean =>
  status === 503 || (data !== undefined && "retryInSeconds" in ((data as { entries?: object }).entries ?? {}));

/** `OTP_EXPIRED` → `OtpExpired` */
const pascalOf = (code: string): string =>
  code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The schema of the envelope's `status`. Calls that use the same code with other data get a component of their own. */
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

/** The first of these refusals that can be shown: as its contract has it, or with the data that it brought when it was recorded. */
function problemExample(kinds: [string, ProblemKind][], call: Call | undefined): Json | undefined {
  for (const [code, kind] of kinds) {
    const recorded = call && callExampleOf(call).refused?.[code];
    if (kind.data && !recorded) continue;
    const { detail = say(kind.text, "en"), data } = { ...recorded };
    const path = kind.field ?? (code === "INPUT_INVALID" ? "mobileNumber" : undefined);
    const fields = [
      { path, code: kind.field ? code : "REQUIRED", detail: kind.field ? detail : fieldProblemText("REQUIRED", "en") },
    ];
    return {
      status: { code, detail, ...(path === undefined ? {} : { fields }), ...(data === undefined ? {} : { data }) },
      traceId: "9f2c41d07be84f6a9f2c41d07be84f6a",
    };
  }
  return undefined;
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
