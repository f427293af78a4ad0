package io.tributary.simulators.kit;

import java.nio.charset.StandardCharsets;

/**
 * Repeatable random numbers. The algorithm (SplitMix64) is written out here because the JDK's
 * generators promise no sequence across releases, and a document must stay the same for ever.
 */
public final class SeededRandom {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long state;

  private SeededRandom(long seed) {
    this.state = seed;
  }

  /** Dice for one purpose: the same parts always roll the same sequence. */
  public static SeededRandom of(long... parts) {
    return new SeededRandom(hash(parts));
  }

  /** One well-mixed number for the parts, for places that need no sequence. */
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

  /** Uniform in [0, 1). */
  public double unit() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  public boolean chance(double probability) {
    return unit() < probability;
  }

  /** Uniform in [low, high], both ends included. */
  public int between(int low, int high) {
    return low + (int) (unit() * (high - low + 1));
  }

  public double between(double low, double high) {
    return low + unit() * (high - low);
  }

  /** Bell-shaped around the mean, never further than three deviations. */
  public double around(double mean, double deviation) {
    double sum = unit() + unit() + unit() + unit() + unit() + unit() - 3;
    return mean + sum * deviation * Math.sqrt(2);
  }

  public <T> T pick(T[] choices) {
    return choices[between(0, choices.length - 1)];
  }
}
