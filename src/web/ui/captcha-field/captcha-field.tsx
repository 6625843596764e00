import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { FieldFrame } from "../field/field.tsx";
import { useField } from "../form/form-state.tsx";
import { kitTexts } from "../texts.ts";

export interface CaptchaFieldProps {
  name?: string;
  captchaKey: string;
  imageUrl: string;
  audioUrl: string;
  /** A button that asks for another picture: `formNoValidate`, with its own name. */
  refresh?: ReactNode;
}

/** A picture to read, a button for its sound, and a field for the answer. The key is sent with the answer. */
export function CaptchaField({ name = "captcha", captchaKey, imageUrl, audioUrl, refresh }: CaptchaFieldProps) {
  const t = useTexts(kitTexts);
  const field = useField(name, { rules: { required: true } });
  return (
    <FieldFrame field={field} label={t("captchaLabel")}>
      <input type="hidden" name="captchaKey" value={captchaKey} />
      <div className="captcha">
        <img className="captcha-picture" src={imageUrl} alt={t("captchaPicture")} width={160} height={56} />
        {refresh}
      </div>
      <details className="captcha-listen">
        <summary className="button button-quiet button-compact">{t("listen")}</summary>
        <audio className="captcha-sound" controls preload="none" src={audioUrl} aria-label={t("captchaSound")} />
      </details>
      <input
        {...field.control}
        type="text"
        inputMode="numeric"
        className="input"
        autoComplete="off"
        spellCheck={false}
      />
    </FieldFrame>
  );
}
