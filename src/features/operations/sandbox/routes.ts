import { route } from "@react-router/dev/routes";

export const website = [
  route("sandbox", "features/operations/sandbox/screens/sandbox.tsx"),
  route("sandbox/requests", "features/operations/sandbox/screens/requests.tsx"),
  route("sandbox/webhooks", "features/operations/sandbox/screens/webhooks.tsx"),
  route("sandbox/host", "features/operations/sandbox/screens/host.tsx"),
  route("sandbox/error", "features/operations/sandbox/screens/error.tsx"),
  route("sandbox/partner", "features/operations/sandbox/screens/partner.tsx"),
];
export const bare = [route("gallery", "features/operations/sandbox/screens/gallery.tsx")];
