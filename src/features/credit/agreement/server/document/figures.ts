/** Turns the data of a document into the values and tables that its template names. */
import { contactHours, formatDate, formatHours, formatInstant } from "#shared/dates.ts";
import { formatPpm, formatRupiah, sumRupiah } from "#shared/money.ts";
import { payoutMinutes } from "#shared/promised-times.ts";
import { type Language, say, type Text } from "#shared/texts.ts";
import { cleanText } from "./clean.ts";
import type { DocumentData, SigningEvidence, ContractFact, Operator, TextVersion } from "./data.ts";
import type { Block } from "./sections.ts";
import type { Bindings } from "./template.ts";
import { agreementWords } from "./words.ts";

/** A fact, with the sample mark if it was not verified (product decisions 1). */
function factText(fact: ContractFact, language: Language): string {
  return fact.verified ? fact.value : `${fact.value} (${agreementWords.sample[language]})`;
}

function operatorValues(operator: Operator, language: Language): Record<string, string> {
  return {
    brand: operator.brandName,
    operator: factText(operator.companyName, language),
    licence: factText(operator.licence, language),
    operatorAddress: factText(operator.address, language),
    operatorPhone: factText(operator.phone, language),
    operatorEmail: factText(operator.email, language),
  };
}

/** Values and tables of every kind of document but the evidence page. */
export function documentBindings(data: DocumentData, language: Language): Bindings {
  const { borrower, lender, loan, rules, bankAccount, paidOff } = data;
  const account = `${bankAccount.bankName} ${bankAccount.accountNumberMasked}`;
  const values: Record<string, string> = {
    ...operatorValues(data.operator, language),
    agreementNumber: data.agreementNumber,
    issuedOn: formatDate(data.issuedOn, language),
    verifyAddress: data.verifyAddress,
    borrowerName: borrower.fullName,
    borrowerNik: borrower.nikMasked,
    borrowerBirth: `${borrower.birthPlace}, ${formatDate(borrower.birthDate, language)}`,
    borrowerAddress: borrower.address,
    borrowerMobile: borrower.mobileMasked,
    lenderName: lender.name,
    lenderRegistration: lender.registration,
    lenderAddress: lender.address,
    productName: loan.productName,
    purpose: loan.purpose[language],
    amount: formatRupiah(loan.amountRupiah),
    disbursed: formatRupiah(loan.disbursedRupiah),
    tenorDays: String(loan.tenorDays),
    instalmentCount: String(loan.instalmentCount),
    dailyRate: formatPpm(loan.dailyRatePpm, language),
    yearlyRate: formatPpm(loan.yearlyRatePpm, language),
    fee: formatRupiah(loan.feeRupiah),
    interest: formatRupiah(loan.interestRupiah),
    total: formatRupiah(loan.totalRupiah),
    lateRate: formatPpm(loan.lateRatePpm, language),
    // As the texts of agreements name it.
    mostCost: formatRupiah(loan.maxCostRupiah),
    dailyCap: formatPpm(loan.dailyCapPpm, language),
    complaintDays: String(rules.complaintWorkingDays),
    complaintExtensionDays: String(rules.complaintExtensionDays),
    minimumAge: String(rules.minimumAgeYears),
    minimumIncome: formatRupiah(rules.minimumIncomeRupiah),
    mostPlatforms: String(rules.mostPlatforms),
    payoutMinutes: String(payoutMinutes),
    collectionHours: formatHours(contactHours, language),
    disbursementDate: formatDate(loan.disbursementDate, language),
    signBy: formatInstant(loan.signBy, language),
    accountBank: bankAccount.bankName,
    accountNumber: bankAccount.accountNumberMasked,
    accountHolder: bankAccount.holderName,
  };
  if (paidOff) {
    values.paidOffOn = formatDate(paidOff.paidOffOn, language);
    values.paid = formatRupiah(paidOff.paidRupiah);
    values.paidLateFee = formatRupiah(paidOff.paidLateFeeRupiah);
    values.waived = formatRupiah(paidOff.waivedRupiah);
  }
  if (data.restructure) {
    const { restructure } = data;
    values.oldNumber = restructure.oldNumber;
    values.oldOwed = formatRupiah(restructure.oldOwedRupiah);
    values.lateFeeWaived = formatRupiah(restructure.lateFeeWaivedRupiah);
    values.interestWaived = formatRupiah(restructure.interestWaivedRupiah);
    values.carried = formatRupiah(restructure.carriedRupiah);
    values.oldUnpaid = formatRupiah(restructure.oldUnpaidRupiah);
  }
  const parties: [Text, string][] = [
    [agreementWords.lender, `${lender.name}, ${lender.registration}, ${lender.address}`],
    [
      agreementWords.borrower,
      `${borrower.fullName}, NIK ${borrower.nikMasked}, ${values.borrowerBirth}, ${borrower.address}, ${borrower.mobileMasked}`,
    ],
    [agreementWords.operator, `${values.operator}, ${values.licence}, ${values.operatorAddress}`],
    [agreementWords.account, `${account}, ${bankAccount.holderName}`],
  ];
  return {
    values,
    tables: {
      parties: pairs(parties, language, agreementWords.role),
      costs: pairs(costRows(data, language), language, agreementWords.item),
      schedule: scheduleTable(data.schedule, language),
      ...(data.restructure ? { oldSchedule: scheduleTable(data.restructure.oldSchedule, language) } : {}),
      texts: textsTable(data.texts, language),
    },
  };
}

/** Values and tables of the evidence page. `shownHash` is the fingerprint of the bytes that the signer was shown. */
export function evidenceBindings(evidence: SigningEvidence, shownHash: string, language: Language): Bindings {
  const rows: [Text, string][] = [
    [agreementWords.signer, evidence.signerName],
    [agreementWords.nik, evidence.nikMasked],
    [agreementWords.shownAt, formatInstant(evidence.shownAt, language)],
    [agreementWords.signedAt, formatInstant(evidence.signedAt, language)],
    [agreementWords.otp, `${evidence.otpChannel}, ${evidence.otpSentTo}`],
    [agreementWords.otpReference, evidence.otpReference],
    [agreementWords.device, evidence.device],
    [agreementWords.networkAddress, evidence.networkAddress],
    [agreementWords.shownHash, shownHash],
  ];
  return {
    values: {
      ...operatorValues(evidence.operator, language),
      agreementNumber: evidence.agreementNumber,
      verifyAddress: evidence.verifyAddress,
      signerName: evidence.signerName,
    },
    tables: { evidence: pairs(rows, language, agreementWords.item), texts: textsTable(evidence.texts, language) },
  };
}

function costRows({ loan }: DocumentData, language: Language): [Text, string][] {
  return [
    [agreementWords.amount, formatRupiah(loan.amountRupiah)],
    ...(loan.replaced
      ? ([[agreementWords.replaced, `${formatRupiah(loan.replaced.rupiah)} (${loan.replaced.number})`]] as [
          Text,
          string,
        ][])
      : []),
    [agreementWords.disbursed, formatRupiah(loan.disbursedRupiah)],
    [agreementWords.tenor, say(agreementWords.days, language, { count: loan.tenorDays })],
    [agreementWords.instalments, String(loan.instalmentCount)],
    [agreementWords.dailyRate, say(agreementWords.aDay, language, { rate: formatPpm(loan.dailyRatePpm, language) })],
    [agreementWords.yearlyRate, say(agreementWords.aYear, language, { rate: formatPpm(loan.yearlyRatePpm, language) })],
    [agreementWords.interestTotal, formatRupiah(loan.interestRupiah)],
    [agreementWords.feeTotal, formatRupiah(loan.feeRupiah)],
    [agreementWords.repayTotal, formatRupiah(loan.totalRupiah)],
    [agreementWords.lateRate, say(agreementWords.aDay, language, { rate: formatPpm(loan.lateRatePpm, language) })],
    [agreementWords.maxCost, formatRupiah(loan.maxCostRupiah)],
    // After the cost without the coupon, which comes first: a coupon hides no cost. // Product decisions, rewards 4
    ...(loan.discount
      ? ([
          [agreementWords.discount, formatRupiah(-loan.discount.rupiah)],
          [agreementWords.discountedTotal, formatRupiah(loan.discount.totalRupiah)],
        ] as [Text, string][])
      : []),
  ];
}

function pairs(rows: [Text, string][], language: Language, first: Text): Block {
  return {
    kind: "table",
    header: [first[language], agreementWords.content[language]],
    rows: rows.map(([label, value]) => [label[language], cleanText(value)]),
    numeric: [],
  };
}

function scheduleTable(schedule: DocumentData["schedule"], language: Language): Block {
  const isDiscounted = schedule.some(({ payableRupiah }) => payableRupiah !== undefined);
  const names = ["principalRupiah", "interestRupiah", "feeRupiah", "totalRupiah"] as const;
  const columns = [
    agreementWords.instalment,
    agreementWords.dueDate,
    agreementWords.principal,
    agreementWords.interest,
    agreementWords.fee,
    agreementWords.total,
  ];
  const payable = (row: DocumentData["schedule"][number]): number => row.payableRupiah ?? row.totalRupiah;
  const rows = schedule.map((row) => [
    String(row.number),
    formatDate(row.dueDate, language),
    ...names.map((name) => formatRupiah(row[name])),
    ...(isDiscounted ? [formatRupiah(payable(row))] : []),
  ]);
  const sums = [
    ...names.map((name) => formatRupiah(sumRupiah(schedule.map((row) => row[name])))),
    ...(isDiscounted ? [formatRupiah(sumRupiah(schedule.map(payable)))] : []),
  ];
  return {
    kind: "table",
    header: [...columns, ...(isDiscounted ? [agreementWords.payable] : [])].map((one) => one[language]),
    rows: [...rows, [agreementWords.total[language], "", ...sums]],
    numeric: isDiscounted ? [2, 3, 4, 5, 6] : [2, 3, 4, 5],
  };
}

function textsTable(texts: TextVersion[], language: Language): Block {
  return {
    kind: "table",
    header: [agreementWords.text[language], agreementWords.version[language]],
    rows: texts.map((one) => [cleanText(one.title), cleanText(one.version)]),
    numeric: [],
  };
}
