/** The facts that an uploaded video's container states. */
export interface Container {
  hasPicture: boolean;
  durationMilliseconds: number;
}
