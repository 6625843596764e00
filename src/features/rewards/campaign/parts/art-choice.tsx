/** A choice inside the artwork: each option in the scene is the label of a radio button. Works without script. */
import type { ReactNode } from "react";
import { FieldProblemText } from "#web/ui/field/field.tsx";
import { useField } from "#web/ui/form/form-state.tsx";

export interface ArtOption {
  value: string;
  /** Shown below its picture, and read aloud. */
  name: ReactNode;
  /** An `<svg className="art-picture">`. */
  picture: ReactNode;
}

export interface ArtChoiceProps {
  name: string;
  /** Read aloud before the options; sighted people see it in the scene. */
  label: ReactNode;
  /** The scene behind the options: an `<Art>`. */
  scene: ReactNode;
  options: readonly ArtOption[];
  /** `few` are in a row on the ground; `many` fill the scene in rows. */
  look: "few" | "many";
  defaultValue?: string;
}

export function ArtChoice({ name, label, scene, options, look, defaultValue }: ArtChoiceProps) {
  const field = useField(name, defaultValue === undefined ? {} : { defaultValue });
  return (
    <fieldset
      className="art-choice"
      id={field.id}
      aria-describedby={field.control["aria-describedby"]}
      tabIndex={-1}
      data-choice={name}
    >
      <legend className="visually-hidden">{label}</legend>
      <div className="art-choice-scene">
        {scene}
        <div className={`art-options art-options-${look}`}>
          {options.map(({ value, name: words, picture }) => (
            <label className="art-option" key={value}>
              <input
                className="art-input"
                type="radio"
                name={name}
                value={value}
                required={field.control.required}
                defaultChecked={field.values.includes(value)}
                data-message-required={field.control["data-message-required"]}
              />
              {picture}
              <span className="art-name">{words}</span>
            </label>
          ))}
        </div>
      </div>
      <FieldProblemText field={field} />
    </fieldset>
  );
}

/** A button's words by the option that is chosen above it: the first option's, the second's …; `any` before a choice. At most three options. */
export function ChosenWords({ words, any }: { words: readonly string[]; any: string }) {
  return (
    <>
      <span className="chosen-any">{any}</span>
      {words.map((word, index) => (
        <span key={word} className={`chosen chosen-${index + 1}`}>
          {word}
        </span>
      ))}
    </>
  );
}
