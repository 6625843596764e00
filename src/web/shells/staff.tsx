/** The staff console's frame: dense, tables first, keyboard first. Each screen brings its own heading. */
import { Outlet } from "react-router";
import { Page } from "#web/ui/page/page.tsx";
import { ToastRegion } from "#web/ui/toast/toast.tsx";

export default function Staff() {
  return (
    <Page kind="dense">
      <Outlet />
      <ToastRegion />
    </Page>
  );
}
