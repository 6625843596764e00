import type { ReactNode } from "react";
import { maxTypedCode, typedDigits } from "#shared/fields/cleaning.ts";
import { say, type Text } from "#shared/texts.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { useScriptPart } from "#web/script-parts.ts";
import { FieldFrame } from "../field/field.tsx";
import { useField } from "../form/form-state.tsx";
import { htmlPattern } from "../form/rules.ts";
import { kitTexts } from "../texts.ts";

export interface OtpFieldProps {
  name: string;
  label?: ReactNode;
  hint?: ReactNode;
  /** Seconds from now until a new code may be requested, and that instant in real time (ISO 8601). */
  resendInSeconds: number;
  resendAt: string;
  /** The button that asks for a new code; it is reachable at all times without script, and waits for the countdown with it. */
  resend: ReactNode;
  /** Content about the code itself, such as the tries left. */
  children?: ReactNode;
}

/** Codes typed with spaces, or pasted with surrounding text: the server drops both. */
const rules = { required: true, pattern: htmlPattern(typedDigits(6))!, maxLength: maxTypedCode };

/** The six digits of a code: one field that phones fill in automatically, the countdown, and the button for a new code. */
export function OtpField(props: OtpFieldProps) {
  useScriptPart("codes");
  const t = useTexts(kitTexts);
  const field = useField(props.name, { hint: props.hint, rules });
  return (
    <div className="stack stack-tight">
      <FieldFrame field={field} label={props.label ?? t("otpLabel")} hint={props.hint}>
        <input
          {...field.control}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="input otp-input"
          placeholder="······"
          defaultValue={field.value}
          autoFocus
          spellCheck={false}
        />
      </FieldFrame>
      {props.children}
      <div className="otp-resend">
        <CodeCountdown until={props.resendAt} seconds={props.resendInSeconds} />
        <div className="otp-again" data-after-countdown="">
          {props.resend}
        </div>
      </div>
    </div>
  );
}

/** Words with a wait (`{…InSeconds}`) that count down to an instant of real time (ISO 8601); hidden when over. Buttons in a `data-after-countdown` near it wait for the end. */
export function CodeCountdown({
  until,
  seconds,
  text = kitTexts.resendIn,
}: {
  until: string;
  seconds: number;
  text?: Text;
}) {
  useScriptPart("codes");
  const language = useLanguage();
  const template = text[language];
  // The server's own time lets a phone with a wrong clock count right.
  const now = new Date(Date.parse(until) - seconds * 1000).toISOString();
  return (
    <span
      className="countdown"
      data-countdown=""
      data-until={until}
      data-now={now}
      data-text={template}
      hidden={seconds <= 0}
    >
      {say(text, language, { resendInSeconds: seconds, sendInSeconds: seconds })}
    </span>
  );
}
