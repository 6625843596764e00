/** A brand as data: `brands/<id>/brand.json`. It replaces tokens, logo, titles and facts, nothing else. */
import * as v from "valibot";
import { languages, type Language } from "#shared/texts.ts";

export const countries = ["IDN", "MEX", "PHI", "POL", "THA"] as const;
const text = v.strictObject(
  Object.fromEntries(languages.map((l) => [l, v.string()])) as Record<Language, v.StringSchema<undefined>>,
);

/** A regulated or factual claim. Until someone verified it, pages show it with the mark "contoh / sample". */
const fact = v.strictObject({ value: v.string(), verified: v.boolean() });

export const brandSchema = v.strictObject({
  id: v.string(),
  name: v.string(),
  country: v.picklist(countries),
  /** Origins whose Host selects this brand. */
  origins: v.array(v.string()),
  /** Names by which a native host app of this brand calls itself in the user agent. */
  hostApps: v.array(v.string()),
  /** Money screens of a brand that does not lend here answer "not offered here". */
  lends: v.boolean(),
  slogan: text,
  operator: fact,
  licence: fact,
  address: fact,
  supportPhone: fact,
  supportWhatsapp: fact,
  supportEmail: fact,
  /** Addresses of the brand's native apps in the stores; pages link only to these. */
  apps: v.optional(
    v.strictObject({
      android: v.optional(v.pipe(v.string(), v.url())),
      ios: v.optional(v.pipe(v.string(), v.url())),
      /** Apps that may open links to our pages: Android by package and prints of its certificates, iOS by team and bundle. */
      links: v.optional(
        v.strictObject({
          android: v.optional(
            v.strictObject({
              package: v.pipe(v.string(), v.regex(/^[A-Za-z]\w*(?:\.\w+)+$/)),
              certificates: v.pipe(
                v.array(v.pipe(v.string(), v.regex(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/))),
                v.minLength(1),
              ),
            }),
          ),
          ios: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{10}\.[\w.-]+$/))),
        }),
      ),
    }),
    {},
  ),
  /** Titles of this brand's own for pages, by their path: `/webview/home`, `/webview/message/{}` for each message. */
  titles: v.optional(v.record(v.pipe(v.string(), v.regex(/^\/(?:[\w/-]|\{\})*$/)), text), {}),
  /**
   * Codes of institutions that may be linked by user id and password in prod: only those with which the brand has a
   * contract for it.
   */
  loginInstitutions: v.optional(v.array(v.string()), []),
  /** The open finance partner whose agreement a borrower accepts, and the address of its full terms. */
  openFinancePartner: v.optional(v.strictObject({ name: fact, terms: v.optional(v.pipe(v.string(), v.url())) })),
  /** Other lenders to choose from when borrowers enter limits elsewhere; others are typed. The names are those lenders' own marks. */
  otherLenders: v.optional(
    v.strictObject({
      items: v.array(v.strictObject({ key: v.string(), name: v.string() })),
      verified: v.boolean(),
    }),
  ),
  /** Colour tokens that differ from the kit's: `{ "--brand": "#0B5A52" }`, for light and dark. */
  tokens: v.strictObject({ light: v.record(v.string(), v.string()), dark: v.record(v.string(), v.string()) }),
});
export type Brand = v.InferOutput<typeof brandSchema>;
