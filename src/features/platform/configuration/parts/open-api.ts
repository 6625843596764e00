/** The OpenAPI document as the readable page shows it: groups of operations, fields as rows. */
import type { Policy } from "#shared/contract.ts";

type Json = Record<string, unknown>;

export interface FieldRow {
  /** Dotted: `items.paidAt`. */
  name: string;
  place: "path" | "query" | "header" | "body" | "answer";
  shape: string;
  required: boolean;
}
export interface ProblemRow {
  status: string;
  code: string;
  meaning: string;
}
export interface Operation {
  method: string;
  path: string;
  id: string;
  summary: string;
  policy: Policy;
  sent: FieldRow[];
  answered: FieldRow[];
  bytes: boolean;
  problems: ProblemRow[];
}
export interface CallGroup {
  name: string;
  calls: { method: string; path: string }[];
}

/** The calls in the document, unprocessed: references are not resolved yet. */
function* rawCalls(document: Json): Generator<{ group: string; method: string; path: string; raw: Json }> {
  for (const [path, methods] of Object.entries(document["paths"] as Record<string, Record<string, Json>>)) {
    for (const [method, raw] of Object.entries(methods)) {
      const [group = ""] = raw["tags"] as string[];
      yield { group, method: method.toUpperCase(), path, raw };
    }
  }
}

/** Groups in their order, calls by path. */
export function callGroupsOf(document: Json): CallGroup[] {
  const groups = new Map<string, CallGroup["calls"]>();
  for (const { group, method, path } of rawCalls(document))
    groups.set(group, [...(groups.get(group) ?? []), { method, path }]);
  return [...groups].map(([name, calls]) => ({ name, calls })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The calls of one group by path, each with its references resolved; none for an unknown group. */
export function operationsOf(document: Json, group: string): Operation[] {
  const whole = resolverOf(document);
  return [...rawCalls(document)]
    .filter((one) => one.group === group)
    .map(({ method, path, raw }) => operationOf(method, path, whole(raw)));
}

/** Replaces references by their targets; a recursive shape stays a reference. */
function resolverOf(document: Json): (part: Json) => Json {
  const find = (reference: string): unknown =>
    reference
      .slice(2)
      .split("/")
      .reduce<unknown>((node, name) => (node as Json | undefined)?.[name], document);
  const whole = (node: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(node)) return node.map((item) => whole(item, within));
    if (typeof node !== "object" || node === null) return node;
    const { $ref } = node as Json;
    if (typeof $ref === "string") return within.includes($ref) ? node : whole(find($ref), [...within, $ref]);
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, whole(value, within)]));
  };
  return (part) => whole(part, []) as Json;
}

function operationOf(method: string, path: string, raw: Json): Operation {
  const responses = raw["responses"] as Record<string, Json>;
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1] ?? {};
  const answerSchema = schemaIn(success, "application/json");
  const body = raw["requestBody"] as Json | undefined;
  const bodySchema = schemaIn(body, "application/json") ?? schemaIn(body, "multipart/form-data");
  const parameters = (raw["parameters"] as Json[]).filter((parameter) => parameter["name"] !== "Accept-Language");
  const fromParameters = parameters.map((parameter): FieldRow => ({
    name: String(parameter["name"]),
    place: parameter["in"] as FieldRow["place"],
    shape: schemaShapeOf((parameter["schema"] ?? {}) as Json),
    required: parameter["required"] === true,
  }));
  return {
    method,
    path,
    id: String(raw["operationId"]),
    summary: String(raw["summary"]),
    policy: raw["x-policy"] as Policy,
    sent: [...fromParameters, ...schemaFieldsOf(bodySchema, "body")],
    answered: schemaFieldsOf(answerSchema, "answer"),
    bytes: answerSchema === undefined,
    problems: Object.entries(responses)
      .filter(([status]) => !status.startsWith("2"))
      .flatMap(([status, response]) =>
        String(response["description"])
          .split("\n\n")
          .map((line) => problemOf(status, line)),
      ),
  };
}

function problemOf(status: string, line: string): ProblemRow {
  const parts = /^`(\w+)`: (.*)$/s.exec(line);
  return { status, code: parts?.[1] ?? "", meaning: parts?.[2] ?? line };
}

function schemaIn(holder: Json | undefined, type: string): Json | undefined {
  const content = holder?.["content"] as Record<string, { schema?: Json }> | undefined;
  return content?.[type]?.schema;
}

const deepest = 4;

/** One row a field, with those of nested objects and of a list's items below it. */
function schemaFieldsOf(schema: Json | undefined, place: FieldRow["place"], prefix = "", depth = 0): FieldRow[] {
  if (!schema || depth > deepest) return [];
  const { properties, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties ?? {}).flatMap(([name, property]) => {
    const full = prefix + name;
    const inner = innerOf(property);
    return [
      { name: full, place, shape: schemaShapeOf(property), required: required.includes(name) },
      ...schemaFieldsOf(inner, place, `${full}.`, depth + 1),
    ];
  });
}

function innerOf(schema: Json): Json | undefined {
  if (schema["type"] === "array") return innerOf((schema["items"] ?? {}) as Json) ?? undefined;
  const choices = schema["anyOf"] as Json[] | undefined;
  if (choices) return choices.map(innerOf).find((inner) => inner !== undefined);
  return schema["properties"] ? schema : undefined;
}

/** `string (date-time)`, `integer ≥ 1 ≤ 100`, `list of string`, `A | B`. */
function schemaShapeOf(schema: Json): string {
  const choices = (schema["anyOf"] ?? schema["oneOf"]) as Json[] | undefined;
  if (choices) return [...new Set(choices.map(schemaShapeOf))].join(" | ");
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map(String).join(" | ");
  if (schema["type"] === "array") return `list of ${schemaShapeOf((schema["items"] ?? {}) as Json)}`;
  const rules = [
    schema["format"] && `(${String(schema["format"])})`,
    schema["minimum"] !== undefined &&
      schema["minimum"] !== Number.MIN_SAFE_INTEGER &&
      `≥ ${String(schema["minimum"])}`,
    schema["maximum"] !== undefined &&
      schema["maximum"] !== Number.MAX_SAFE_INTEGER &&
      `≤ ${String(schema["maximum"])}`,
    schema["maxLength"] !== undefined && `≤ ${String(schema["maxLength"])} characters`,
    schema["pattern"] && `/${String(schema["pattern"])}/`,
  ].filter(Boolean);
  return [String(schema["type"] ?? "any"), ...rules].join(" ");
}
