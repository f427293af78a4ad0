package io.tributary.tools.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Analytes and panels from which reports are composed, read from two tables. */
final class Analytes {
  /** Group of tests with the headings under which it is printed. */
  record Panel(
      String key, List<String> us, List<String> elsewhere, List<String> keys, String drawn) {
    List<String> headings(boolean american) {
      return american ? us : elsewhere;
    }
  }

  private static final Map<String, Analyte> ALL = analytes();
  private static final Map<String, Panel> PANELS = panels();

  private Analytes() {}

  static Map<String, Analyte> all() {
    return ALL;
  }

  static Map<String, Panel> panelsByKey() {
    return PANELS;
  }

  static Analyte of(String key) {
    return Optional.ofNullable(ALL.get(key)).orElseThrow(() -> new IllegalStateException(key));
  }

  static Panel panel(String key) {
    return Optional.ofNullable(PANELS.get(key)).orElseThrow(() -> new IllegalStateException(key));
  }

  private static Map<String, Analyte> analytes() {
    Map<String, Analyte> all = new LinkedHashMap<>();
    for (String[] f : lines("analytes.psv")) {
      String[] codes = f[1].split(",");
      all.put(
          f[0],
          new Analyte(
              f[0],
              specimen(f[2]),
              List.of(f[3].split(";")),
              f[4].isEmpty() ? List.of() : List.of(f[4].split(";")),
              form(codes[0], f[5], f[6], f[7]),
              form(codes[codes.length - 1], f[8], f[9], f[10])));
    }
    return Map.copyOf(all);
  }

  private static Map<String, Panel> panels() {
    Map<String, Panel> all = new LinkedHashMap<>();
    for (String[] f : lines("panels.psv")) {
      all.put(
          f[0],
          new Panel(
              f[0],
              List.of(f[1].split(";")),
              List.of(f[2].split(";")),
              List.of(f[3].split(" ")),
              f[4]));
    }
    return Map.copyOf(all);
  }

  private static String specimen(String sign) {
    return switch (sign) {
      case "S" -> "serum_plasma_blood";
      case "U" -> "urine";
      case "ST" -> "stool";
      default -> throw new IllegalStateException(sign);
    };
  }

  private static Optional<Analyte.ValueFormat> form(
      String loinc, String unit, String usual, String digits) {
    if (unit.isEmpty() && usual.isEmpty()) {
      return Optional.empty();
    }
    if (unit.startsWith("=")) {
      List<String> units = usual.isEmpty() ? List.of() : List.of(usual);
      return Optional.of(
          new Analyte.ValueFormat(
              loinc,
              units,
              List.of(unit.substring(1).split(";")),
              Optional.empty(),
              Optional.empty(),
              0));
    }
    List<String> units = unit.isEmpty() ? List.of() : List.of(unit.split(";"));
    int places = Integer.parseInt(digits);
    String male = usual;
    String female = usual;
    if (usual.startsWith("M")) {
      int at = usual.indexOf(" F");
      male = usual.substring(1, at);
      female = usual.substring(at + 2);
    }
    return Optional.of(
        new Analyte.ValueFormat(
            loinc, units, List.of(), Optional.of(usual(male)), Optional.of(usual(female)), places));
  }

  private static Analyte.ReferenceInterval usual(String text) {
    int at = text.indexOf('@');
    String range = at < 0 ? text : text.substring(0, at);
    double low = Double.NaN;
    double high = Double.NaN;
    boolean strict = true;
    if (range.startsWith("<")) {
      high = Double.parseDouble(range.substring(1));
    } else if (range.startsWith(">")) {
      low = Double.parseDouble(range.substring(1));
    } else {
      int dash = range.indexOf('-', 1);
      low = Double.parseDouble(range.substring(0, dash));
      high = Double.parseDouble(range.substring(dash + 1));
      strict = false;
    }
    if (at >= 0) {
      String[] ends = text.substring(at + 1).split("-");
      return new Analyte.ReferenceInterval(
          low, high, strict, Double.parseDouble(ends[0]), Double.parseDouble(ends[1]));
    }
    double width = high - low;
    return new Analyte.ReferenceInterval(
        low,
        high,
        strict,
        low < 0 ? low - 0.15 * width : Math.max(0, low - 0.15 * width),
        high + 0.25 * width);
  }

  private static List<String[]> lines(String name) {
    try (InputStream in = Analytes.class.getResourceAsStream("/bench/" + name)) {
      List<String[]> lines = new ArrayList<>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          lines.add(line.split("\\|", -1));
        }
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
