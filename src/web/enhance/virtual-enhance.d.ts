declare module "virtual:enhance" {
  /** Inline scripts of form screens, by what a page has a use for. */
  export const form: Record<import("./form-choice.ts").FormChoice, string>;
  /** Inline script of reading pages. */
  export const reading: string;
  /** Address of the tracking and bridge file, immutable. */
  export const afterLoadUrl: string;
  /** Address of the script that compares a file with a document on the device, immutable. */
  export const compareHashUrl: string;
}
