/** Actions of the editor's form: preview, or propose. */
import type { Posted } from "#web/form-actions.ts";
import { previewContent, proposeContent } from "../staff-contract.ts";

/** Path of a proposal that was just made. */
export const toProposal = ({ proposalId }: { proposalId: string }): string => `/staff/contents/proposals/${proposalId}`;

/** @param input input that the address does not give as a path parameter */
export const editorForms = (input: (posted: Posted) => Record<string, unknown> = () => ({})) => ({
  propose: { call: proposeContent, input, done: toProposal },
  preview: { call: previewContent, input, keeps: true },
});
