import type { Examples } from "../example.ts";
import { Card } from "../card/card.tsx";
import { Columns, Row, Split, Stack } from "./stack.tsx";

export const examples: Examples = {
  stack: (
    <Stack gap="tight">
      <p>Satu</p>
      <p>Dua</p>
    </Stack>
  ),
  row: (
    <Row spread>
      <span>Tanda tangani sebelum</span>
      <strong>23 jam 12 menit</strong>
    </Row>
  ),
  columns: (
    <Columns>
      <Card>Pinjam</Card>
      <Card>Danai</Card>
    </Columns>
  ),
  split: (
    <Split aside={<Card>Isi halaman</Card>}>
      <p>Cara meminjam</p>
    </Split>
  ),
};
