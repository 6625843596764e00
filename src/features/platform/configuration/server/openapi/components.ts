/** The named parts that an OpenAPI document defines once and refers to: shapes under their contract's names. */
import { toJsonSchema, type ConversionConfig } from "@valibot/to-json-schema";
import type * as v from "valibot";

export type Json = Record<string, unknown>;

export class Components {
  readonly schemas: Record<string, Json> = {};
  readonly responses: Record<string, Json> = {};

  /**
   * JSON Schema of an input or output, with references to named shapes (`shape` of #shared/fields/shape.ts).
   * @throws Error when two shapes have one name
   */
  schemaOf(schema: v.GenericSchema, mode: "input" | "output"): Json {
    return this.#withReferences(jsonSchema(schema, mode), mode) as Json;
  }

  /** The same for an object whose own name is not used, because fields are added to it. */
  namelessOf(schema: v.GenericSchema, mode: "input" | "output"): Json {
    const { title: _title, ...rest } = jsonSchema(schema, mode);
    return this.#withReferences(rest, mode) as Json;
  }

  /** Stores a schema under a name that is free or already has the same schema, and returns the reference. */
  refer(name: string, schema: Json): Json {
    const existing = (this.schemas[name] ??= schema);
    if (existing !== schema && JSON.stringify(existing) !== JSON.stringify(schema))
      throw new Error(`Two shapes of the API go by the name ${name}.`);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** The target of a reference; anything else is returned as it is. */
  resolved(schema: Json): Json {
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema["$ref"]))?.[1];
    return name === undefined ? schema : (this.schemas[name] ?? {});
  }

  /** Inner shapes first, so that a component refers to those that it holds. */
  #withReferences(node: unknown, mode: "input" | "output"): unknown {
    if (Array.isArray(node)) return node.map((item) => this.#withReferences(item, mode));
    if (typeof node !== "object" || node === null) return node;
    const inner = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, this.#withReferences(value, mode)]),
    );
    const { title, ...rest } = inner;
    if (typeof title !== "string" || inner["type"] !== "object") return inner;
    return this.#referEither(title, rest, mode);
  }

  /** The input schema may be looser than the output schema of the same shape: then it gets a name of its own. */
  #referEither(title: string, schema: Json, mode: "input" | "output"): Json {
    const existing = this.schemas[title];
    const isOther = existing !== undefined && JSON.stringify(existing) !== JSON.stringify(schema);
    return this.refer(isOther ? `${title}${mode === "input" ? "Sent" : "Answered"}` : title, schema);
  }
}

/** Values that JSON cannot express (a file) are bytes; rules that only code can check are omitted. */
function jsonSchema(schema: v.GenericSchema, mode: "input" | "output"): Json {
  const options: ConversionConfig = {
    target: "draft-2020-12",
    typeMode: mode,
    errorMode: "ignore",
    overrideSchema: ({ valibotSchema }) =>
      ["file", "blob", "instance"].includes(valibotSchema.type) ? { type: "string", format: "binary" } : undefined,
  };
  const { $schema: _dialect, ...made } = toJsonSchema(schema, options) as Json;
  return plain(made) as Json;
}

/**
 * Removes parts that a generated client would misread as rules: a default, which the server fills in (the description
 * says it), the dependency on other answers (`src/web/ui/form/rules.ts`), and the bounds of a safe integer, which say
 * nothing about the field.
 */
function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (typeof node !== "object" || node === null) return node;
  const { default: leftOut, needed: _ofForms, ...rest } = node as Json;
  const entries = Object.entries(rest).filter(
    ([key, value]) =>
      !(key === "minimum" && value === Number.MIN_SAFE_INTEGER) &&
      !(key === "maximum" && value === Number.MAX_SAFE_INTEGER),
  );
  const made = Object.fromEntries(
    entries.map(([key, value]) => [key, key === "properties" ? byKey(value as Json) : plain(value)]),
  );
  if (leftOut === undefined) return made;
  const words = `Where it is left out: ${leftOut === "" ? "an empty text" : typeof leftOut === "string" ? leftOut : JSON.stringify(leftOut)}.`;
  return { ...made, description: [made["description"], words].filter(Boolean).join(" ") };
}
/** Names of properties are no keywords: one may be called `default`. */
const byKey = (properties: Json): Json =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plain(schema)]));
