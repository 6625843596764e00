import { Money } from "#web/language.tsx";
import { AmountStepper } from "../amount-stepper/amount-stepper.tsx";
import { Button } from "../button/button.tsx";
import { CheckList } from "../check-list/check-list.tsx";
import { Choices } from "../choices/choices.tsx";
import type { Examples } from "../example.ts";
import { Form, LiveRegion } from "../form/form.tsx";
import { Receipt, ReceiptLine, ReceiptTotal } from "../receipt/receipt.tsx";
import { Hero } from "./hero.tsx";

export const examples: Examples = {
  hero: (
    <Hero
      title="Pinjam secukupnya, tahu semuanya."
      lead="Setiap rupiah biaya terlihat sebelum Anda mengajukan."
      points={<CheckList items={["Tidak ada potongan di muka.", "Lunas lebih awal, bayar lebih sedikit."]} />}
    >
      <Form id="quote" method="get" live="/">
        <Receipt>
          <AmountStepper
            name="amountRupiah"
            label="Saya ingin meminjam"
            defaultRupiah={1000000}
            minimumRupiah={200000}
            maximumRupiah={10000000}
            stepRupiah={100000}
          />
          <Choices
            name="tenorDays"
            label="Lama pinjaman"
            labelHidden
            columns={3}
            defaultValue="90"
            choices={["30", "60", "90"].map((days) => ({ value: days, label: `${days} hari` }))}
          />
          <LiveRegion>
            <ReceiptLine label="Bunga 0,2% per hari">
              <Money rupiah={180000} />
            </ReceiptLine>
            <ReceiptLine label="Biaya lain">
              <Money rupiah={0} />
            </ReceiptLine>
            <ReceiptTotal label="Total kembali" note="3 cicilan, pertama 21 Des">
              <Money rupiah={1180000} />
            </ReceiptTotal>
          </LiveRegion>
        </Receipt>
        <Button>Ajukan pinjaman</Button>
      </Form>
    </Hero>
  ),
};
