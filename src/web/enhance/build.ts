/** Bundles the scripts of unhydrated screens: each one self-contained, minified, for browsers of the last years (product decisions 8). */
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** Chrome and WebView of the last 5 years, Safari of the last 3. */
export const browsers = ["chrome96", "safari16"];

export type InlineScript =
  | FormEntry
  | "reading"
  | "console"
  | "passkey"
  | "after-load"
  | "native"
  | "upload"
  | "compare-hash"
  | "push"
  | "host-port";
/** The form script whole, and without the parts for which a page has no use (`form-choice.ts`). */
export type FormEntry = "form" | "form-amounts" | "form-codes" | "form-plain";
const files: Record<InlineScript, string> = {
  form: "./form.ts",
  "form-amounts": "./form.ts",
  "form-codes": "./form.ts",
  "form-plain": "./form.ts",
  reading: "./reading.ts",
  console: "./console.ts",
  passkey: "./passkey.ts",
  upload: "./upload.ts",
  "compare-hash": "./compare-hash.ts",
  push: "./push.ts",
  "after-load": "../tracking/after-load.ts",
  native: "../native/native.ts",
  "host-port": "../native/host-port.ts",
};

/** Size limits, brotli compressed (product decisions 7), in bytes. No form screen uses the whole form script. */
export const limitBytes: Record<InlineScript, number> = {
  form: 4992,
  "form-amounts": 4096,
  "form-codes": 4096,
  "form-plain": 2816,
  reading: 512,
  console: 1536,
  passkey: 1024,
  "after-load": 4096,
  native: 4096,
  upload: 2048,
  "compare-hash": 1024,
  push: 1024,
  "host-port": 2048,
};

/** @returns one entry as a single minified script without global names. The form's contains the address of the upload script, and the after-load file that of the bridge. */
export async function bundle(entry: InlineScript): Promise<string> {
  const isForm = files[entry] === files.form;
  const urlOf = async (file: InlineScript): Promise<string> =>
    JSON.stringify(`/${assetPath(file, await bundle(file))}`);
  // A build sets NODE_ENV when it is unset; a development server started later would use that value.
  const { NODE_ENV } = process.env;
  const built = await build({
    configFile: false,
    envFile: false,
    logLevel: "silent",
    publicDir: false,
    define: {
      uploadUrl: isForm ? await urlOf("upload") : '""',
      nativeUrl: entry === "after-load" ? await urlOf("native") : '""',
      hasAmounts: String(entry === "form" || entry === "form-amounts"),
      hasCodes: String(entry === "form" || entry === "form-codes"),
    },
    build: {
      write: false,
      target: browsers,
      minify: true,
      modulePreload: false,
      reportCompressedSize: false,
      lib: { entry: fileURLToPath(new URL(files[entry], import.meta.url)), formats: ["iife"], name: "unused" },
    },
  });
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  const output = [built].flat()[0];
  if (!output || !("output" in output)) throw new Error(`The script ${entry} was not built.`);
  const [chunk] = output.output;
  // An inline script ends at the first closing tag, wherever it is.
  return chunk.code.trim().replace(/<\/script/gi, "<\\/script");
}

/** The address under which a separate script file is cached for ever. */
export function assetPath(entry: InlineScript, code: string): string {
  return `assets/${entry}-${createHash("sha256").update(code).digest("base64url").slice(0, 10)}.js`;
}
