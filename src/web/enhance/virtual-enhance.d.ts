declare module "virtual:enhance" {
  /** Inline script of form screens. */
  export const form: string;
  /** Inline script of reading pages. */
  export const reading: string;
  /** Address of the tracking and bridge file, immutable. */
  export const afterLoadUrl: string;
}
