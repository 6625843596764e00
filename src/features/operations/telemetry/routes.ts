import { route } from "@react-router/dev/routes";

export const staff = [route("staff/visits", "features/operations/telemetry/staff/visits.tsx")];
