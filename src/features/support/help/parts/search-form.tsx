import { maxQueryCharacters } from "#features/platform/content/contract.ts";
import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { texts } from "../texts.ts";
import { centrePath } from "./help-address.ts";

/** Searches help and questions; a plain form, so that it needs no script. */
export function SearchForm({ query }: { query?: string }) {
  const t = useTexts(texts);
  return (
    <search className="help-search">
      <Form method="get" action={centrePath} values={query === undefined ? {} : { q: query }}>
        <TextField
          name="q"
          label={t("searchLabel")}
          type="search"
          inputMode="search"
          autoComplete="off"
          rules={{ required: true, maxLength: maxQueryCharacters }}
        />
        <Button compact track="help-search">
          {t("search")}
        </Button>
      </Form>
    </search>
  );
}
