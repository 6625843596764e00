import { route } from "@react-router/dev/routes";

export const staff = [
  route("staff", "features/operations/watchtower/screens/home.tsx"),
  route("staff/loans", "features/operations/watchtower/screens/loans.tsx"),
  route("staff/borrowers", "features/operations/watchtower/screens/borrowers.tsx"),
];
export const aboutBorrower = [
  route("staff/borrowers/:borrowerId", "features/operations/watchtower/screens/borrower.tsx"),
  route("staff/borrowers/:borrowerId/timeline", "features/operations/watchtower/screens/borrower-timeline.tsx"),
  route("staff/borrowers/:borrowerId/documents", "features/operations/watchtower/screens/borrower-documents.tsx"),
  route("staff/borrowers/:borrowerId/unmask", "features/operations/watchtower/screens/borrower-unmask.tsx"),
  route("staff/loans/:loanId", "features/operations/watchtower/screens/loan.tsx"),
  route("staff/payments/:receiptId", "features/operations/watchtower/screens/payment.tsx"),
  route("staff/borrowers/:borrowerId/access", "features/operations/watchtower/screens/borrower-access.tsx"),
];
