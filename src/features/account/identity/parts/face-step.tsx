import type { FormAnswer } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { checkFace } from "../contract.ts";
import { texts } from "../texts.ts";

/** The selfie, with the agreement to compare it: face data is asked for at the moment it is needed and for this alone. */
export function FaceStep({ action, answer }: { action: string; answer?: FormAnswer | undefined }) {
  const t = useTexts(texts);
  return (
    <>
      <Title lead={t("faceLead")}>{t("faceTitle")}</Title>
      <Form call={checkFace} action={action} upload values={answer?.values} failure={answer?.failure} fill>
        <input type="hidden" name="step" value="face" />
        <FileField name="photo" label={t("faceField")} art="selfie" capture="user" required />
        <Checkbox name="agreed" required>
          {t("faceAgree")}
        </Checkbox>
        <ActionBar>
          <Button track="identity_face_check">{t("checkFace")}</Button>
        </ActionBar>
      </Form>
    </>
  );
}
