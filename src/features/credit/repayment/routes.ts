import { route } from "@react-router/dev/routes";

export const staff = [route("staff/payments", "features/credit/repayment/staff/payments.tsx")];
