/** The forms of a desk's pages: `defineDesk` in `#shared/desk.ts`. */
import type { CallForm } from "#web/form-actions.ts";
import type { DeskCalls } from "#shared/desk.ts";

type Replies<Key extends string> = {
  claim: { [Name in Key]: string };
  release: { released: boolean };
  next: { [Name in Key]: string | null };
};

/** Claim, release and next of a desk whose pages are below `path`; a list only has `next`. */
export function deskForms<Key extends string>(
  { key, claim, release, next }: DeskCalls<Key>,
  path: string,
): { [Name in keyof Replies<Key>]: CallForm<Replies<Key>[Name]> } {
  return {
    claim: { call: claim, done: (reply) => `${path}/${reply[key]}` },
    release: { call: release, done: "?" },
    next: {
      call: next,
      input: ({ params }) => ({ after: params[key] }),
      done: (reply) => (reply[key] === null ? `${path}?none=1` : `${path}/${reply[key]}`),
    },
  };
}
