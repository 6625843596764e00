import { route } from "@react-router/dev/routes";

export const website = [
  route("blog", "features/site/blog/screens/blog.tsx"),
  route("blog/:blogPath", "features/site/blog/screens/blog-path.tsx"),
];
