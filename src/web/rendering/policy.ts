/** The script and style sources that a page's content policy names. */
export interface PageParts {
  scripts: string[];
  styles: string[];
}

export const pagePolicyParts = {
  nonce: (nonce: string): PageParts => ({ scripts: [`'nonce-${nonce}'`], styles: [`'nonce-${nonce}'`] }),
  hashes: (scripts: string[], styles: string[]): PageParts => ({ scripts, styles }),
};
