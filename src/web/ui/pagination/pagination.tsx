import { useTexts } from "#web/language.tsx";
import { Icon } from "../icon/icon.tsx";
import { kitTexts } from "../texts.ts";

/** Links through a list by cursor: `first` back to its beginning, `next` on with `nextCursor`. Nothing where both are missing. */
export function Pagination({ first, next }: { first?: string | null; next?: string | null }) {
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
