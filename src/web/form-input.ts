/** From the strings of a form to the input of a call, by the call's own schema: numbers, ticks, lists, files. */
import { toJsonSchema } from "@valibot/to-json-schema";
import type { Call } from "#shared/contract.ts";
import { dateFromParts } from "#shared/fields/date.ts";
import { parseRupiah } from "#shared/money.ts";

export interface FieldShape {
  type: "string" | "integer" | "number" | "boolean" | "array" | "object" | "file";
  required: boolean;
  schema: Record<string, unknown>;
}

const shapes = new WeakMap<Call, Map<string, FieldShape>>();

/** The fields of a call's input by name, as JSON Schema of the sent data. Cached: schemas never change at run time. */
export function fieldShapes(contract: Call): Map<string, FieldShape> {
  const known = shapes.get(contract);
  if (known) return known;
  const schema = toJsonSchema(contract.input, { typeMode: "input", errorMode: "ignore" }) as {
    properties?: Record<string, Record<string, unknown>>;
    required?: string[];
  };
  const made = new Map<string, FieldShape>();
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    made.set(name, { type: typeOf(property), required: schema.required?.includes(name) ?? false, schema: property });
  }
  shapes.set(contract, made);
  return made;
}

/** A number that may also come as digits is a number; a value that JSON cannot express (a file) has no type. */
function typeOf(property: Record<string, unknown>): FieldShape["type"] {
  const choices = (property["anyOf"] ?? []) as { type?: string }[];
  if (choices.some((choice) => choice.type === "integer" || choice.type === "number")) return "integer";
  return (
    (property["type"] as FieldShape["type"] | undefined) ??
    (choices[0]?.type as FieldShape["type"] | undefined) ??
    "file"
  );
}

/**
 * Reads the fields that the call knows; a nested field is named with a dot (`address.villageCode`). Empty optional
 * fields are omitted.
 */
export function formInput(contract: Call, form: FormData): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, shape] of fieldShapes(contract)) {
    const value = fieldValue(shape, name, form);
    if (value !== undefined) input[name] = value;
  }
  return input;
}

function fieldValue(shape: FieldShape, name: string, form: FormData): unknown {
  const list = shape.type === "array" ? undefined : listAmong(shape.schema, name, form);
  if (list) return fieldValue({ ...shape, type: "array", schema: list }, name, form);
  if (shape.type === "array") {
    const all = form.getAll(name);
    const items = (shape.schema["items"] ?? {}) as Record<string, unknown>;
    const filled = all.filter((one) => one !== "" && !(one instanceof File && one.size === 0));
    return filled.length > 0 || shape.required ? filled.map((one) => scalar(items["type"], one)) : undefined;
  }
  if (shape.type === "object") {
    const properties = (shape.schema["properties"] ?? {}) as Record<string, Record<string, unknown>>;
    const required = (shape.schema["required"] ?? []) as string[];
    const inner = Object.entries(properties).flatMap(([key, schema]) => {
      const value = fieldValue(
        { type: (schema["type"] as FieldShape["type"]) ?? "string", required: required.includes(key), schema },
        `${name}.${key}`,
        form,
      );
      return value === undefined ? [] : [[key, value] as const];
    });
    return inner.length > 0 || shape.required ? Object.fromEntries(inner) : undefined;
  }
  if (shape.type === "boolean")
    return form.has(name) ? form.get(name) !== "false" && form.get(name) !== "" : shape.required ? false : undefined;
  const value = form.get(name) ?? dateFromParts(form, name) ?? null;
  if (value instanceof File && value.size === 0) return undefined;
  if (value === null || value === "")
    return shape.required ? (value === null ? undefined : scalar(shape.type, "")) : undefined;
  return scalar(shape.type, value);
}

/** The list type among the choices of a field that accepts one value or several, when the form has several fields of that name. */
function listAmong(schema: Record<string, unknown>, name: string, form: FormData): Record<string, unknown> | undefined {
  const choices = (schema["anyOf"] ?? []) as Record<string, unknown>[];
  const list = choices.find(({ type }) => type === "array");
  return list && form.getAll(name).length > 1 ? list : undefined;
}

/** Numbers are parsed as amounts, so that a point is never dropped; invalid ones stay as typed, and the schema reports the problem. */
function scalar(type: unknown, value: FormDataEntryValue): unknown {
  if (typeof value !== "string" || (type !== "integer" && type !== "number")) return value;
  return parseRupiah(value) ?? value;
}
