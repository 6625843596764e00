import type { ReactNode } from "react";
import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

export interface FaceStepProps {
  of: BoundForm;
  action: string;
  /** Instead of the step's own. */
  title?: ReactNode;
  /** Fields that come before the selfie. */
  children?: ReactNode;
}

/** The selfie, with the agreement to compare it: face data is asked for at the moment it is needed and for this alone. */
export function FaceStep({ of, action, title, children }: FaceStepProps) {
  const t = useTexts(texts);
  return (
    <>
      {title ?? <Title lead={t("faceLead")}>{t("faceTitle")}</Title>}
      <ActionForm of={of} action={action} upload fill>
        {children}
        <FileField name="photo" label={t("faceField")} art="selfie" capture="user" required />
        <Checkbox name="agreed" required>
          {t("faceAgree")}
        </Checkbox>
        <ActionBar>
          <Button track="identity_face_check">{t("checkFace")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}
