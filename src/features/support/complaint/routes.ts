import { route } from "@react-router/dev/routes";

export const website = [
  route("complaint", "features/support/complaint/screens/complaint.tsx"),
  route("complaint/follow", "features/support/complaint/screens/follow.tsx"),
  route("complaint/ticket", "features/support/complaint/screens/ticket.tsx"),
];
export const webview = [
  route("webview/customer-service/complaint", "features/support/complaint/screens/complaint-in-app.tsx"),
  route("webview/customer-service/complaint/mine", "features/support/complaint/screens/mine.tsx"),
  route("webview/customer-service/complaint/ticket", "features/support/complaint/screens/ticket-in-app.tsx"),
];
export const staff = [
  route("staff/complaints", "features/support/complaint/staff/complaints.tsx"),
  route("staff/complaints/calendar", "features/support/complaint/staff/calendar.tsx"),
];
export const aboutBorrower = [route("staff/complaints/:complaintId", "features/support/complaint/staff/complaint.tsx")];
