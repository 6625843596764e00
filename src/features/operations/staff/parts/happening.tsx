import { useTexts } from "#web/language.tsx";
import { actionTexts, happeningTexts } from "./happening-texts.ts";

/** What happened or was done, in words; a code that has none yet is shown as it is. */
export function Happening({ what }: { what: string }) {
  const action = useTexts(actionTexts);
  const happening = useTexts(happeningTexts);
  if (what in actionTexts) return <span title={what}>{action(what as keyof typeof actionTexts)}</span>;
  if (what in happeningTexts) return <>{happening(what as keyof typeof happeningTexts)}</>;
  return <span className="console-id">{what}</span>;
}
