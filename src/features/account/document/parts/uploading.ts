/** Sending the photos of one kind of document: shared by the screens that do it. */
import { data, redirect, type RouterContextProvider } from "react-router";
import { call, formAnswer, Problem } from "#web/api.ts";
import { defineForms, type Posted } from "#web/form-actions.ts";
import { deleteDocument, kindOfPath, saveDocumentNote, uploadDocument, type DocumentKind } from "../contract.ts";

/** The kind that the address of a screen with `:type` names. */
const kindOf = ({ params }: Pick<Posted, "params">): DocumentKind | undefined => kindOfPath(params["type"] ?? "");
const ownPath = (_reply: unknown, { url }: Pick<Posted, "url">): string => url.pathname;

/** The forms of a screen with `:type`; an unknown type leads to the list. */
export const uploadForms = (list: `/${string}`) =>
  defineForms(
    {
      // A photo that is already gone counts as deleted.
      remove: { call: deleteDocument, done: ownPath, refused: (_answer, posted) => ownPath(null, posted) },
      note: {
        call: saveDocumentNote,
        input: (posted) => ({ kind: kindOf(posted) }),
        done: (_reply, posted) => `${ownPath(null, posted)}?saved=1`,
      },
    },
    {
      before: async (posted) => (kindOf(posted) ? undefined : redirect(list, 303)),
      others: { photos: (posted) => upload(posted, kindOf(posted)!) },
    },
  );
export type UploadForms = ReturnType<typeof uploadForms>;

interface FailedUpload {
  /** How many of the photos were stored nevertheless. */
  kept: number;
  refused: { name: string; detail: string }[];
  isOne: boolean;
  answer: ReturnType<typeof formAnswer>;
}
/** Possible results of these forms' actions. */
export type UploadOutcome = { form?: string; upload?: FailedUpload } | undefined;

/** Sends the photos one by one: good ones are stored, and each bad one is reported. */
async function upload(
  { form, url, context }: Posted & { context: Readonly<RouterContextProvider> },
  kind: DocumentKind,
) {
  const chosen = form.getAll("photo").filter((file) => file instanceof File);
  const problems: { name: string; problem: Problem }[] = [];
  for (const photo of chosen) {
    try {
      await call(uploadDocument, { kind, photo }, { context });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      problems.push({ name: photo.name, problem });
    }
  }
  const [first] = problems;
  if (!first) return redirect(`${url.pathname}?saved=1`, 303);
  const refused = problems.map(({ name, problem }) => ({
    name,
    detail: problem.data.status.fields?.[0]?.detail ?? problem.data.status.detail,
  }));
  const answer = formAnswer(first.problem, form);
  return data(
    {
      form: "photos" as const,
      upload: { kept: chosen.length - problems.length, refused, isOne: chosen.length === 1, answer },
    },
    { status: answer.status },
  );
}
