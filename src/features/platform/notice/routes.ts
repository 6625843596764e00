import { route } from "@react-router/dev/routes";

export const website = [route("n/:token", "features/platform/notice/screens/short-link.tsx")];
