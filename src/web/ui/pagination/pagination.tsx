import type { PageLinks } from "#web/list.ts";
import { useTexts } from "#web/language.tsx";
import { Icon } from "../icon/icon.tsx";
import { kitTexts } from "../texts.ts";

/** Links through a list, as `readPage` gives them (or their two addresses): `first` goes back to the beginning, `next` on. Nothing when both are missing. */
export function Pagination(props: { page: PageLinks } | Partial<PageLinks>) {
  const { first, next } = "page" in props ? props.page : props;
  const t = useTexts(kitTexts);
  if (!first && !next) return null;
  return (
    <nav className="pagination" aria-label={t("pages")}>
      {first ? (
        <a className="pagination-link" href={first}>
          <Icon name="back" size={20} />
          {t("newer")}
        </a>
      ) : (
        <span />
      )}
      {next && (
        <a className="pagination-link" href={next} rel="next">
          {t("older")}
          <Icon name="forward" size={20} />
        </a>
      )}
    </nav>
  );
}
