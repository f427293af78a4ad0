package io.tributary.simulators.kit;

import java.nio.charset.StandardCharsets;

/**
 * Repeatable random numbers. SplitMix64 is implemented here because the JDK's generators do not
 * guarantee the same sequence across releases, and documents must never change.
 */
public final class SeededRandom {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long state;

  private SeededRandom(long seed) {
    this.state = seed;
  }

  /** Returns a generator for one purpose: the same parts always give the same sequence. */
  public static SeededRandom of(long... parts) {
    return new SeededRandom(hash(parts));
  }

  /** Returns one well-mixed number for the parts, where no sequence is needed. */
  public static long hash(long... parts) {
    long h = 0x243F6A8885A308D3L;
    for (long part : parts) {
      h = mix(h + GOLDEN ^ mix(part + GOLDEN));
    }
    return h;
  }

  public static long hash(String text) {
    long h = 0x13198A2E03707344L;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      h = mix(h * 31 + b + GOLDEN);
    }
    return h;
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  public long nextLong() {
    state += GOLDEN;
    return mix(state);
  }

  /** Returns a uniform number in [0, 1). */
  public double nextUnit() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  public boolean chance(double probability) {
    return nextUnit() < probability;
  }

  /** Returns a uniform number in [low, high], both inclusive. */
  public int between(int low, int high) {
    return low + (int) (nextUnit() * (high - low + 1));
  }

  public double between(double low, double high) {
    return low + nextUnit() * (high - low);
  }

  /** Returns a bell-shaped number around the mean, at most three deviations away. */
  public double nextGaussianAround(double mean, double deviation) {
    double sum = nextUnit() + nextUnit() + nextUnit() + nextUnit() + nextUnit() + nextUnit() - 3;
    return mean + sum * deviation * Math.sqrt(2);
  }

  public <T> T pick(T[] choices) {
    return choices[between(0, choices.length - 1)];
  }
}
