/** Types of the used parts of these packages, which have none of their own. */
declare module "xliff" {
  interface Unit {
    source: string;
    target?: string;
    additionalAttributes?: Record<string, string>;
  }
  interface Exchange {
    resources: Record<string, Record<string, Unit>>;
    sourceLanguage: string;
    targetLanguage?: string;
  }
  export function jsToXliff12(exchange: Exchange, options?: { indent?: string }): Promise<string>;
  export function xliff12ToJs(text: string): Promise<Exchange>;
}
declare module "gettext-parser" {
  interface Entry {
    msgctxt?: string;
    msgid: string;
    msgstr: string[];
    comments?: { reference?: string };
  }
  interface Catalogue {
    charset: string;
    headers: Record<string, string>;
    translations: Record<string, Record<string, Entry>>;
  }
  export const po: {
    compile(catalogue: Catalogue, options?: { foldLength?: number; sort?: boolean }): Buffer;
    parse(text: string | Buffer): Catalogue;
  };
}
