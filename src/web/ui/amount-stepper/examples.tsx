import type { Examples } from "../example.ts";
import { AmountStepper } from "./amount-stepper.tsx";

export const examples: Examples = {
  stepper: (
    <AmountStepper
      name="loanRupiah"
      label="Saya ingin meminjam"
      defaultRupiah={1000000}
      minimumRupiah={200000}
      maximumRupiah={10000000}
      stepRupiah={100000}
    />
  ),
};
