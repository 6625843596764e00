import type { ReactNode } from "react";
import { passkey as script } from "virtual:enhance";
import type { BoundForm } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { texts } from "../texts.ts";

interface PasskeyFormProps {
  of: BoundForm;
  way: "get" | "create";
  /** The server's challenge as JSON. */
  options: string;
  label: string;
  children?: ReactNode;
}

/** Sends a passkey's answer. The script asks the browser for it when the button is pressed, and fills the hidden field. */
export function PasskeyForm({ of, way, options, label, children }: PasskeyFormProps) {
  const t = useTexts(texts);
  const { nonce } = useFrame();
  return (
    <>
      <PasskeyNeedsScript />
      <div className="with-script">
        <ActionForm of={of} hidden={{ credential: "" }}>
          {children}
          <p
            className="field-problem"
            role="alert"
            hidden
            data-passkey-problem
            data-cancelled={t("passkeyCancelled")}
            data-known={t("passkeyKnown")}
            data-failed={t("passkeyFailed")}
          />
          <ActionBar>
            <button className="button button-primary" type="button" data-passkey={way} data-options={options}>
              {label}
            </button>
          </ActionBar>
        </ActionForm>
      </div>
      <script nonce={nonce}>{script}</script>
    </>
  );
}

export function PasskeyNeedsScript() {
  const t = useTexts(texts);
  return (
    <noscript>
      <Notice>{t("passkeyNeedsScript")}</Notice>
    </noscript>
  );
}
