/** The form with which a person takes a break from campaigns. */
import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { restTexts } from "./rest-texts.ts";

/** The form's input in the call's format. */
export const restInput = ({ form }: { form: FormData }): { days?: null } =>
  form.get("days") === "FOR_GOOD" ? { days: null } : {};

export function RestForm({ of }: { of: BoundForm }) {
  const t = useTexts(restTexts);
  return (
    <Stack>
      <p>{t("breakLead")}</p>
      <ActionForm of={of} id="rest">
        <Choices
          name="days"
          label={t("breakLength")}
          choices={[
            { value: "30", label: t("break30") },
            { value: "90", label: t("break90") },
          ]}
        />
        <Button kind="secondary" track="break_set">
          {t("breakSet")}
        </Button>
      </ActionForm>
      <Disclosure summary={t("breakForGood")}>
        <ActionForm of={of} id="for-good">
          <p>
            <strong>{t("breakForGoodAsk")}</strong> {t("breakForGoodBody")}
          </p>
          <input type="hidden" name="days" value="FOR_GOOD" />
          <Button kind="danger" track="break_for_good">
            {t("breakForGoodDo")}
          </Button>
        </ActionForm>
      </Disclosure>
    </Stack>
  );
}
