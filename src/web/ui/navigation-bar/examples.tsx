import type { Examples } from "../example.ts";
import { NavigationBar, NavigationBarLink } from "./navigation-bar.tsx";

export const examples: Examples = {
  bar: (
    <NavigationBar
      title="Perjanjian pinjaman"
      back="/webview/home"
      right={<NavigationBarLink to="/webview/help-center" icon="help" label="Bantuan" />}
    />
  ),
};
