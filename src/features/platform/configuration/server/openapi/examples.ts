/** Examples for the published API, made from its schemas with values as people send them. Tests hold each against its contract. */
import type { Components, Json } from "./components.ts";

/** By the name of a field, where its shape alone would not give what a reader expects; tried in this order. */
const samples: readonly [RegExp, readonly unknown[]][] = [
  [/mobile.*number|^to$|phone/i, ["081234567890", "0812****890"]],
  [/rupiah$/i, [1_000_000, 500_000]],
  [/ppm$/i, [1_000]],
  [/tenor/i, [90]],
  [/days$/i, [30]],
  [/language/i, ["id"]],
  [/^(code|otp)$/i, ["482913"]],
  [/nik/i, ["3174054708950003"]],
  [/npwp/i, ["0123456789012000"]],
  [/email/i, ["siti@example.com", "s***@example.com"]],
  [/password/i, ["contoh-sandi-2026", "LangitBiru2026!"]],
  [/name/i, ["Siti Rahayu"]],
  [/accountNumber/i, ["1234567890"]],
  [/bankCode/i, ["BCA", "014"]],
  [/path|url|link|href/i, ["/webview/home"]],
  [/month/i, ["2026-11"]],
  [/year/i, [2026, "2026"]],
  [/reason/i, ["Sesuai permintaan pemilik akun"]],
  [/^source$/, ["Pengumuman resmi penyelenggara, 21 November 2026"]],
  [/receiptId|paymentId/, ["pay_0123456789abcdef0123456789abcdef"]],
  [/drawId/, ["undian:2026-11-21"]],
  [/wishCode/, ["7H3K9QMX2B"]],
  [/number/i, ["TN-2026-000123"]],
];

/** By the pattern of a text, where no field's name helps. */
const texts: readonly string[] = [
  "contoh",
  "CONTOH",
  "CONTOH-1",
  "3174",
  "31.74.05.1001",
  "3174051001",
  "123456",
  "482913",
  "12345",
  "1",
  "0",
  "2026-11",
  "2026-11-21",
  "2026-11-21T03:00:00.000Z",
  "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
  "081234567890",
  "0123456789012000",
  "MTIz",
  "loan:42/apply.1",
  "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0c1d2e3f4a5b6c7d8e9f0a1b2",
  "contoh_satu",
  "Contoh satu dua",
];
const byFormat: Readonly<Record<string, string>> = {
  "date-time": "2026-11-21T03:00:00.000Z",
  date: "2026-11-21",
  uuid: "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
  email: "siti@example.com",
  uri: "https://tunai.example.com/webview/home",
  binary: "",
};

/** Where fields depend on one another, or the schema says less than its contract: these fields are sent instead, null ones not. */
const sentInstead: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(
    ["/api/v2/user/union/registerOrLogin", "/api/v2/user/union/register", "/api/user/union/register"].map((path) => [
      path,
      { agreements: ["TERMS", "PRIVACY"] },
    ]),
  ),
  "/api/v2/user/union/login": { password: null },
  "/api/lookup/{kind}": { account: "0123456789012000", institution: null, year: null },
  "/api/profile/personal": { civilStatus: 20 },
  "/api/sandbox/bank/pay": { virtualAccountNumber: null, qris: null },
};

/** The body that a call is sent. */
export function exampleSentTo(path: string, schema: Json, components: Components): Json {
  const made = { ...(exampleOf(schema, "", components) as Json), ...sentInstead[path] };
  return Object.fromEntries(Object.entries(made).filter(([, value]) => value !== null));
}

/** A value that fits the schema; `name` is the field's, by which it looks like what people send. */
export function exampleOf(schema: Json, name: string, components: Components): unknown {
  const own = components.resolved(schema);
  if (own !== schema) return exampleOf(own, name, components);
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  const choices = (schema["anyOf"] ?? schema["oneOf"]) as Json[] | undefined;
  if (choices) return exampleOf(choices.find((choice) => choice["type"] !== "null") ?? {}, name, components);
  if (Array.isArray(schema["allOf"]))
    return Object.assign({}, ...schema["allOf"].map((part: Json) => exampleOf(part, name, components)));
  switch (schema["type"]) {
    case "object":
      return exampleObject(schema, components);
    case "array":
      return exampleList(schema, name, components);
    case "string":
      return exampleText(schema, name);
    case "integer":
    case "number":
      return exampleNumber(schema, name);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return {};
  }
}

function exampleObject({ properties = {}, additionalProperties }: Json, components: Components): Json {
  const entries = Object.entries(properties as Record<string, Json>).map(([key, value]) => [
    key,
    exampleOf(value, key, components),
  ]);
  if (entries.length === 0 && typeof additionalProperties === "object" && additionalProperties !== null)
    return { contoh: exampleOf(additionalProperties as Json, "contoh", components) };
  return Object.fromEntries(entries) as Json;
}

function exampleList({ items = {}, minItems = 1, maxItems = 1, prefixItems }: Json, name: string, of: Components) {
  if (Array.isArray(prefixItems)) return prefixItems.map((item: Json) => exampleOf(item, name, of));
  const length = Math.min(Math.max(1, Number(minItems)), Math.max(Number(minItems), Number(maxItems)));
  return Array.from({ length }, () => exampleOf(items as Json, name, of));
}

function exampleText(schema: Json, name: string): string {
  const { format, pattern, minLength = 0, maxLength = Infinity } = schema;
  const named = samples.flatMap(([names, values]) => (names.test(name) ? values.filter(isText) : []));
  const formatted = typeof format === "string" && byFormat[format] !== undefined ? [byFormat[format]] : [];
  const fits = (text: string): boolean =>
    (typeof pattern !== "string" || new RegExp(pattern, "u").test(text)) &&
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength);
  const found = [...formatted, ...named, ...texts].find(fits);
  return found ?? "contoh".padEnd(Math.min(Number(minLength), 200), " contoh").slice(0, Number(maxLength));
}
const isText = (value: unknown): value is string => typeof value === "string";

function exampleNumber({ minimum = 0, maximum = Infinity, multipleOf }: Json, name: string): number {
  const [min, max] = [Number(minimum), Number(maximum)];
  const named = samples.flatMap(([names, values]) => (names.test(name) ? values : []));
  const wanted = named.find((value): value is number => typeof value === "number") ?? 3;
  const bound = Math.min(Math.max(wanted, min), max);
  return multipleOf === undefined ? bound : Math.ceil(bound / Number(multipleOf)) * Number(multipleOf);
}
