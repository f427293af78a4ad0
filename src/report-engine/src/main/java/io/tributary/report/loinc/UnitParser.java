package io.tributary.report.loinc;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts printed units to UCUM. */
public final class UnitParser {
  private static final String[][] SIGNS = {
    {"µ", "u"},
    {"μ", "u"},
    {"Μ", "u"},
    {"×", "x"},
    {"•", "."},
    {"·", "."},
    {"∕", "/"},
    {"⁄", "/"},
    {"−", "-"},
    {"–", "-"},
    {"⁻", "^-"},
    {"⁰", "0"},
    {"¹", "1"},
    {"²", "2"},
    {"³", "3"},
    {"⁴", "4"},
    {"⁵", "5"},
    {"⁶", "6"},
    {"⁷", "7"},
    {"⁸", "8"},
    {"⁹", "9"},
    {"℃", "cel"},
    {"10°/", "10^9/"},
    {"\\", "/"}
  };

  /** Power of ten before a volume: 10^3, x10E3, x10(3), 10*3, 10x3, x103. */
  private static final Pattern POWER =
      Pattern.compile(
          "^(?:cells?)?[x*]?\\.?10(?:\\^|\\*\\*?|e\\+?|x|\\(|\\[)?0?(3|4|5|6|9|12)[)\\]]?(?:cells?)?(?=/)");

  private static final Pattern THOUSANDS =
      Pattern.compile(
          "^(?:k|th|thou|thous|thousand|thousands|1000|x1000|1,000|x10\\^3cells)(?:cells?)?(?=/)");
  private static final Pattern MILLIONS =
      Pattern.compile("^(?:mil|mill|mio|million|millions)(?:cells?)?(?=/)");
  private static final Pattern LAKHS = Pattern.compile("^(?:lakhs?|lacs?)(?:cells?)?(?=/)");
  private static final Pattern CELLS =
      Pattern.compile(
          "^(?:cells?|count|no\\.?|nos|number|#|wbcs?|rbcs?|copies|cfu|cnt|casts)?(?=/)");
  private static final Pattern FIELD =
      Pattern.compile("^(?:#|cells?|/)*/?\\[?([hl])\\.?p\\.?f\\.?]?$");
  private static final Pattern AREA =
      Pattern.compile("/?\\(?/?\\{?1[.,]73_?(?:|sq\\.?m(?:tr|eter)?|m\\^?\\*?2|m|sqmeters?)[)}]?$");

  /** Text after a unit that is not part of it. */
  private static final Pattern REMARK =
      Pattern.compile(
          "\\(?(?:calc|calculated|cal|estimated)\\.?\\)?$|(?<=%)of.*$|(?<=/m?m?o?l?g)\\{?(?:creat|creatinine|cr|crt)\\}?$");

  private static final Pattern BRACES = Pattern.compile("\\{[^}]*}");

  private UnitParser() {}

  /** Returns empty if the unit is unknown. */
  public static Optional<UcumUnit> parse(String printed) {
    String sharp = normalizeSigns(printed.strip());
    Optional<UcumUnit> cased = parseCaseSensitive(sharp);
    if (cased.isPresent()) {
      return cased;
    }
    String text = normalize(sharp);
    if (text.isEmpty() || text.length() > 40) {
      return Optional.empty();
    }
    return parseNormalized(text).or(() -> repairAndParse(text));
  }

  private static String normalizeSigns(String text) {
    String out = text.replaceAll("(?<=10)(?=[⁰¹²³⁴-⁹])", "^");
    for (String[] s : SIGNS) {
      out = out.replace(s[0], s[1]);
    }
    return out;
  }

  /** Handles the few units whose meaning depends on capital letters. */
  private static Optional<UcumUnit> parseCaseSensitive(String text) {
    return switch (text.replace(" ", "")) {
      case "M/uL", "M/mcL", "M/mm3", "M/cumm", "M/MM3", "M/UL" ->
          Optional.of(new UcumUnit("10*6/uL", UcumUnit.COUNT, 1e12));
      case "T/L", "T/l", "Tpt/l", "Tpt/L", "Tera/L" ->
          Optional.of(new UcumUnit("10*12/L", UcumUnit.COUNT, 1e12));
      case "G/l", "Gpt/l", "Gpt/L", "Giga/L", "giga/L" ->
          Optional.of(new UcumUnit("10*9/L", UcumUnit.COUNT, 1e9));
      case "mM" -> Optional.of(new UcumUnit("mmol/L", UcumUnit.MOLAR, 1e-3));
      case "uM" -> Optional.of(new UcumUnit("umol/L", UcumUnit.MOLAR, 1e-6));
      case "nM" -> Optional.of(new UcumUnit("nmol/L", UcumUnit.MOLAR, 1e-9));
      default -> Optional.empty();
    };
  }

  private static String normalize(String text) {
    String out = text.toLowerCase(Locale.ROOT);
    out = out.replaceAll("^\\((.*)\\)$", "$1").replaceAll("^\\[([^\\[\\]]*)]$", "$1");
    out = out.replaceAll("\\bper\\b", "/").replaceAll("\\s+", "");
    out = REMARK.matcher(out).replaceAll("");
    out = out.replace("[iu]", "iu").replace("i.u.", "iu").replace("i.u", "iu");
    return out.replaceAll("(?<=[a-z])\\.$", "");
  }

  private static Optional<UcumUnit> parseNormalized(String text) {
    Matcher field = FIELD.matcher(text);
    if (field.matches()) {
      return Optional.of(
          new UcumUnit(
              "/[" + field.group(1).toUpperCase(Locale.ROOT) + "PF]", UcumUnit.PER_FIELD, 1));
    }
    Optional<UcumUnit> whole = UnitSpellings.whole(text);
    if (whole.isPresent()) {
      return whole;
    }
    Matcher area = AREA.matcher(text);
    if (area.find() && area.start() > 0) {
      return parseNormalized(text.substring(0, area.start()))
          .map(u -> new UcumUnit(u.code() + "/{1.73_m2}", u.kind() + "/S", u.factor()));
    }
    return count(text).or(() -> quotient(text));
  }

  private static Optional<UcumUnit> count(String text) {
    Matcher power = POWER.matcher(text);
    if (power.find()) {
      return perVolume(
          "10*" + power.group(1),
          Math.pow(10, Integer.parseInt(power.group(1))),
          text,
          power.end());
    }
    for (var p :
        List.of(
            new Named(THOUSANDS, "10*3", 1e3),
            new Named(MILLIONS, "10*6", 1e6),
            new Named(LAKHS, "10*5", 1e5),
            new Named(CELLS, "", 1))) {
      Matcher m = p.pattern.matcher(text);
      if (m.find()) {
        return perVolume(p.code, p.factor, text, m.end());
      }
    }
    return Optional.empty();
  }

  private record Named(Pattern pattern, String code, double factor) {}

  private static Optional<UcumUnit> perVolume(String code, double factor, String text, int slash) {
    String below = text.substring(slash + 1).replaceAll("^cells?|cells?$", "");
    if (below.matches("100\\(?(?:wbc|rbc|leuk|cell)s?\\)?")) {
      return Optional.of(new UcumUnit(code + "/100{WBCs}", UcumUnit.FRACTION, factor / 100));
    }
    return UnitSpellings.findAtom(below)
        .filter(u -> u.kind().equals("V"))
        .map(u -> new UcumUnit(code + "/" + u.code(), UcumUnit.COUNT, factor / u.factor()));
  }

  private static Optional<UcumUnit> quotient(String text) {
    String bare = BRACES.matcher(text).replaceAll("");
    String[] parts = bare.split("/", -1);
    if (parts.length > 3) {
      return Optional.empty();
    }
    StringBuilder code = new StringBuilder();
    StringBuilder kind = new StringBuilder();
    double factor = 1;
    for (int i = 0; i < parts.length; i++) {
      Optional<UcumUnit> atom = UnitSpellings.findAtom(parts[i]);
      if (atom.isEmpty()) {
        return Optional.empty();
      }
      code.append(i == 0 ? "" : "/").append(atom.get().code());
      kind.append(i == 0 ? "" : "/").append(atom.get().kind());
      factor = i == 0 ? atom.get().factor() : factor / atom.get().factor();
    }
    return Optional.of(new UcumUnit(code.toString(), kind.toString(), factor));
  }

  /** Repairs unambiguous OCR errors: 1 for l, l or 1 for the slash, q for g, rn for m. */
  private static Optional<UcumUnit> repairAndParse(String text) {
    String out =
        text.replaceAll("(?<=[dmuf/])i$", "l")
            .replace('|', 'l')
            .replace('q', 'g')
            .replace("rn", "m")
            .replace("ï", "i");
    out =
        out.replaceAll("^x?10[7'\"~](3|6|9|12)/", "10^$1/")
            .replaceAll("^[1l]u(?=/)", "iu")
            .replaceAll("^l[il]l$|^l/i$|^ll$", "l/l");
    out = out.replaceAll("1(?=$|u/|u$)", "l").replaceAll("(?<=[a-z])1(?=[a-z/]|$)", "l");
    out = out.replaceAll("(?<=[mu])l(?=u/)", "i").replaceAll("^lu(?=/)", "iu");
    String readable = out;
    Optional<UcumUnit> found = readable.equals(text) ? Optional.empty() : parseNormalized(readable);
    if (found.isPresent()) {
      return found;
    }
    Matcher stroke = Pattern.compile("^([munp]?(?:g|mol|iu|u|eq))[li1](d?l|ml)$").matcher(readable);
    return stroke.matches()
        ? parseNormalized(stroke.group(1) + "/" + stroke.group(2))
        : Optional.empty();
  }
}
