/**
 * The loan form's fields as a page that React Router renders on the server and hydrates in the browser: written without
 * optimising its weight, except that its styles are in the page.
 */
import { useState, type FormEvent } from "react";
import { Form, useLoaderData, type RouteObject } from "react-router";

const purposes = [
  ["DAILY_NEEDS", "Kebutuhan sehari-hari"],
  ["EDUCATION", "Pendidikan"],
  ["HEALTH", "Kesehatan"],
  ["BUSINESS", "Usaha"],
  ["HOME_REPAIR", "Perbaikan rumah"],
  ["VEHICLE", "Kendaraan"],
  ["FAMILY_EVENT", "Acara keluarga"],
  ["OTHER", "Lainnya"],
] as const;
const menu = [
  ["/borrow", "Pinjaman"],
  ["/about/faq", "Tanya jawab"],
  ["/help", "Bantuan"],
  ["/account", "Akun saya"],
] as const;
const tabs = [
  ["/home", "Beranda"],
  ["/bills", "Tagihan"],
  ["/history", "Pinjaman"],
  ["/quota", "Limit"],
] as const;

interface Offer {
  amountRupiah: number;
  limitRupiah: number;
  tenorsDays: number[];
  dailyRatePpm: number;
  instalments: { dueOn: string; rupiah: number }[];
}
const offer: Offer = {
  amountRupiah: 1_000_000,
  limitRupiah: 5_000_000,
  tenorsDays: [30, 60, 90],
  dailyRatePpm: 2_000,
  instalments: [
    { dueOn: "21 Des 2026", rupiah: 393_333 },
    { dueOn: "20 Jan 2027", rupiah: 393_333 },
    { dueOn: "19 Feb 2027", rupiah: 393_334 },
  ],
};
const rupiah = (amount: number): string => `Rp ${String(amount).replace(/\B(?=(\d{3})+$)/g, ".")}`;

function ApplyForm() {
  const { amountRupiah, limitRupiah, tenorsDays, dailyRatePpm, instalments } = useLoaderData<Offer>();
  const [amount, setAmount] = useState(amountRupiah);
  const [tenorDays, setTenorDays] = useState(90);
  const [problem, setProblem] = useState("");
  const interest = (amount * tenorDays * dailyRatePpm) / 1e6;
  const check = (event: FormEvent<HTMLFormElement>): void => {
    const isChosen = new FormData(event.currentTarget).get("purpose") !== "";
    setProblem(isChosen ? "" : "Pilih salah satu dari daftar.");
    if (!isChosen) event.preventDefault();
  };
  const step = (by: number): void => setAmount(Math.min(limitRupiah, Math.max(200_000, amount + by * 100_000)));
  return (
    <>
      <header>
        <b>Tunai</b>
        <details>
          <summary>Menu</summary>
          <ul>
            {menu.map(([to, label]) => (
              <li key={to}>
                <a href={to}>{label}</a>
              </li>
            ))}
          </ul>
        </details>
      </header>
      <main>
        <h1>Ajukan pinjaman</h1>
        <Form method="post" onSubmit={check} noValidate>
          <label htmlFor="a">Saya ingin meminjam</label>
          <button type="button" onClick={() => step(-1)} aria-label="Kurangi">
            −
          </button>
          <input
            id="a"
            name="amountRupiah"
            inputMode="numeric"
            value={rupiah(amount)}
            onChange={(event) => setAmount(Number(event.target.value.replace(/\D/g, "")))}
          />
          <button type="button" onClick={() => step(1)} aria-label="Tambah">
            +
          </button>
          <p>Sampai {rupiah(limitRupiah)}</p>
          {tenorsDays.map((days) => (
            <label key={days}>
              <input
                type="radio"
                name="tenorDays"
                value={days}
                checked={days === tenorDays}
                onChange={() => setTenorDays(days)}
              />{" "}
              {days} hari
            </label>
          ))}
          <table>
            <tbody>
              <tr>
                <td>Bunga {tenorDays} hari</td>
                <td>{rupiah(interest)}</td>
              </tr>
              <tr>
                <td>Biaya lain</td>
                <td>{rupiah(0)}</td>
              </tr>
              <tr>
                <td>Total kembali</td>
                <td>{rupiah(amount + interest)}</td>
              </tr>
            </tbody>
          </table>
          <details>
            <summary>Jadwal cicilan</summary>
            <table>
              <tbody>
                {instalments.map(({ dueOn, rupiah: due }) => (
                  <tr key={dueOn}>
                    <td>{dueOn}</td>
                    <td>{rupiah(due)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
          <label htmlFor="p">Untuk apa pinjaman ini?</label>
          <select id="p" name="purpose" defaultValue="" aria-invalid={problem !== ""}>
            <option value="">Pilih…</option>
            {purposes.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {problem && <p role="alert">{problem}</p>}
          <p>
            Pinjaman berisiko jika tidak dibayar tepat waktu. Pinjam seperlunya, sesuai kemampuan. Setelah dikirim, kami
            memeriksa dalam 5 menit sampai 24 jam.
          </p>
          <button className="submit">Ajukan pinjaman</button>
        </Form>
      </main>
      <nav>
        {tabs.map(([to, label]) => (
          <a key={to} href={to}>
            {label}
          </a>
        ))}
      </nav>
    </>
  );
}

export const routes: RouteObject[] = [
  { id: "apply", path: "/hydrated", loader: () => offer, action: () => null, Component: ApplyForm },
];
