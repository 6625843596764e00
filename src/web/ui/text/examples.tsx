import { Money } from "#web/language.tsx";
import type { Examples } from "../example.ts";
import { Figure, Heading, MaskedPhone, Section, Small, Title } from "./text.tsx";
import { Prose } from "./prose.tsx";

export const examples: Examples = {
  title: <Title lead="Setiap rupiah biaya terlihat sebelum Anda mengajukan.">Pinjam secukupnya, tahu semuanya.</Title>,
  figure: (
    <Figure label="Harus dibayar 21 Desember">
      <Money rupiah={393333} />
    </Figure>
  ),
  "heading with aside": <Heading aside={<a href="#all">Lihat semua</a>}>Perjalanan pinjaman</Heading>,
  section: (
    <Section heading="Bantuan">
      <Small>Senin sampai Minggu, 08.00 sampai 20.00.</Small>
    </Section>
  ),
  "masked phone": (
    <p>
      Kode dikirim ke <MaskedPhone number="081234564821" />
    </p>
  ),
  prose: (
    <Prose html="<h2>Risiko</h2><p>Pinjaman berisiko jika tidak dibayar tepat waktu.</p><ul><li>Denda berjalan.</li><li>Riwayat kredit turun.</li></ul>" />
  ),
};
