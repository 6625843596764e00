import { maxQueryCharacters } from "#features/platform/content/contract.ts";
import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { texts } from "../texts.ts";

/** Searches the answers; a plain form, so that it needs no script. */
export function FaqSearch({ query }: { query?: string }) {
  const t = useTexts(texts);
  return (
    <search className="faq-search">
      <Form method="get" action="/about/faq" values={query === undefined ? {} : { q: query }}>
        <TextField
          name="q"
          label={t("searchLabel")}
          type="search"
          inputMode="search"
          autoComplete="off"
          rules={{ required: true, maxLength: maxQueryCharacters }}
        />
        <Button track="faq-search">{t("search")}</Button>
      </Form>
    </search>
  );
}
