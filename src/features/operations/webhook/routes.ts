import { route } from "@react-router/dev/routes";

export const staff = [
  route("staff/webhooks", "features/operations/webhook/staff/endpoints.tsx"),
  route("staff/webhooks/deliveries", "features/operations/webhook/staff/deliveries.tsx"),
  route("staff/webhooks/:endpointId", "features/operations/webhook/staff/endpoint.tsx"),
];
