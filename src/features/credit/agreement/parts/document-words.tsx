/** The words of a document as a page: for screen readers, large text and slow lines. */
import { Fragment } from "react";
import { useTexts } from "#web/language.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import type { DocumentBlock, DocumentSection } from "../document-contract.ts";
import { texts } from "../texts.ts";

export function DocumentWords({ sections }: { sections: readonly DocumentSection[] }) {
  const t = useTexts(texts);
  return (
    <Prose>
      {sections.map((section, index) =>
        section.isOriginal ? (
          <section className="document-original" lang="id" key={index} role="group" aria-label={t("originalText")}>
            <Blocks blocks={section.blocks} />
          </section>
        ) : (
          <section lang={section.language} key={index}>
            <Blocks blocks={section.blocks} />
          </section>
        ),
      )}
    </Prose>
  );
}

function Blocks({ blocks }: { blocks: readonly DocumentBlock[] }) {
  return (
    <>
      {blocks.map((block, index) => (
        <Block block={block} key={index} />
      ))}
    </>
  );
}

function Block({ block }: { block: DocumentBlock }) {
  switch (block.kind) {
    case "heading":
      return block.level === 2 ? (
        <h2>
          <Spans spans={block.text} />
        </h2>
      ) : (
        <h3>
          <Spans spans={block.text} />
        </h3>
      );
    case "paragraph":
      return (
        <p>
          <Spans spans={block.text} />
        </p>
      );
    case "list": {
      const items = block.items.map((item, index) => (
        <li key={index}>
          <Spans spans={item} />
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case "table":
      return <WordsTable table={block} />;
  }
}

/** A table; on a small phone each row is a block with every figure next to its column's name, so no sideways scrolling is needed. */
function WordsTable({ table }: { table: Extract<DocumentBlock, { kind: "table" }> }) {
  const figures = (column: number) => (table.numeric.includes(column) ? "document-figures" : undefined);
  const isPair = table.header.length === 2;
  return (
    <table className={isPair ? "document-table document-pairs" : "document-table"} role="table">
      <thead role="rowgroup">
        <tr role="row">
          {table.header.map((cell, column) => (
            <th role="columnheader" scope="col" className={figures(column)} key={column}>
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {table.rows.map((row, index) => (
          <tr role="row" key={index}>
            {row.map((cell, column) =>
              column === 0 ? (
                <th
                  role="rowheader"
                  scope="row"
                  className={figures(column)}
                  data-label={!isPair && /^\d+$/.test(cell) ? table.header[0] : undefined}
                  key={column}
                >
                  {cell}
                </th>
              ) : (
                <td
                  role="cell"
                  className={figures(column)}
                  data-label={isPair ? undefined : table.header[column]}
                  key={column}
                >
                  {unbroken(cell)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Spans({ spans }: { spans: readonly { text: string; bold?: true | undefined }[] }) {
  return (
    <>
      {spans.map((span, index) =>
        span.bold ? (
          <strong key={index}>{unbroken(span.text)}</strong>
        ) : (
          <Fragment key={index}>{unbroken(span.text)}</Fragment>
        ),
      )}
    </>
  );
}

/** An amount never breaks over two lines. */
function unbroken(words: string): string {
  return words.replace(/Rp (?=\d)/g, "Rp\u00a0");
}
