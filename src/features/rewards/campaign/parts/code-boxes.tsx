/** A code of four digits in four boxes, a digit each; all of them are one field. // Product decisions, rewards 1 */
import type { ReactNode } from "react";
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
  const field = useField(name, {});
  const { id } = field;
  return (
    <FieldFrame field={field} label={label} group>
      <div className="code-boxes">
        {places.map((place) => (
          <input
            key={place}
            className="code-box"
            id={place === 1 ? id : `${id}-${place}`}
            name={name}
            aria-label={digit(place)}
            aria-invalid={field.control["aria-invalid"]}
            aria-describedby={field.control["aria-describedby"]}
            inputMode="numeric"
            autoComplete="off"
            pattern="[0-9]"
            maxLength={1}
            required
          />
        ))}
      </div>
    </FieldFrame>
  );
}
