package io.tributary.sampleblock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;

/** Random rows for blocks. */
public final class RandomBlockRows {
  static final Comparator<SampleBlock.Row> ORDER =
      Comparator.comparingLong(SampleBlock.Row::at).thenComparing(SampleBlock.Row::reading);
  private static final UUID[] DEVICES = {null, new UUID(1, 2), new UUID(-3, 4)};
  private static final String[] READINGS = {"", "hdl", "ldl", "größe"};
  private static final String[] NOTES = {null, "", "text", "ünïcode \uD83D\uDE00"};

  private RandomBlockRows() {}

  static SampleBlock.Row plain(long at, double value) {
    return new SampleBlock.Row(
        at, "", SampleBlock.NO_END, value, Double.NaN, 3600, 0, null, null, 1, 1_700_000_000);
  }

  /** Returns at most {@code most} rows in order, with unique identities. */
  public static List<SampleBlock.Row> random(Random random, int most) {
    TreeMap<String, SampleBlock.Row> rows = new TreeMap<>();
    long unit = new long[] {1, 1000, 1_000_000, 60_000_000}[random.nextInt(4)];
    boolean rich = random.nextBoolean();
    int kind = random.nextInt(4);
    for (int i = 0; i < most; i++) {
      long at = (random.nextInt(60) - 20) * unit;
      SampleBlock.Row r =
          new SampleBlock.Row(
              at,
              rich ? READINGS[random.nextInt(READINGS.length)] : "",
              rich && random.nextBoolean()
                  ? at + random.nextInt(5) * unit - unit
                  : SampleBlock.NO_END,
              value(random, kind),
              rich && random.nextBoolean() ? value(random, kind) : Double.NaN,
              random.nextInt(3) == 0 ? SampleBlock.NO_OFFSET : 900 * (random.nextInt(80) - 40),
              rich ? random.nextInt(3) : 0,
              rich ? NOTES[random.nextInt(NOTES.length)] : null,
              rich ? DEVICES[random.nextInt(DEVICES.length)] : null,
              random.nextInt(3),
              random.nextInt(2) * 1_700_000_000);
      rows.put(key(r), r);
    }
    return rows.values().stream().sorted(ORDER).toList();
  }

  private static double value(Random random, int kind) {
    return switch (kind) {
      case 0 -> random.nextInt(200) - 20;
      case 1 -> (random.nextInt(2000) - 1000) / 10.0;
      case 2 -> random.nextInt(5) == 0 ? -0.0 : random.nextGaussian() * 1e-3;
      default ->
          new double[] {Double.MAX_VALUE, Double.MIN_VALUE, 1e300, -1e-300, 9e15, 0.1}
              [random.nextInt(6)];
    };
  }

  static String key(SampleBlock.Row r) {
    return String.format("%020d %s", r.at() + 1_000_000_000_000L, r.reading());
  }

  static boolean same(SampleBlock.Row a, SampleBlock.Row b) {
    return a.end() == b.end()
        && a.value() == b.value()
        && Double.compare(a.value2(), b.value2()) == 0
        && a.offset() == b.offset()
        && a.context() == b.context()
        && java.util.Objects.equals(a.note(), b.note());
  }

  public static SampleBlock block(List<SampleBlock.Row> rows) {
    SampleBlock b = new SampleBlock(0);
    rows.forEach(b::add);
    return b;
  }

  public static List<SampleBlock.Row> rows(SampleBlock b) {
    List<SampleBlock.Row> out = new ArrayList<>();
    for (int i = 0; i < b.size(); i++) {
      out.add(b.row(i));
    }
    return out;
  }
}
