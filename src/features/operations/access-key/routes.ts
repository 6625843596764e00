import { route } from "@react-router/dev/routes";

export const staff = [route("staff/webhooks/access-keys", "features/operations/access-key/staff/access-keys.tsx")];
