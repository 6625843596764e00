import { route } from "@react-router/dev/routes";

export const staff = [route("staff/trace", "features/operations/trace/staff/trace.tsx")];
