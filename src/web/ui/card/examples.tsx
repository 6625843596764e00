import type { Examples } from "../example.ts";
import { Illustration } from "../illustration/illustration.tsx";
import { Card, LinkCard } from "./card.tsx";

export const examples: Examples = {
  card: (
    <Card heading="Rekening pencairan">
      <p>BCA •••• 4821</p>
    </Card>
  ),
  "link card": (
    <LinkCard to="#agreement" art={<Illustration name="document" size="small" />} title="Perjanjian lengkap">
      8 halaman · PDF · 45 kB
    </LinkCard>
  ),
};
