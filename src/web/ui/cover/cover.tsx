import { drawings, type CoverDrawing } from "./drawings.ts";

export type CoverName = keyof typeof drawings;
export const coverNames = Object.keys(drawings) as CoverName[];

/** The picture of a dated text, by its key; the document for an unknown key. It is decoration: the title says everything. */
export function Cover({ name }: { name: string | null }) {
  const drawing: CoverDrawing = drawings[coverNames.find((known) => known === name) ?? "document"];
  return (
    <svg className="cover" width={320} height={180} viewBox="0 0 320 180" aria-hidden="true">
      <path className="cover-paper" d={drawing.paper} />
      <path d={drawing.line} />
      {drawing.glow !== undefined && <path className="cover-glow" d={drawing.glow} />}
      {drawing.sun !== undefined && <path className="cover-sun" d={drawing.sun} />}
    </svg>
  );
}
