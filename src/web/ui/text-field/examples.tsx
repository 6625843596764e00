import type { Examples } from "../example.ts";
import { AmountField, DateField, PasswordField, PhoneField, TextArea, TextField } from "./text-field.tsx";

export const examples: Examples = {
  text: <TextField name="employer" label="Nama perusahaan" hint="Seperti di slip gaji." />,
  phone: <PhoneField name="mobileNumber" label="Nomor ponsel" />,
  password: (
    <PasswordField name="password" label="Kata sandi" autoComplete="current-password" hint="8 sampai 20 karakter." />
  ),
  date: <DateField name="bornOn" label="Tanggal lahir" max="2008-11-21" />,
  amount: <AmountField name="monthlyIncomeRupiah" label="Penghasilan per bulan" defaultValue="5000000" />,
  area: <TextArea name="description" label="Ceritakan masalahnya" hint="Paling banyak 300 karakter." />,
};
