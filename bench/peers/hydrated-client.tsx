/** Takes over the page that `hydrated.tsx` rendered. */
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { routes } from "./hydrated-form.tsx";

const router = createBrowserRouter(routes);
startTransition(() => {
  hydrateRoot(document.getElementById("root") as HTMLElement, <RouterProvider router={router} />);
});
