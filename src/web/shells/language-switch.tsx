import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { texts } from "#web/shells/texts.ts";
import { languages, type Language } from "#shared/texts.ts";

/** Each language names itself, so that everyone finds their own. */
const names: Record<Language, { short: string; long: string }> = {
  id: { short: "ID", long: "Bahasa Indonesia" },
  en: { short: "EN", long: "English" },
  zh: { short: "中文", long: "中文" },
};

/** Links to the same page in each language. The choice is remembered by the answer to the link. */
export function LanguageSwitch() {
  const t = useTexts(texts);
  const { language, pathWithQuery } = useFrame();
  const here = new URL(pathWithQuery, "http://own");
  const to = (wished: Language) => {
    here.searchParams.set("lang", wished);
    return here.pathname + here.search;
  };
  return (
    <nav className="languages" aria-label={t("language")}>
      {languages.map((one) => (
        <a key={one} href={to(one)} lang={one} hrefLang={one} title={names[one].long} aria-current={one === language ? "true" : undefined}>
          {names[one].short}
        </a>
      ))}
    </nav>
  );
}
