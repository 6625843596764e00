declare module "virtual:enhance" {
  /** Inline scripts of form screens, by the parts that a page needs. */
  export const form: Record<import("./form-choice.ts").FormChoice, string>;
  /** Inline script of reading pages. */
  export const reading: string;
  /** Inline script of the staff console, next to the form script. */
  export const console: string;
  /** Inline script of the console's pages that ask the browser for a passkey. */
  export const passkey: string;
  /** Address of the file with places, tracking and bridge, immutable. */
  export const afterLoadUrl: string;
  /** Address of the host simulator's port, immutable; requested only in its frame. */
  export const hostPortUrl: string;
  /** Address of the script that asks the browser for reminders, immutable. */
  export const pushUrl: string;
  /** Address of the script that compares a file with a document on the device, immutable. */
  export const compareHashUrl: string;
}
