import { route } from "@react-router/dev/routes";

export const staff = [route("staff/exceptions", "features/platform/exception/staff/exceptions.tsx")];
export const aboutBorrower = [
  route("staff/exceptions/:exceptionId", "features/platform/exception/staff/exception.tsx"),
];
