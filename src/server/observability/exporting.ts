/** An exporter of spans or figures; it runs until it is stopped. */
export interface Exporting {
  stop(): Promise<void>;
}
