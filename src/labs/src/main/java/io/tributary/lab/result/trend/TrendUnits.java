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
 * Converts between UCUM units of the same dimension. Amounts of substance are not converted to
 * masses, which would require the substance's molar mass.
 */
public final class TrendUnits {
  private static final MathContext DIGITS = new MathContext(15);

  /**
   * Powers of ten in the form that laboratories use for counts, which the parser does not support.
   */
  private static final Pattern POWER = Pattern.compile("10[*^](\\d{1,2})");

  /** UCUM annotations in braces: not part of the unit, but the counted entity. */
  private static final Pattern BRACES = Pattern.compile("\\{[^}]*}");

  private TrendUnits() {}

  /** Returns whether the text is a UCUM unit. */
  public static boolean isKnown(String unit) {
    return parse(unit).isPresent();
  }

  /** Converts a value; empty when a unit is invalid or the dimensions differ. */
  static Optional<BigDecimal> convert(BigDecimal value, String from, String to) {
    if (from.equals(to)) {
      return Optional.of(value);
    }
    Optional<Unit<?>> source = parse(from);
    Optional<Unit<?>> target = parse(to);
    if (source.isEmpty() || target.isEmpty() || !annotations(from).equals(annotations(to))) {
      return Optional.empty();
    }
    try {
      UnitConverter converter = source.get().getConverterToAny(target.get());
      return Optional.of(
          toDecimal(converter.convert((Number) value)).round(DIGITS).stripTrailingZeros());
    } catch (IncommensurableException | RuntimeException e) {
      // The conversion factor is not a finite number, such as a division by zero.
      return Optional.empty();
    }
  }

  /** The library may also return fractions. */
  private static BigDecimal toDecimal(Number n) {
    return n instanceof BigDecimal exact ? exact : BigDecimal.valueOf(n.doubleValue());
  }

  private static List<String> annotations(String unit) {
    return BRACES.matcher(unit).results().map(r -> r.group()).toList();
  }

  /** Synchronized, because the parser is not documented as thread-safe; parsing is short. */
  private static synchronized Optional<Unit<?>> parse(String unit) {
    if (unit.isBlank() || unit.length() > 60) {
      return Optional.empty();
    }
    String plain =
        POWER
            .matcher(unit.strip())
            .replaceAll(
                r -> Matcher.quoteReplacement("1" + "0".repeat(significantDigits(r.group(1)))));
    try {
      UnitFormat format = UCUMFormat.getInstance(UCUMFormat.Variant.CASE_SENSITIVE);
      return Optional.of(format.parse(plain));
    } catch (RuntimeException | Error e) {
      // For invalid input the parser throws its own errors, one of which is not an exception.
      if (e instanceof VirtualMachineError || e instanceof LinkageError) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static int significantDigits(String power) {
    return Math.min(18, Integer.parseInt(power));
  }
}
