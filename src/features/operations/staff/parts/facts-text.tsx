import { formatDate, formatInstant } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { factNames, factValues } from "./fact-texts.ts";

type Value = string | number | boolean | null;
type Facts = Readonly<Record<string, Value>>;

/** Facts of an event on one line, in words; amounts as money, dates as dates, empty ones left out. A name or code without words of its own is shown as it is. */
export function FactsText({ facts }: { facts: Facts }) {
  const name = useTexts(factNames);
  const said = Object.entries(facts).filter(([, value]) => value !== null && value !== "");
  const valueText = useValueText();
  if (said.length === 0) return <>–</>;
  return (
    <span className="console-quote">
      {said
        .map(
          ([key, value]) => `${key in factNames ? name(key as keyof typeof factNames) : key}: ${valueText(key, value)}`,
        )
        .join(" · ")}
    </span>
  );
}

function useValueText(): (name: string, value: Value) => string {
  const known = useTexts(factValues);
  const language = useLanguage();
  return (name, value) => {
    if (name.endsWith("Rupiah") && typeof value === "number") return formatRupiah(value);
    const code = String(value);
    if (/^\d{4}-\d\d-\d\d$/.test(code)) return formatDate(code as Parameters<typeof formatDate>[0], language, "short");
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(code)) return formatInstant(new Date(code), language, "WIB", "short");
    // Who of the staff it was is a matter of the audit trail.
    const [first = "", rest] = code.split(":");
    if (rest !== undefined && first === "STAFF") return known("STAFF");
    return code in factValues ? known(code as keyof typeof factValues) : code;
  };
}
