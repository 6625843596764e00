import { formatRupiah } from "#shared/money.ts";

type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** Facts of an event on one line, as codes that people of the field know; amounts as money, empty ones left out. */
export function FactsText({ facts }: { facts: Facts }) {
  const said = Object.entries(facts).filter(([, value]) => value !== null && value !== "");
  if (said.length === 0) return <>–</>;
  return <span className="console-quote">{said.map(([name, value]) => `${name}: ${name.endsWith("Rupiah") && typeof value === "number" ? formatRupiah(value) : String(value)}`).join(" · ")}</span>;
}
