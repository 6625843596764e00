import { route } from "@react-router/dev/routes";

export const staff = [
  route("staff/accounting", "features/operations/accounting/staff/trial-balance.tsx"),
  route("staff/accounting/account", "features/operations/accounting/staff/ledger-account.tsx"),
  route("staff/accounting/reconciliation", "features/operations/accounting/staff/reconciliation.tsx"),
  route("staff/accounting/reconciliation/:lineId", "features/operations/accounting/staff/statement-line.tsx"),
];
