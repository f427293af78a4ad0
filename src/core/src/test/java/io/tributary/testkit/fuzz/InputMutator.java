package io.tributary.testkit.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Mutates inputs. Equal random seeds give equal inputs. */
final class InputMutator {
  private static final int MAX_LENGTH = 64 * 1024;
  private static final int MAX_STEPS = 6;

  /** Tokens that often break parsers. */
  private static final List<String> TOKENS =
      List.of(
          "",
          "0",
          "-1",
          "1e309",
          "-0.0",
          "NaN",
          "9223372036854775808",
          "2147483648",
          "\0",
          "\ud83d\ude00",
          "\u00e9",
          "\u0660",
          "\u2028",
          "\ufeff",
          "\"",
          "'",
          "\\",
          "/",
          "&",
          "%00",
          "%",
          "\r\n",
          "\n",
          " ",
          "null",
          "true",
          "{}",
          "[]",
          "[[[[[[[[",
          "2026-02-30",
          "0000-00-00",
          "+999999999-12-31",
          "2026-03-02T25:61:61Z",
          "9999-12-31T23:59:59.999999999Z",
          "-999999999-01-01T00:00:00Z",
          "Z",
          "+18:00",
          "P1Y",
          "PT-1S",
          "Mars/Olympus",
          "00000000-0000-0000-0000-000000000000",
          "..",
          "*",
          "a:b");

  private final RandomGenerator random;
  private final JsonMutator json;

  InputMutator(RandomGenerator random) {
    this.random = random;
    this.json = new JsonMutator(random, TOKENS);
  }

  byte[] next(FuzzTarget target) {
    byte[] seed = target.seeds().get(random.nextInt(target.seeds().size()));
    if (target.json() && random.nextInt(8) != 0) {
      return json.mutate(seed, target);
    }
    byte[] out = seed;
    int steps = 1 + random.nextInt(MAX_STEPS);
    for (int i = 0; i < steps; i++) {
      out = step(out, target);
    }
    return out.length > MAX_LENGTH ? Arrays.copyOf(out, MAX_LENGTH) : out;
  }

  private byte[] step(byte[] in, FuzzTarget target) {
    int at = in.length == 0 ? 0 : random.nextInt(in.length);
    int length = Math.min(in.length - at, 1 + random.nextInt(random.nextBoolean() ? 4 : 64));
    return switch (random.nextInt(9)) {
      case 0 -> changeByte(in, at, (byte) (1 << random.nextInt(8)), true);
      case 1 -> changeByte(in, at, (byte) random.nextInt(256), false);
      case 2 -> splice(in, at, 0, token(target));
      case 3 -> splice(in, at, length, token(target));
      case 4 -> splice(in, at, length, new byte[0]);
      case 5 -> splice(in, at, 0, Arrays.copyOfRange(in, at, at + length));
      case 6 -> Arrays.copyOf(in, at);
      case 7 -> overwriteNumber(in, at);
      default -> crossOver(in, at, target);
    };
  }

  private byte[] token(FuzzTarget target) {
    int n = random.nextInt(TOKENS.size() + 2 * target.tokens().size());
    String word =
        n < TOKENS.size()
            ? TOKENS.get(n)
            : target.tokens().get((n - TOKENS.size()) % target.tokens().size());
    return word.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] changeByte(byte[] in, int at, byte with, boolean flip) {
    if (in.length == 0) {
      return in;
    }
    byte[] out = in.clone();
    out[at] = flip ? (byte) (out[at] ^ with) : with;
    return out;
  }

  /** Overwrites one, two or four bytes with an extreme number. */
  private byte[] overwriteNumber(byte[] in, int at) {
    byte[] out = in.clone();
    int size = 1 << random.nextInt(3);
    long value =
        switch (random.nextInt(5)) {
          case 0 -> 0;
          case 1 -> -1;
          case 2 -> 1L << (8 * size - 1);
          case 3 -> (1L << (8 * size - 1)) - 1;
          default -> random.nextLong();
        };
    for (int i = 0; i < size && at + i < out.length; i++) {
      out[at + i] = (byte) (value >> 8 * i);
    }
    return out;
  }

  /** Joins the start of this input and the end of another seed. */
  private byte[] crossOver(byte[] in, int at, FuzzTarget target) {
    byte[] other = target.seeds().get(random.nextInt(target.seeds().size()));
    int from = other.length == 0 ? 0 : random.nextInt(other.length);
    return splice(in, at, in.length - at, Arrays.copyOfRange(other, from, other.length));
  }

  private static byte[] splice(byte[] in, int at, int drop, byte[] with) {
    byte[] out = new byte[in.length - drop + with.length];
    System.arraycopy(in, 0, out, 0, at);
    System.arraycopy(with, 0, out, at, with.length);
    System.arraycopy(in, at + drop, out, at + with.length, in.length - at - drop);
    return out;
  }
}
