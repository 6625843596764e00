import type { Examples } from "../example.ts";
import { ArticleCards, ArticleHead } from "./article.tsx";

const first = {
  to: "#one",
  title: "Cara biaya pinjaman dihitung",
  summary: "Bunga harian terdengar kecil. Begini mengubahnya menjadi rupiah.",
  published: "2026-11-16",
  picture: "receipt",
};
const second = { to: "#two", title: "Tujuh tanda penipuan", published: "2026-11-09", picture: "phone" };

export const examples: Examples = {
  cards: <ArticleCards items={[first, second]} featured />,
  head: (
    <ArticleHead
      title="Anggaran sepuluh menit"
      summary="Cicilan yang aman adalah yang sanggup dibayar pada bulan yang buruk."
      published="2026-10-12"
      picture="budget"
    />
  ),
};
