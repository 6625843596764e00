/** A code of four digits in four boxes, one digit each; together they are one field. // Product decisions, rewards 1 */
import type { ReactNode } from "react";
import { maxTypedCode } from "#shared/fields/cleaning.ts";
import { useScriptPart } from "#web/script-parts.ts";
import { FieldFrame } from "#web/ui/field/field.tsx";
import { useField } from "#web/ui/form/form-state.tsx";

const places = [1, 2, 3, 4];

export function CodeBoxes({
  name,
  label,
  digit,
}: {
  name: string;
  label: ReactNode;
  digit: (place: number) => string;
}) {
  useScriptPart("codes");
  const field = useField(name, {
    rules: { required: true, pattern: "[0-9\\s\\-]*" },
    codes: { required: "ENTRY_CODE_FORMAT", pattern: "ENTRY_CODE_FORMAT" },
  });
  const { id, control } = field;
  return (
    <FieldFrame field={field} label={label} group>
      <div className="code-boxes">
        {places.map((place) => (
          <input
            key={place}
            className="code-box"
            {...control}
            id={`${id}-${place}`}
            aria-label={digit(place)}
            inputMode="numeric"
            autoComplete="off"
            // Without script the whole code may be typed into the first box.
            maxLength={maxTypedCode}
            required={place === 1}
          />
        ))}
      </div>
    </FieldFrame>
  );
}
