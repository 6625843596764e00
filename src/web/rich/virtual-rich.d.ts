declare module "virtual:rich" {
  /** The files of each rich part, by its name. */
  export const rich: import("./build.ts").RichBuild["scripts"];
}
