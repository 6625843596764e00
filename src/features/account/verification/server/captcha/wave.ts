/** WAV of 8 bits, mono: the one form of sound that every browser plays. */

/** Samples a second. */
export const clipRate = 11_025;

const headBytes = 44;

/** Samples from -1 to 1 as a WAV file; louder ones are clipped. */
export function waveOf(samples: Float32Array): Buffer {
  const wave = Buffer.alloc(headBytes + samples.length);
  wave.write("RIFF", 0, "latin1");
  wave.writeUInt32LE(wave.length - 8, 4);
  wave.write("WAVEfmt ", 8, "latin1");
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(clipRate, 24);
  wave.writeUInt32LE(clipRate, 28);
  wave.writeUInt16LE(1, 32);
  wave.writeUInt16LE(8, 34);
  wave.write("data", 36, "latin1");
  wave.writeUInt32LE(samples.length, 40);
  for (const [n, sample] of samples.entries())
    wave[headBytes + n] = Math.round(Math.min(1, Math.max(-1, sample)) * 127) + 128;
  return wave;
}

/** The samples of a WAV file made by `waveOf`. @throws Error for any other form. */
export function samplesOfWave(wave: Buffer): Float32Array {
  const fits =
    wave.length > headBytes && wave.toString("latin1", 0, 4) === "RIFF" && wave.toString("latin1", 36, 40) === "data";
  if (!fits || wave.readUInt32LE(24) !== clipRate || wave.readUInt16LE(34) !== 8 || wave.readUInt16LE(22) !== 1) {
    throw new Error(`A spoken digit must be a WAV of ${clipRate} Hz, 8 bit, mono, with a head of ${headBytes} bytes.`);
  }
  return Float32Array.from(wave.subarray(headBytes), (byte) => (byte - 128) / 127);
}
