import type { BoundForm } from "#web/form-actions.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { useTexts } from "#web/language.tsx";
import { texts } from "../texts.ts";

/** Finds a borrower by an exact identifier. It posts: an identifier has no place in an address. */
export function FindForm({ of }: { of: BoundForm }) {
  const t = useTexts(texts);
  return (
    <ActionForm of={of} id="find" action="/staff/borrowers">
      <div className="console-line">
        <TextField
          name="identifier"
          label={t("identifier")}
          hint={t("identifierHint")}
          autoComplete="off"
          autoCapitalize="none"
        />
        <Button>{t("find")}</Button>
      </div>
    </ActionForm>
  );
}
