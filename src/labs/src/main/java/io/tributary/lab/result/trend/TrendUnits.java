package io.tributary.lab.result.trend;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.measure.IncommensurableException;
import javax.measure.Unit;
import javax.measure.UnitConverter;
import javax.measure.format.UnitFormat;
import systems.uom.ucum.format.UCUMFormat;

/**
 * From one unit of UCUM to another, where both measure the same kind of thing. Amounts of substance
 * are not turned into masses: that needs to know the substance.
 */
public final class TrendUnits {
  private static final MathContext DIGITS = new MathContext(15);

  /** The parser does not know powers of ten in this form, which laboratories write for counts. */
  private static final Pattern POWER = Pattern.compile("10[*^](\\d{1,2})");

  /** What stands in braces is no part of the unit, but what it is counted in. */
  private static final Pattern BRACES = Pattern.compile("\\{[^}]*}");

  private TrendUnits() {}

  /** Whether it is a unit at all. */
  public static boolean isKnown(String unit) {
    return parse(unit).isPresent();
  }

  /** Empty when one is no unit, or they measure different things. */
  static Optional<BigDecimal> convert(BigDecimal value, String from, String to) {
    if (from.equals(to)) {
      return Optional.of(value);
    }
    Optional<Unit<?>> source = parse(from);
    Optional<Unit<?>> target = parse(to);
    if (source.isEmpty() || target.isEmpty() || !braces(from).equals(braces(to))) {
      return Optional.empty();
    }
    try {
      UnitConverter converter = source.get().getConverterToAny(target.get());
      return Optional.of(
          decimal(converter.convert((Number) value)).round(DIGITS).stripTrailingZeros());
    } catch (IncommensurableException | RuntimeException e) {
      // Of the second kind is a factor that is no number, such as one over nothing.
      return Optional.empty();
    }
  }

  /** The library also answers with fractions. */
  private static BigDecimal decimal(Number n) {
    return n instanceof BigDecimal exact ? exact : BigDecimal.valueOf(n.doubleValue());
  }

  private static List<String> braces(String unit) {
    return BRACES.matcher(unit).results().map(r -> r.group()).toList();
  }

  /** One at a time: the parser is not said to be thread-safe, and parsing is short. */
  private static synchronized Optional<Unit<?>> parse(String unit) {
    if (unit.isBlank() || unit.length() > 60) {
      return Optional.empty();
    }
    String plain =
        POWER
            .matcher(unit.strip())
            .replaceAll(r -> Matcher.quoteReplacement("1" + "0".repeat(digits(r.group(1)))));
    try {
      UnitFormat format = UCUMFormat.getInstance(UCUMFormat.Variant.CASE_SENSITIVE);
      return Optional.of(format.parse(plain));
    } catch (RuntimeException | Error e) {
      // The parser answers nonsense with errors of its own, one of them no exception.
      if (e instanceof VirtualMachineError || e instanceof LinkageError) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static int digits(String power) {
    return Math.min(18, Integer.parseInt(power));
  }
}
