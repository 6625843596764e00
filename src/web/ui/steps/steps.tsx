import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { kitTexts } from "../texts.ts";

/** The current place in a flow of several screens. `step` counts from 1; `name` is this step's. */
export function Steps({ step, count, name }: { step: number; count: number; name?: ReactNode }) {
  const t = useTexts(kitTexts);
  return (
    <div className="steps">
      <p className="steps-words">
        {t("stepOf", { step, count })}
        {name !== undefined && <> · {name}</>}
      </p>
      <div className="steps-bar" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <span
            className="steps-part"
            key={index}
            data-state={index < step - 1 ? "done" : index === step - 1 ? "now" : "next"}
          />
        ))}
      </div>
    </div>
  );
}
