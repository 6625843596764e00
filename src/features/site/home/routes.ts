import { index, route } from "@react-router/dev/routes";

export const website = [
  index("features/site/home/screens/home.tsx"),
  route("home", "features/site/home/screens/home.tsx", { id: "home-alias" }),
  route("borrow", "features/site/home/screens/borrow.tsx"),
  route("lend", "features/site/home/screens/lend.tsx"),
  route("service", "features/site/home/screens/service.tsx"),
  route("index", "features/site/home/screens/index-redirect.ts"),
];
