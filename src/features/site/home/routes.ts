import { index, route } from "@react-router/dev/routes";

export const website = [
  index("features/site/home/screens/home.tsx"),
  route("home", "features/site/home/screens/home.tsx", { id: "home-alias" }),
  route("index", "features/site/home/screens/index-redirect.ts"),
];
