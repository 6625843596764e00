import { Button, DefaultButton } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Heading } from "#web/ui/text/text.tsx";
import { DateField, TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { useTexts } from "#web/language.tsx";
import { languages } from "#shared/texts.ts";
import { collections, type Collection, type CollectionName, type HeadLine } from "../contract.ts";
import type { DraftShape } from "../draft-contract.ts";
import { contentEditorTexts } from "../texts.ts";

export interface ContentFormProps {
  /** From `editorForms`: proposal and preview. */
  of: BoundForm;
  collection: CollectionName;
  /** Null for a new content, whose key is typed. */
  contentKey: string | null;
  draft: DraftShape | null;
  /** The version that is written on; 0 for a new content. */
  baseVersion: number;
  figures: readonly { name: string; text: string }[];
}

/** One content in three languages: the head once, then title, summary and text of each; preview first, then propose. */
export function ContentForm({ collection, contentKey, draft, baseVersion, figures, of }: ContentFormProps) {
  const t = useTexts(contentEditorTexts);
  const { status } = of.answer?.failure ?? {};
  const newerVersion = status?.code === "CONTENT_CHANGED" ? Number(status.data?.["version"]) : null;
  const rules: Collection = collections[collection];
  const lines = [...rules.required, ...rules.optional];
  return (
    // As multipart: Chinese takes nine bytes a sign in the plain form, and long texts would pass the limit of a request.
    <ActionForm of={of} upload>
      <DefaultButton name="intent" value="preview" />
      {newerVersion === null && <input type="hidden" name="baseVersion" value={baseVersion} />}
      {contentKey === null && <TextField name="key" label={t("key")} hint={t("keyHint")} autoCapitalize="none" />}
      {lines.some((line) => line !== "summary") && <HeadFields rules={rules} draft={draft} />}
      <div className="content-languages">
        {languages.map((language) => (
          <section className="section" key={language}>
            <Heading>{t(language)}</Heading>
            <TextField
              name={`texts.${language}.title`}
              label={t("title")}
              defaultValue={draft?.texts[language].title ?? ""}
              keep
            />
            {lines.includes("summary") && (
              <TextArea
                name={`texts.${language}.summary`}
                label={t("summary")}
                required={rules.required.includes("summary")}
                rows={3}
                defaultValue={draft?.texts[language].summary ?? ""}
                keep
              />
            )}
            <div className="content-markdown">
              <TextArea
                name={`texts.${language}.markdown`}
                label={t("markdown")}
                rows={20}
                defaultValue={draft?.texts[language].markdown ?? ""}
                keep
              />
            </div>
          </section>
        ))}
      </div>
      <Figures figures={figures} />
      <TextArea name="note" label={t("note")} rows={2} keep />
      {newerVersion !== null && contentKey !== null && (
        <Notice kind="attention">
          <a
            href={`/staff/contents/${collection}/${contentKey}/versions?from=${baseVersion}&to=${newerVersion}`}
            target="_blank"
            rel="noreferrer"
          >
            {t("whatChanged")}
          </a>
        </Notice>
      )}
      <ActionBar>
        <Button name="intent" value="preview" kind="secondary">
          {t("preview")}
        </Button>
        {newerVersion === null ? (
          <Button>{t("propose")}</Button>
        ) : (
          <Button name="baseVersion" value={String(newerVersion)}>
            {t("proposeOnTop", { version: newerVersion })}
          </Button>
        )}
      </ActionBar>
    </ActionForm>
  );
}

function HeadFields({ rules, draft }: { rules: Collection; draft: DraftShape | null }) {
  const t = useTexts(contentEditorTexts);
  const has = (line: HeadLine) => rules.required.includes(line) || rules.optional.includes(line);
  const of = (line: Exclude<HeadLine, "summary">) => ({
    name: `head.${line}`,
    label: t(line),
    required: rules.required.includes(line),
    defaultValue: draft?.head[line] ?? "",
  });
  return (
    <section className="section">
      <Heading>{t("head")}</Heading>
      <div className="console-line">
        {has("section") && (
          <Select {...of("section")} options={(rules.sections ?? []).map((one) => ({ value: one, label: one }))} />
        )}
        {has("topic") && <TextField {...of("topic")} />}
        {has("order") && <TextField {...of("order")} inputMode="numeric" />}
        {has("published") && <DateField {...of("published")} hint={t("publishedHint")} />}
        {has("until") && <DateField {...of("until")} />}
        {has("picture") && <TextField {...of("picture")} autoCapitalize="none" />}
      </div>
    </section>
  );
}

function Figures({ figures }: { figures: ContentFormProps["figures"] }) {
  const t = useTexts(contentEditorTexts);
  return (
    <Disclosure summary={t("figures")}>
      <p>{t("figuresLead")}</p>
      <DataTable
        caption={t("figures")}
        captionHidden
        rows={figures}
        rowKey={(figure) => figure.name}
        columns={[
          {
            key: "name",
            label: t("figure"),
            show: (figure) => <span className="console-id">{`{{${figure.name}}}`}</span>,
          },
          { key: "now", label: t("figureNow"), show: (figure) => <span className="console-quote">{figure.text}</span> },
        ]}
      />
    </Disclosure>
  );
}
