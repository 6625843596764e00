/** A queue of the console: a list in tabs, and a button for the next item. No script. */
import type { ReactNode } from "react";
import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { ListTable, type ListTableProps } from "./list-table.tsx";
import { consoleTexts } from "./texts.ts";

export interface QueueProps<Item> extends ListTableProps<Item> {
  title: ReactNode;
  lead?: ReactNode;
  /** Tabs of the list, each with its own address. */
  views: readonly { to: string; label: ReactNode; current: boolean }[];
  /** Claims the next item; omitted without the permission. `isEmpty`: there was none. */
  next?: { of: BoundForm; isEmpty: boolean } | null;
}

/** Two short things in one cell, so that a table fits on a small screen. */
export function TwoLines({ children }: { children: ReactNode }) {
  return <span className="queue-lines">{children}</span>;
}

/** The whole screen of a queue. */
export function Queue<Item>({ title, lead, views, next, ...list }: QueueProps<Item>) {
  const t = useTexts(consoleTexts);
  return (
    <>
      <div className="queue-head">
        <Title>{title}</Title>
        {next && (
          <ActionForm of={next.of} id="next" bare>
            <Button compact>{t("next")}</Button>
          </ActionForm>
        )}
      </div>
      {lead !== undefined && <Small>{lead}</Small>}
      {next?.isEmpty && <Notice live>{t("noNext")}</Notice>}
      <Tabs label={t("views")} tabs={views} wrap />
      <ListTable {...list} />
    </>
  );
}
