package io.tributary.report.loinc;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Loads LOINC's official table.
 *
 * <p>Only active laboratory tests are kept, with only the attributes used for matching, so that the
 * table takes about 100 MB of memory.
 */
final class OfficialTable {
  /** Limit above the number of tests in LOINC; a larger file is not this table. */
  private static final int MAX_TESTS = 150_000;

  private static final int MAX_RELATED_NAMES = 12;
  private static final int MAX_NAME_LENGTH = 60;

  /** Unit kinds by unit text. The table has only a few hundred units, so each is parsed once. */
  private final Map<String, String> unitKinds = new HashMap<>();

  private OfficialTable() {}

  /** Returns the bundled terms with their official names, followed by all others. */
  static Map<String, LoincTerm> merge(Map<String, LoincTerm> bundled, Path table) {
    Map<String, LoincTerm> out = new LinkedHashMap<>(bundled);
    OfficialTable reading = new OfficialTable();
    try (BufferedReader in = Files.newBufferedReader(table)) {
      Csv.read(in, l -> reading.add(out, bundled, l));
    } catch (IOException e) {
      throw new IllegalStateException(
          "the LOINC table " + table + " cannot be read: " + e.getMessage(), e);
    }
    return out;
  }

  private void add(Map<String, LoincTerm> out, Map<String, LoincTerm> bundled, Csv.CsvRecord l) {
    if (!l.has("LOINC_NUM") || !l.has("COMPONENT") || !l.has("LONG_COMMON_NAME")) {
      throw new IllegalStateException(
          "the LOINC table lacks one of the columns LOINC_NUM, COMPONENT and LONG_COMMON_NAME");
    }
    String code = l.get("LOINC_NUM");
    LoincTerm own = bundled.get(code);
    if (own != null) {
      out.put(code, own.withOfficialName(l.get("LONG_COMMON_NAME")));
    } else if (isTest(l)) {
      LoincTerm term = toTerm(l);
      if (!term.names().isEmpty()) {
        out.put(code, term);
      }
      if (out.size() > MAX_TESTS) {
        throw new IllegalStateException("the LOINC table has more than " + MAX_TESTS + " tests");
      }
    }
  }

  private static boolean isTest(Csv.CsvRecord l) {
    return (l.get("CLASSTYPE").isEmpty() || l.get("CLASSTYPE").equals("1"))
        && (l.get("STATUS").isEmpty() || l.get("STATUS").equals("ACTIVE"))
        && !l.get("CLASS").startsWith("PANEL");
  }

  private LoincTerm toTerm(Csv.CsvRecord l) {
    String component = l.get("COMPONENT");
    String plain = component.replaceAll("\\^.*", "").replace('.', ' ');
    List<ParsedTestName> names = new ArrayList<>();
    Stream.of(plain, l.get("DisplayName"), l.get("CONSUMER_NAME"), shortName(l))
        .map(OfficialTable::withoutQualifiers)
        .filter(n -> !n.isBlank() && n.length() <= MAX_NAME_LENGTH)
        .distinct()
        .map(ParsedTestName::parse)
        .filter(n -> !n.words().isEmpty())
        .distinct()
        .forEach(names::add);
    String unit = l.get("EXAMPLE_UCUM_UNITS").replaceAll(";.*", "");
    String scale = l.get("SCALE_TYP");
    boolean worded = scale.equals("Ord") || scale.equals("Nom") || scale.equals("Nar");
    return new LoincTerm(
        l.get("LOINC_NUM"),
        l.get("LONG_COMMON_NAME"),
        l.get("DisplayName"),
        List.of(),
        names,
        allWords(names, l),
        Specimen.fromLoincSystem(l.get("SYSTEM")),
        BundledTable.timing(component),
        worded ? "" : unitKind(unit, l.get("PROPERTY")),
        worded,
        l.get("PROPERTY").equals("Titr"),
        "",
        weight(l, component));
  }

  private static String shortName(Csv.CsvRecord l) {
    return l.get("SHORTNAME").replaceAll("\\s(?:SerPl|Bld|Ur|Ser|Plas|PPP|RBC|Stl).*$", "");
  }

  private static String withoutQualifiers(String name) {
    return name.replaceAll("\\[[^]]*]", " ").replaceAll("\\([^)]*\\)$", "").strip();
  }

  private static Set<String> allWords(List<ParsedTestName> names, Csv.CsvRecord l) {
    Set<String> out = new HashSet<>();
    names.forEach(n -> out.addAll(n.words()));
    // Rarely ordered tests, which are numerous, are matched by their names only.
    if (isCommon(l)) {
      Arrays.stream(l.get("RELATEDNAMES2").split(";"))
          .map(String::strip)
          .filter(n -> !n.isEmpty() && n.length() <= 30)
          .limit(MAX_RELATED_NAMES)
          .forEach(n -> out.addAll(ParsedTestName.parse(n).words()));
    }
    return out;
  }

  private String unitKind(String unit, String property) {
    String told = unitKinds.computeIfAbsent(unit, BundledTable::unitKind);
    if (!told.isEmpty() && !told.equals("?")) {
      return told;
    }
    return switch (property) {
      case "MCnc" -> UcumUnit.MASS;
      case "SCnc" -> UcumUnit.MOLAR;
      case "NCnc" -> UcumUnit.COUNT;
      case "CCnc", "ACnc" -> "A/V";
      case "NFr", "VFr", "MFr", "SFr", "CFr", "AFr" -> UcumUnit.FRACTION;
      case "MRto" -> "M/M";
      case "SRto" -> "N/N";
      case "EntVol" -> "V";
      case "EntMass" -> "M";
      case "Titr" -> "X";
      case "Time" -> "T";
      default -> "?";
    };
  }

  private static boolean isCommon(Csv.CsvRecord l) {
    String rank = l.get("COMMON_TEST_RANK");
    return !rank.isEmpty() && !rank.equals("0");
  }

  /** Rates codes by frequency of use; codes for a specific method or challenge rank lower. */
  private static double weight(Csv.CsvRecord l, String component) {
    String rank = l.get("COMMON_TEST_RANK");
    double usual = !isCommon(l) ? 0.82 : rank.length() <= 4 ? 0.95 : 0.9;
    double method = l.get("METHOD_TYP").isEmpty() ? 1 : 0.95;
    return usual * method * (component.contains("^") ? 0.8 : 1);
  }
}
