import { useEffect, useRef, useState, type FormEvent, type MouseEvent } from "react";
import { useTexts } from "#web/language.tsx";
import type { Problem } from "#web/problem.ts";
import type { RichProps } from "#web/rich/rich.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state/error-state.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Skeleton } from "#web/ui/loading/loading.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { getAreaDataList, type Area } from "../area-contract.ts";
import { areasTexts } from "./areas-texts.ts";

const path = "/sandbox/areas";
const addressOf = (code: string): string => (code ? `${path}?parentCode=${encodeURIComponent(code)}` : path);
const codeIn = (query: string): string => new URLSearchParams(query).get("parentCode")?.trim() ?? "";

export interface AreasShown {
  /** The list shows the areas directly below it; empty: the provinces. */
  code: string;
  items: Area[];
  /** Why the list is empty, in the reader's language. */
  problem: string | null;
}

/** The text of a refusal: of its field if it is about one. */
export const problemText = ({ data: { status } }: Problem): string => status.fields?.[0]?.detail ?? status.detail;

/** The areas of Indonesia with their codes, level by level. Links and a form that work without script; with its script the next level loads without a new page. */
export default function Areas({ call, ...given }: RichProps<AreasShown>) {
  const t = useTexts(areasTexts);
  const [shown, setShown] = useState<AreasShown>(given);
  const [isLoading, setLoading] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  /** Counts requests, so that a late answer of an earlier request is not shown. */
  const requestCount = useRef(0);

  async function go(code: string, remember: boolean): Promise<void> {
    const requestNumber = ++requestCount.current;
    setLoading(true);
    const next = await call(getAreaDataList, code ? { parentCode: code } : {}).then(
      ({ items }): AreasShown => ({ code, items, problem: null }),
      (error: Problem): AreasShown => ({ code, items: [], problem: problemText(error) }),
    );
    if (requestNumber !== requestCount.current) return;
    if (remember) {
      history.pushState(null, "", addressOf(code));
      document.dispatchEvent(new Event("tunai:entered"));
    }
    setShown(next);
    setLoading(false);
    heading.current?.focus();
  }

  useEffect(() => {
    const back = () => void go(codeIn(location.search), false);
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  });

  function follow(event: MouseEvent): void {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a");
    if (!link || link.pathname !== path || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void go(codeIn(link.search), true);
  }

  function search(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("parentCode");
    void go(String(typed ?? "").trim(), true);
  }

  const { code } = shown;
  return (
    <Stack gap="loose">
      <form className="form" action={path} onSubmit={search}>
        <TextField
          key={code}
          name="parentCode"
          label={t("code")}
          hint={t("codeHint")}
          type="search"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={code}
        />
        <Button kind="secondary">{t("show")}</Button>
      </form>
      <div onClick={follow} aria-busy={isLoading || undefined}>
        <Stack>
          <h2 className="heading-2" tabIndex={-1} ref={heading}>
            {code ? t("below", { code }) : t("provinces")}
          </h2>
          {code && (
            <InlineRow spread>
              <a href={addressOf(code.split(".").slice(0, -1).join("."))}>{t("up")}</a>
              <a href={path}>{t("provinces")}</a>
            </InlineRow>
          )}
          {isLoading ? <Skeleton lines={6} /> : <Found {...shown} />}
        </Stack>
      </div>
    </Stack>
  );
}

function Found({ code, items, problem }: AreasShown) {
  const t = useTexts(areasTexts);
  if (problem !== null) return <ErrorState title={problem} refresh={addressOf(code)} />;
  if (items.length === 0) {
    return (
      <>
        <EmptyState title={t("deepest")}>{t("deepestBody")}</EmptyState>
        <CopyText label={t("code")} value={code} />
      </>
    );
  }
  return (
    <>
      <Small>{t("shown", { count: items.length })}</Small>
      <LinkList
        items={items.map((one) => ({ to: addressOf(one.code), label: one.name, detail: `${one.code} · ${one.zone}` }))}
      />
    </>
  );
}
