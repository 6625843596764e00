/**
 * Size limits of a request body: the contract's fields with some reserve, known before the first byte is read. A
 * client that may send eight megabytes of anything could keep this process busy with nothing else. // Threat H9
 */
import type { Call } from "#shared/contract.ts";

export interface BodyLimits {
  /** Limit for the whole body. */
  bytes: number;
  /** Seconds in which the whole body must arrive, when the call has a shorter time than other uploads. */
  seconds?: number;
  /** Limit for everything except files. */
  textBytes: number;
  /** Whether multipart/form-data with files is allowed. */
  takesFiles: boolean;
  /** Fields of a form, each repetition counted. */
  fields: number;
  /** Objects, lists and values of JSON, including nested ones. */
  values: number;
  /** Nesting depth of JSON. */
  depth: number;
}

/** Also the size that is always accepted, however much room uploads hold, and the size up to which an unread body is discarded. */
export const plainBytes = 64 * 1024;
/** Room for the fields next to the largest file of a contract; a file that is a little larger is refused by name, at its field. */
const besideFileBytes = 1024 * 1024;
/** A photo of the maximal size, with its fields. Several photos are sent one by one, or made smaller by the page. */
export const uploadBytes = 8 * 1024 * 1024;
/** Reserve for keys, buttons and the return address that a form sends in addition to its call's input, for several photos under one name, and for fields of newer clients. */
const furtherFields = 16;
/** UTF-8 takes four bytes a sign at most. */
const bytesOfSign = 4;

/** A form of a page whose screen names no calls: it may be any of them, of which the longest has some thirty fields. */
export const pageFormLimits: BodyLimits = {
  bytes: plainBytes,
  textBytes: plainBytes,
  takesFiles: false,
  fields: 256,
  values: 0,
  depth: 0,
};

/** Body limits for this call. */
export function callLimits({ input, upload }: Pick<Call, "input" | "upload">): BodyLimits {
  const size = sizeOf(input as Schema);
  const { takesFiles, values, depth } = size;
  return {
    bytes: takesFiles ? (upload?.maxBytes ?? bytesWith(size)) : plainBytes,
    ...(upload ? { seconds: upload.seconds } : {}),
    textBytes: plainBytes,
    takesFiles,
    fields: values + furtherFields,
    // Twice as many: a client that sends a few too many gets the contract's field errors instead.
    values: values * 2 + furtherFields,
    depth: depth + 1,
  };
}

/** Body limits for a screen's form that makes these calls: with their files, and with texts of their maximal length. */
export function formLimits(calls: readonly Pick<Call, "input" | "upload">[]): BodyLimits {
  const sizes = calls.map(({ input }) => sizeOf(input as Schema));
  const takesFiles = sizes.some((size) => size.takesFiles);
  const uploads = calls.map(({ upload }, index) => upload ?? { maxBytes: bytesWith(sizes[index]!), seconds: Infinity });
  const seconds = Math.max(...uploads.map((upload) => upload.seconds));
  const textBytes = Math.max(plainBytes, ...sizes.map(({ signs }) => signs * bytesOfSign));
  return {
    ...pageFormLimits,
    takesFiles,
    textBytes,
    bytes: takesFiles ? Math.max(...uploads.map(({ maxBytes }) => maxBytes)) : textBytes,
    ...(seconds === Infinity ? {} : { seconds }),
    fields: Math.max(...sizes.map(({ values }) => values)) + furtherFields,
  };
}

const bytesWith = ({ fileBytes }: Size): number => Math.max(uploadBytes, fileBytes + besideFileBytes);

/** The part of a Valibot schema that is read here. */
interface Schema {
  type: string;
  pipe?: [Schema, ...{ type: string; requirement?: unknown }[]];
  wrapped?: Schema;
  entries?: Record<string, Schema>;
  item?: Schema;
  key?: Schema;
  value?: Schema;
  options?: readonly unknown[];
}
interface Size {
  takesFiles: boolean;
  values: number;
  depth: number;
  /** Characters of all texts together, for texts with a maximal length. */
  signs: number;
  /** Bytes of the largest file, as far as the contract bounds it. */
  fileBytes: number;
}

const scalar: Size = { takesFiles: false, values: 1, depth: 0, signs: 0, fileBytes: 0 };

function sizeOf(schema: Schema): Size {
  const limitOf = (kind: "max_length" | "max_entries" | "max_size"): number => {
    const found = schema.pipe?.find((action) => action.type === kind) as { requirement?: unknown } | undefined;
    return typeof found?.requirement === "number" ? found.requirement : NaN;
  };
  switch (schema.type) {
    case "file":
    case "blob":
      return { ...scalar, takesFiles: true, fileBytes: limitOf("max_size") || 0 };
    case "string":
      return { ...scalar, signs: limitOf("max_length") || 0 };
    case "array":
      return repeated(schema.item as Schema, bounded(limitOf("max_length"), "list", "v.maxLength"));
    case "record":
      return repeated(schema.value as Schema, bounded(limitOf("max_entries"), "record", "v.maxEntries"));
    case "optional":
    case "nullable":
    case "nullish":
    case "undefinedable":
    case "non_optional":
    case "non_nullable":
    case "non_nullish":
      return sizeOf(schema.wrapped as Schema);
    case "union":
    case "variant":
    case "intersect":
      return (schema.options as Schema[]).map(sizeOf).reduce(larger);
    case "object":
    case "strict_object":
    case "loose_object": {
      const sizes = Object.values(schema.entries as Record<string, Schema>).map(sizeOf);
      return within(sizes.reduce(added, { ...scalar, values: 0 }));
    }
    case "lazy":
    case "any":
    case "unknown":
    case "custom":
      throw new Error(`Of ${schema.type} nobody knows how much it holds: a POST's input says how much it takes.`);
    default:
      return scalar;
  }
}

function bounded(count: number, kind: string, action: string): number {
  if (Number.isNaN(count)) throw new Error(`A ${kind} in a POST's input says how many it may hold: ${action}.`);
  return count;
}

const within = (size: Size): Size => ({ ...size, values: size.values + 1, depth: size.depth + 1 });
const added = (one: Size, other: Size): Size => ({
  takesFiles: one.takesFiles || other.takesFiles,
  values: one.values + other.values,
  depth: Math.max(one.depth, other.depth),
  signs: one.signs + other.signs,
  fileBytes: Math.max(one.fileBytes, other.fileBytes),
});
const larger = (one: Size, other: Size): Size => ({
  takesFiles: one.takesFiles || other.takesFiles,
  values: Math.max(one.values, other.values),
  depth: Math.max(one.depth, other.depth),
  signs: Math.max(one.signs, other.signs),
  fileBytes: Math.max(one.fileBytes, other.fileBytes),
});
function repeated(item: Schema, times: number): Size {
  const size = sizeOf(item);
  return within({ ...size, values: size.values * times, signs: size.signs * times });
}
