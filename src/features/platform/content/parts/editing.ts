/** What the editor's screens do with its form: preview, or propose. */
import type { RouterContextProvider } from "react-router";
import { submit, type FormAnswer } from "#web/api.ts";
import type { ReplyOf } from "#shared/contract.ts";
import { previewContent, proposeContent } from "../staff-contract.ts";

export type EditorAnswer = Partial<Pick<FormAnswer, "failure">> & {
  status: number;
  values: FormAnswer["values"];
  preview: ReplyOf<typeof previewContent> | null;
};

/** @returns the id of the proposal, or what the form shows: a preview or what was refused; everything typed is in it. */
export async function editContent(
  form: FormData,
  context: Readonly<RouterContextProvider>,
  place: { collection: string; key?: string },
): Promise<string | EditorAnswer> {
  if (form.get("act") === "preview") {
    const sent = await submit(previewContent, form, context, { collection: place.collection });
    return sent.ok ? { status: 200, values: typedIn(form), preview: sent.reply } : { ...sent.answer, preview: null };
  }
  const sent = await submit(proposeContent, form, context, place);
  return sent.ok ? sent.reply.proposalId : { ...sent.answer, preview: null };
}

function typedIn(form: FormData): FormAnswer["values"] {
  return Object.fromEntries(
    [...form].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[0] !== "idempotencyKey",
    ),
  );
}
