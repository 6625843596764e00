import { route } from "@react-router/dev/routes";

export const staff = [route("staff/disbursements", "features/credit/disbursement/staff/disbursements.tsx")];
