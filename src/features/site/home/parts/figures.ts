/** Figures for sentences: an amount stays on one line with its Rp. */
export function unbrokenFigures<Figures extends Readonly<Record<string, string>>>(figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, text]) => [name, text.replaceAll("Rp ", "Rp\u00a0")]),
  ) as Figures;
}
