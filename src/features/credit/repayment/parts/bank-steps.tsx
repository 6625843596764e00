/**
 * How to pay a virtual account at each bank. Menus are named as the banks name them (common knowledge, to be compared with
 * each bank's own guide before production), so they stay Indonesian in every language.
 */
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { useTexts } from "#web/language.tsx";
import { defineTexts } from "#shared/texts.ts";

/** The menu that leads to virtual accounts; `companyCode` where the bank asks for it apart from the number. */
interface Route {
  menu: string;
  app: string;
  companyCode?: true;
}
type Channel = "ATM" | "MOBILE" | "INTERNET";

const guides: Readonly<Record<string, Record<Channel, Route>>> = {
  // BCA
  "014": {
    ATM: { app: "ATM BCA", menu: "Transaksi Lainnya › Transfer › Ke Rek BCA Virtual Account" },
    MOBILE: { app: "BCA mobile", menu: "m-BCA › m-Transfer › BCA Virtual Account" },
    INTERNET: { app: "KlikBCA", menu: "Transfer Dana › Transfer ke BCA Virtual Account" },
  },
  // Mandiri
  "008": {
    ATM: { app: "ATM Mandiri", menu: "Bayar/Beli › Lainnya › Multi Payment", companyCode: true },
    MOBILE: { app: "Livin' by Mandiri", menu: "Bayar › Multipayment", companyCode: true },
    INTERNET: { app: "Internet Banking Mandiri", menu: "Pembayaran › Multi Payment", companyCode: true },
  },
  // BNI
  "009": {
    ATM: { app: "ATM BNI", menu: "Menu Lain › Transfer › Virtual Account Billing" },
    MOBILE: { app: "BNI Mobile Banking", menu: "Transfer › Virtual Account Billing" },
    INTERNET: { app: "BNI Internet Banking", menu: "Transfer › Virtual Account Billing" },
  },
  // BRI
  "002": {
    ATM: { app: "ATM BRI", menu: "Transaksi Lain › Pembayaran › Lainnya › BRIVA" },
    MOBILE: { app: "BRImo", menu: "BRIVA › Pembayaran Baru" },
    INTERNET: { app: "Internet Banking BRI", menu: "Pembayaran › BRIVA" },
  },
  // Permata
  "013": {
    ATM: { app: "ATM Permata", menu: "Transaksi Lainnya › Pembayaran › Pembayaran Lainnya › Virtual Account" },
    MOBILE: { app: "PermataMobile X", menu: "Bayar Tagihan › Virtual Account" },
    INTERNET: { app: "PermataNet", menu: "Pembayaran Tagihan › Virtual Account" },
  },
};
const anyBank: Record<Channel, Route> = {
  ATM: { app: "ATM", menu: "Transfer › Virtual Account" },
  MOBILE: { app: "mobile banking", menu: "Transfer › Virtual Account" },
  INTERNET: { app: "internet banking", menu: "Transfer › Virtual Account" },
};

const stepTexts = defineTexts({
  ATM: { id: "ATM", en: "ATM", zh: "ATM" },
  MOBILE: { id: "Aplikasi di ponsel", en: "App on the phone", zh: "手机应用" },
  INTERNET: { id: "Internet banking", en: "Internet banking", zh: "网上银行" },
  card: {
    id: "Masukkan kartu dan PIN di {app}.",
    en: "Insert your card and enter the PIN at an {app}.",
    zh: "在 {app} 插卡并输入密码。",
  },
  open: { id: "Masuk ke {app}.", en: "Log in to {app}.", zh: "登录 {app}。" },
  menu: { id: "Pilih {menu}.", en: "Choose {menu}.", zh: "选择 {menu}。" },
  companyCode: {
    id: "Masukkan kode perusahaan {code}.",
    en: "Enter the company code {code}.",
    zh: "输入公司代码 {code}。",
  },
  number: {
    id: "Masukkan nomor virtual account {number}.",
    en: "Enter the virtual account number {number}.",
    zh: "输入虚拟账号 {number}。",
  },
  amount: {
    id: "Masukkan jumlah {amount}, tanpa titik.",
    en: "Enter the amount {amount}, without dots.",
    zh: "输入金额 {amount}（不带点）。",
  },
  check: {
    id: "Periksa nomor pinjaman dan jumlah di layar, lalu setujui.",
    en: "Check the loan number and the amount on the screen, then confirm.",
    zh: "核对屏幕上的借款编号和金额，然后确认。",
  },
  keep: {
    id: "Simpan bukti bayar. Pembayaran tercatat dalam beberapa menit.",
    en: "Keep the receipt. The payment is recorded within minutes.",
    zh: "保存凭证，付款将在几分钟内入账。",
  },
});

/** Digits of our own number at the end of every virtual account; the digits before them are the company code. */
const customerDigits = 12;

export function BankSteps({ bankCode, number, amount }: { bankCode: string; number: string; amount: string }) {
  const t = useTexts(stepTexts);
  const guide = guides[bankCode] ?? anyBank;
  return (
    <>
      {(["MOBILE", "ATM", "INTERNET"] as const).map((channel) => {
        const { app, menu, companyCode } = guide[channel];
        return (
          <Disclosure
            key={channel}
            summary={channel === "ATM" ? t("ATM") : `${t(channel)} · ${app}`}
            group="steps"
            open={channel === "MOBILE"}
          >
            <Prose>
              <ol>
                <li>{t(channel === "ATM" ? "card" : "open", { app })}</li>
                <li>{t("menu", { menu })}</li>
                {companyCode && <li>{t("companyCode", { code: number.slice(0, -customerDigits) })}</li>}
                <li>{t("number", { number })}</li>
                <li>{t("amount", { amount })}</li>
                <li>{t("check")}</li>
                <li>{t("keep")}</li>
              </ol>
            </Prose>
          </Disclosure>
        );
      })}
    </>
  );
}
