/** The bank port over SNAP BI: account inquiry external, interbank transfer, transfer status. */
import type { BankPort, SourceAccount, TransferAnswer, TransferState } from "../bank/port.ts";
import type { SnapClient } from "./client.ts";
import { externalId, readSnapTimestamp, snapAmount, snapProgress, snapServices, snapTimestamp } from "./format.ts";

export interface SnapBankSettings {
  /** Our accounts that pay, at most 19 digits each: escrow pays loans out, the company's own account pays rewards. */
  sourceAccountNos: Readonly<Record<SourceAccount, string>>;
}

/** An account that does not exist or cannot be paid: 404xx11 invalid account, 403xx18 inactive or closed account. */
const isMissingAccount = (code: string): boolean => /^404\d\d11$/.test(code) || /^403\d\d18$/.test(code);

/** `partnerReferenceNo`: the row's id without hyphens, 32 characters, the same in every try and inquiry. */
const partnerReference = (rowId: string): string => rowId.replaceAll("-", "");

export function createSnapBank(client: SnapClient, settings: SnapBankSettings, realNow: () => Date): BankPort {
  let requests = 0;
  const nonce = (): string => `${realNow().getTime()}-${(requests += 1)}`;
  return {
    adapter: "snap",
    async inquireName({ bankCode, accountNumber }) {
      const answer = await client.call(
        "accountInquiry",
        { beneficiaryBankCode: bankCode, beneficiaryAccountNo: accountNumber },
        externalId("inquire-name", `${bankCode}${accountNumber}`, nonce()),
      );
      if (answer.kind === "REFUSED" && isMissingAccount(answer.code)) return { outcome: "NOT_FOUND" };
      if (answer.kind !== "SUCCESS") return { outcome: "UNAVAILABLE" };
      const accountName = answer.body["beneficiaryAccountName"];
      return typeof accountName === "string" && accountName.trim()
        ? { outcome: "FOUND", accountName: accountName.trim() }
        : { outcome: "UNAVAILABLE" };
    },
    async transfer(order): Promise<TransferAnswer> {
      const answer = await client.call(
        "transferInterbank",
        {
          partnerReferenceNo: partnerReference(order.transferId),
          amount: snapAmount(order.amountRupiah),
          beneficiaryAccountName: plain(order.accountName, 100),
          beneficiaryAccountNo: order.accountNumber,
          beneficiaryBankCode: order.bankCode,
          sourceAccountNo: settings.sourceAccountNos[order.source],
          transactionDate: snapTimestamp(realNow()),
          additionalInfo: { remark: plain(order.remark, 30) },
        },
        externalId("transfer", order.transferId, (order.attempt ?? 1) > 1 ? `attempt-${order.attempt}` : ""),
      );
      switch (answer.kind) {
        case "SUCCESS":
          return { status: "ACCEPTED", providerReference: String(answer.body["referenceNo"] ?? "") };
        case "DUPLICATE":
          return { status: "UNKNOWN", detail: `The bank has this order already (${answer.code}).` };
        case "UNKNOWN":
          return { status: "UNKNOWN", detail: answer.detail };
        case "REFUSED":
          // Refused credentials are our own fault and say nothing final about the order.
          return answer.code.startsWith("401")
            ? { status: "UNKNOWN", detail: answer.code }
            : { status: "REJECTED", code: answer.code, detail: answer.message };
      }
    },
    async inquireTransfer(transferId): Promise<TransferState> {
      const answer = await client.call(
        "transferStatus",
        { originalPartnerReferenceNo: partnerReference(transferId), serviceCode: snapServices.transferInterbank.code },
        externalId("inquire-transfer", transferId, nonce()),
      );
      // 404xx01: transaction not found.
      if (answer.kind === "REFUSED" && /^404\d\d01$/.test(answer.code)) return { status: "NOT_FOUND" };
      if (answer.kind !== "SUCCESS")
        return { status: "UNKNOWN", detail: answer.kind === "UNKNOWN" ? answer.detail : answer.code };
      return transferState(answer.body, partnerReference(transferId), realNow());
    },
  };
}

function transferState(body: Readonly<Record<string, unknown>>, reference: string, now: Date): TransferState {
  // An answer about another transfer must never settle this one.
  if (body["originalPartnerReferenceNo"] !== reference)
    return { status: "UNKNOWN", detail: "The answer is about another transfer." };
  const detail = String(body["transactionStatusDesc"] ?? "");
  switch (snapProgress(body["latestTransactionStatus"])) {
    case "DONE":
      return {
        status: "SETTLED",
        providerReference: String(body["originalReferenceNo"] ?? ""),
        settledAt: readSnapTimestamp(body["transactionDate"]) ?? now,
      };
    case "UNDER_WAY":
      return { status: "PENDING" };
    case "FAILED":
      return { status: "FAILED", code: String(body["latestTransactionStatus"]), detail };
    case "NOT_FOUND":
      return { status: "NOT_FOUND" };
    case undefined:
      return { status: "UNKNOWN", detail };
  }
}

/** The characters that the rails carry: letters, digits and a few signs. Everything else becomes a space. */
function plain(text: string, most: number): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^A-Za-z0-9 .,'/-]/g, " ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, most);
}
