/**
 * For the environment of a process that a test starts with few variables: the run's folder of compiled modules. With it
 * a script that reads the whole product starts in 2.5 s of processor time instead of 4.
 */
export function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  const folder = process.env["NODE_COMPILE_CACHE"];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
