import { Button } from "#web/ui/button/button.tsx";
import { Form, type FormProps } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { useTexts } from "#web/language.tsx";
import { searchBorrower } from "../staff-contract.ts";
import { texts } from "../texts.ts";

/** Finds a borrower by an exact identifier. It posts: an identifier has no place in an address. */
export function FindForm({ values, failure }: Pick<FormProps, "values" | "failure">) {
  const t = useTexts(texts);
  return (
    <Form
      id="find"
      call={searchBorrower}
      action="/staff/borrowers"
      {...(values ? { values } : {})}
      {...(failure ? { failure } : {})}
    >
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
    </Form>
  );
}
