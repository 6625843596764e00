import { route } from "@react-router/dev/routes";

export const website = [route("sandbox", "features/operations/sandbox/screens/sandbox.tsx")];
export const bare = [route("gallery", "features/operations/sandbox/screens/gallery.tsx")];
