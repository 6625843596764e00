/** Input of a step that asks for the face, and the refusal of missing fields. */
import { Refusal } from "#server/call/refusal.ts";
import { fieldProblemText } from "#shared/fields/problems.ts";
import type { Language } from "#shared/texts.ts";
import { faceFieldTexts } from "../contract.ts";

/** The values of `faceInput` and `faceRecheckInput` that a step received. */
export interface FaceSent {
  nik?: string | undefined;
  photo?: File | undefined;
  video?: File | undefined;
  /** The automatic comparison was agreed to. */
  isAgreed: boolean;
}

export const fileBytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/** Reports the form's missing values, each at its field. @throws Refusal INPUT_INVALID */
export function refuseMissing(
  missing: Readonly<Record<string, string | false>>,
  { agreed }: { agreed: { language: Language } },
): void {
  const fields = Object.entries(missing).flatMap(([path, code]) =>
    code === false ? [] : [{ path, code, detail: fieldProblemText(code, agreed.language, faceFieldTexts) }],
  );
  if (fields.length > 0) throw new Refusal("INPUT_INVALID", undefined, fields);
}
