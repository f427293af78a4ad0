package io.tributary.aggregate;

import java.util.Arrays;

/** Running state of one aggregate function over values in index order. */
sealed interface Accumulator {
  /** Adds a value; nulls are ignored. */
  default void add(CellValue v) {
    if (!v.isNull()) {
      take(v);
    }
  }

  void take(CellValue v);

  CellValue result();

  /** Number of values held in memory. */
  default int kept() {
    return 1;
  }

  static Accumulator of(Func func) {
    return switch (func) {
      case MEAN -> new Sum(true);
      case SUM -> new Sum(false);
      case MIN -> new Extreme(-1);
      case MAX -> new Extreme(1);
      case COUNT -> new Count();
      case MEDIAN -> new Median();
      case STDDEV -> new Spread();
      case OLDEST -> new End(true);
      case NEWEST -> new End(false);
    };
  }

  /** Sum with Kahan-Neumaier compensation, so that a sum of a million samples loses no digits. */
  final class Sum implements Accumulator {
    private final boolean mean;
    private double sum;
    private double lost;
    private long n;

    Sum(boolean mean) {
      this.mean = mean;
    }

    @Override
    public void take(CellValue v) {
      double x = v.number();
      double total = sum + x;
      lost += Math.abs(sum) >= Math.abs(x) ? sum - total + x : x - total + sum;
      sum = total;
      n++;
    }

    @Override
    public CellValue result() {
      double total = Double.isFinite(lost) ? sum + lost : sum;
      return n == 0 ? CellValue.NULL : new CellValue.Num(mean ? total / n : total);
    }
  }

  final class Count implements Accumulator {
    private long n;

    @Override
    public void take(CellValue v) {
      n++;
    }

    @Override
    public CellValue result() {
      return new CellValue.Num(n);
    }
  }

  final class Extreme implements Accumulator {
    private final int sign;
    private CellValue best = CellValue.NULL;

    Extreme(int sign) {
      this.sign = sign;
    }

    @Override
    public void take(CellValue v) {
      if (best.isNull() || CellValue.compare(v, best) * sign > 0) {
        best = v;
      }
    }

    @Override
    public CellValue result() {
      return best;
    }
  }

  final class Median implements Accumulator {
    private double[] values = new double[8];
    private int n;

    @Override
    public void take(CellValue v) {
      if (n == values.length) {
        values = Arrays.copyOf(values, n * 2);
      }
      values[n++] = v.number();
    }

    @Override
    public CellValue result() {
      if (n == 0) {
        return CellValue.NULL;
      }
      Arrays.sort(values, 0, n);
      double upper = values[n / 2];
      return new CellValue.Num(n % 2 == 1 ? upper : values[n / 2 - 1] / 2 + upper / 2);
    }

    @Override
    public int kept() {
      return n;
    }
  }

  /**
   * Standard deviation by Welford's algorithm, which keeps precision for large values that are
   * close together.
   */
  final class Spread implements Accumulator {
    private long n;
    private double mean;
    private double squares;

    @Override
    public void take(CellValue v) {
      n++;
      double delta = v.number() - mean;
      mean += delta / n;
      squares += delta * (v.number() - mean);
    }

    @Override
    public CellValue result() {
      return n < 2 ? CellValue.NULL : new CellValue.Num(Math.sqrt(squares / (n - 1)));
    }
  }

  final class End implements Accumulator {
    private final boolean first;
    private CellValue value = CellValue.NULL;

    End(boolean first) {
      this.first = first;
    }

    @Override
    public void take(CellValue v) {
      if (!first || value.isNull()) {
        value = v;
      }
    }

    @Override
    public CellValue result() {
      return value;
    }
  }
}
