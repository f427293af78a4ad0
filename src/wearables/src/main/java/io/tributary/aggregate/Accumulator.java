package io.tributary.aggregate;

import java.util.Arrays;

/** Running state of one aggregate function over values in index order. */
sealed interface Accumulator {
  /** Adds a value; nulls are ignored. */
  default void add(CellValue v) {
    if (!v.isNull()) {
      accumulate(v);
    }
  }

  void accumulate(CellValue v);

  CellValue result();

  /** Number of values held in memory. */
  default int retainedValues() {
    return 1;
  }

  static Accumulator of(Func func) {
    return switch (func) {
      case MEAN -> new Sum(true);
      case SUM -> new Sum(false);
      case MIN -> new MinOrMax(-1);
      case MAX -> new MinOrMax(1);
      case COUNT -> new Count();
      case MEDIAN -> new Median();
      case STDDEV -> new StandardDeviation();
      case OLDEST -> new FirstOrLast(true);
      case NEWEST -> new FirstOrLast(false);
    };
  }

  /** Sum with Kahan-Neumaier compensation, so that a sum of a million samples loses no digits. */
  final class Sum implements Accumulator {
    private final boolean mean;
    private double sum;
    private double compensation;
    private long n;

    Sum(boolean mean) {
      this.mean = mean;
    }

    @Override
    public void accumulate(CellValue v) {
      double x = v.number();
      double total = sum + x;
      compensation += Math.abs(sum) >= Math.abs(x) ? sum - total + x : x - total + sum;
      sum = total;
      n++;
    }

    @Override
    public CellValue result() {
      double total = Double.isFinite(compensation) ? sum + compensation : sum;
      return n == 0 ? CellValue.NULL : new CellValue.NumberValue(mean ? total / n : total);
    }
  }

  final class Count implements Accumulator {
    private long n;

    @Override
    public void accumulate(CellValue v) {
      n++;
    }

    @Override
    public CellValue result() {
      return new CellValue.NumberValue(n);
    }
  }

  final class MinOrMax implements Accumulator {
    private final int sign;
    private CellValue best = CellValue.NULL;

    MinOrMax(int sign) {
      this.sign = sign;
    }

    @Override
    public void accumulate(CellValue v) {
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
    public void accumulate(CellValue v) {
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
      return new CellValue.NumberValue(n % 2 == 1 ? upper : values[n / 2 - 1] / 2 + upper / 2);
    }

    @Override
    public int retainedValues() {
      return n;
    }
  }

  /**
   * Standard deviation by Welford's algorithm, which keeps precision for large values that are
   * close together.
   */
  final class StandardDeviation implements Accumulator {
    private long n;
    private double mean;
    private double squares;

    @Override
    public void accumulate(CellValue v) {
      n++;
      double delta = v.number() - mean;
      mean += delta / n;
      squares += delta * (v.number() - mean);
    }

    @Override
    public CellValue result() {
      return n < 2 ? CellValue.NULL : new CellValue.NumberValue(Math.sqrt(squares / (n - 1)));
    }
  }

  final class FirstOrLast implements Accumulator {
    private final boolean first;
    private CellValue value = CellValue.NULL;

    FirstOrLast(boolean first) {
      this.first = first;
    }

    @Override
    public void accumulate(CellValue v) {
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
