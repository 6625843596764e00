import { route } from "@react-router/dev/routes";

export const staff = [route("staff/rewards/vouchers", "features/rewards/voucher/staff/vouchers.tsx")];
