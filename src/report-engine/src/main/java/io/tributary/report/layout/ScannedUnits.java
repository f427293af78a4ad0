package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Corrects OCR errors in units if only one unit is possible. Numbers are never changed, because a
 * correctable unit has a slash or is no number.
 */
final class ScannedUnits {
  private static final String VOLUME = "([µuypmMH]?[Ll1I|]|T|mm3|cumm|cmm)";
  private static final Pattern POWER =
      Pattern.compile(
          "([xX×*]{0,2})[1lI|](?:[0O]Q?|8(?=[\\^*°]))(?:[\\^*°“”\"'’`´®~%A74]{0,2})(3|6|9|12)/"
              + VOLUME);

  /** Superscript 9 that OCR read as a ring; counts per liter use only such powers. */
  private static final Pattern EXPONENT_NINE =
      Pattern.compile("([xX×*]{0,2})[1lI|][0O][°®*%]/[Ll]");

  /** Exponent 12, the only power of ten in units with two digits. */
  private static final Pattern EXPONENT_TWELVE =
      Pattern.compile("([xX×*]{0,2})[1lI|][0O](?:[1!][1-9?]|2[0-9]|['‘’7][27?])/[Ll]");

  private static final Pattern LETTER_E =
      Pattern.compile("[xX×*.]{1,2}[1lIL|]{1,2}[0O@Q]{1,2}[Ee€]([36G9]|12)/" + VOLUME);
  private static final Pattern MICRO =
      Pattern.compile("(?:y|w|wu|yu|yw|yy|pu|ju|uu|up|py|µu|uµ|pp)((?:mol|g|IU|U|kat|L)(?:/.*)?)");
  private static final Pattern MICROGRAM =
      Pattern.compile("(?:[yHuµ]i?[goq9]|wu?[goqa9])/(m?L|d[Ll]|g|24h)");
  private static final Pattern MICROMOLE = Pattern.compile("[yEH]i?mol/([Ll]|mmol|d)");
  private static final Pattern GRAM = Pattern.compile("([mnpuµ])(?:[aoq9]|ag)/(d[LlIb]|m[LlIt])");
  private static final Pattern MOLE =
      Pattern.compile("([mnpuµ])(?:m[oa0][il1!|I]|mo[il1!|I])/([Ll1I|])");
  private static final Pattern EDGE = Pattern.compile("[|j'`.,;:_=~«»—–-]{0,3}(.+?)[_.,;:'|-]?");
  private static final Pattern DIRTY =
      Pattern.compile("(?:[«»~=_—–¢¥|-]{1,3}|[~—–-]{2,3}s)(%|\\p{L}{2}|[\\p{L}µ]+/\\S+)");
  private static final Pattern END = Pattern.compile("(.*[\\p{L}])[_.,;:'|-]");
  private static final Pattern AREA = Pattern.compile("m[Lt]/?min/1[.,]73[ _]?m[?*”\"'“]");

  /** Ton, which no test uses. */
  private static final Pattern PER_TON = Pattern.compile("(.*/[md]?)t");

  private static final Pattern STROKE_LOST =
      Pattern.compile(
          "([mnpuµ]?g|cells|IU|U)f([dmuµ])[lLt]|([mnpuµ]?g|cells|[mµu]?I?U)/([muµ])[btl]");
  private static final Pattern PER_MICROLITRE = Pattern.compile("[fJ/][uµ][lLt]");
  private static final Pattern OPEN_IU = Pattern.compile("(?:[(\\[]U|WU?)/?(m?)[LlI1|]");
  private static final Pattern MICRO_IU = Pattern.compile("[pyuµ][Il1|!{]U/m[Ll1I|]");
  private static final Pattern LITRE =
      Pattern.compile(
          "((?:[mµnpf]?mol|m?Eq|m?mEq|[mµnkp]?g|[µmk]?I?U)/[md]?)[tl1I|!\\]][.”\"“'’]?");
  private static final Pattern QUOTED =
      Pattern.compile(
          "[“”\"'’‘]?((?:mmol|µmol|umol|nmol|pmol|mg|ug|µg|ng|pg|g|IU|U|mIU)/[md]?L)[“”\"'’‘.]?");
  private static final Pattern INTERNATIONAL = Pattern.compile("[{l1I!J]U/(m?)[LlI1|]");
  private static final Pattern MILLI_INTERNATIONAL =
      Pattern.compile("([mkµu])[l1|!{]U/(m?)[LlI1|]");
  private static final Pattern BRACKETS = Pattern.compile("([(\\[]?)(.+?)([)\\],;]*)");
  private static final Pattern FIELD = Pattern.compile("[/f]([hHn]|[\\\\Il1|!L])p[ft]");
  private static final Pattern DECILITRE =
      Pattern.compile(
          "(mg|ug|µg|ng|pg|g)/(?:db|dt|di|dI|d1|d\\||dt\\.|dL\\.|ql|qL|cdL|all|dil|dll)");

  /** Meaningless characters before a unit, and letters that OCR reads from specks. */
  private static final Pattern SPECKS = Pattern.compile("[^\\p{L}\\p{N}%/+*<>]{1,2}|[se]");

  private static final List<String[]> WHOLE =
      List.of(
          new String[] {"Ss", "s"},
          new String[] {"ft", "fL"},
          new String[] {"fh", "fL"},
          new String[] {"-%", "%"},
          new String[] {"mIiU/L", "mIU/L"},
          new String[] {"mLmin/1.73", "mL/min/1.73"},
          new String[] {"U/me", "U/mL"},
          new String[] {"mceg/dL", "mcg/dL"},
          new String[] {"mceg/mL", "mcg/mL"},
          new String[] {"mmol/t", "mmol/L"},
          new String[] {"nmol/t", "nmol/L"},
          new String[] {"KkU/L", "kU/L"},
          new String[] {"£fL", "fL"},
          new String[] {"£L", "fL"},
          new String[] {"mmoVL", "mmol/L"},
          new String[] {"mmolVL", "mmol/L"},
          new String[] {"mmoL/L", "mmol/L"},
          new String[] {"nmoL/L", "nmol/L"},
          new String[] {"&%", "%"},
          new String[] {"umoVL", "umol/L"},
          new String[] {"nmoVL", "nmol/L"},
          new String[] {"mLimin/1.73", "mL/min/1.73"},
          new String[] {"mLimin/1.73m2", "mL/min/1.73m2"},
          new String[] {"mmoUL", "mmol/L"},
          new String[] {"mmoV/L", "mmol/L"},
          new String[] {"mmolV/L", "mmol/L"},
          new String[] {"IVIL", "IU/L"},
          new String[] {"%o", "%"},
          new String[] {"o/L", "g/L"},
          new String[] {"Pg", "pg"});

  private ScannedUnits() {}

  static String correct(String word) {
    if (OPEN_IU.matcher(word).matches()) {
      return "IU/" + (word.contains("m") ? "m" : "") + "L";
    }
    if (word.equals("[pf")) {
      return "/lpf";
    }
    if (word.equals("(L")) {
      return "fL";
    }
    String bare = word;
    String before = "";
    String after = "";
    Matcher brackets = BRACKETS.matcher(word);
    if (brackets.matches()) {
      before = brackets.group(1);
      bare = brackets.group(2);
      after = brackets.group(3);
    }
    String mended = trimEdges(bare, unit(bare));
    return mended.equals(bare) ? word : before + mended + after;
  }

  static TextRun removeSpecks(TextRun units) {
    List<Word> words = units.words();
    if (units.confidence() >= 1
        || words.size() < 2
        || !SPECKS.matcher(words.getFirst().text()).matches()) {
      return units;
    }
    TextRun rest = TextRun.of(units.page(), words.subList(1, words.size()));
    return UnitPatterns.isUnit(rest.text()) ? rest : units;
  }

  /** Removes specks at the edge of a word that is otherwise a unit. */
  private static String trimEdges(String word, String mended) {
    Matcher bare = DIRTY.matcher(word);
    if (bare.matches() && mended.equals(word) && UnitPatterns.isUnit(bare.group(1))) {
      return bare.group(1);
    }
    if (!mended.equals(word) || !word.contains("/")) {
      return mended;
    }
    boolean begins = Character.isLetterOrDigit(word.charAt(0)) || "%/".indexOf(word.charAt(0)) >= 0;
    Matcher m = (begins && UnitPatterns.isUnit(word) ? END : EDGE).matcher(word);
    return m.matches() && UnitPatterns.isUnit(unit(m.group(1))) ? unit(m.group(1)) : mended;
  }

  private static String unit(String word) {
    for (String[] whole : WHOLE) {
      if (whole[0].equals(word)) {
        return whole[1];
      }
    }
    String lookalike = fixLookalikes(word);
    if (!lookalike.equals(word)) {
      return lookalike;
    }
    if (!word.contains("/")) {
      Matcher micro = MICRO.matcher(word);
      return micro.matches() ? "µ" + micro.group(1) : word;
    }
    List<String> out = new ArrayList<>(List.of(word));
    power(word, out);
    if (out.size() > 1) {
      return out.getLast();
    }
    Matcher m = MICRO_IU.matcher(word);
    if (m.matches()) {
      return (word.startsWith("u") ? "u" : "µ") + "IU/mL";
    }
    m = MICRO.matcher(word);
    String text = m.matches() ? "µ" + m.group(1) : word;
    m = INTERNATIONAL.matcher(text);
    text = m.matches() ? "IU/" + m.group(1) + "L" : text;
    m = MILLI_INTERNATIONAL.matcher(text);
    text = m.matches() ? m.group(1) + "IU/" + m.group(2) + "L" : text;
    m = DECILITRE.matcher(text);
    text = m.matches() ? m.group(1) + "/dL" : text;
    m = QUOTED.matcher(text);
    text = m.matches() ? m.group(1) : text;
    m = LITRE.matcher(text);
    return m.matches() && !UnitPatterns.isUnit(text) ? m.group(1) + "L" : text;
  }

  private static String fixLookalikes(String word) {
    Matcher m = MICROGRAM.matcher(word);
    if (m.matches() && !UnitPatterns.isUnit(word)) {
      return "µg/" + m.group(1).replace('l', 'L');
    }
    m = MICROMOLE.matcher(word);
    if (m.matches()) {
      return "µmol/" + m.group(1);
    }
    m = GRAM.matcher(word);
    if (m.matches() && !UnitPatterns.isUnit(word)) {
      return m.group(1) + "g/" + m.group(2).charAt(0) + "L";
    }
    m = MOLE.matcher(word);
    if (m.matches() && !UnitPatterns.isUnit(word)) {
      return m.group(1) + "mol/L";
    }
    m = AREA.matcher(word);
    if (m.matches()) {
      return "mL/min/1.73m2";
    }
    m = PER_TON.matcher(word);
    if (m.matches() && UnitPatterns.isUnit(m.group(1) + "L")) {
      return m.group(1) + "L";
    }
    m = STROKE_LOST.matcher(word);
    if (m.matches()) {
      return m.group(1) == null
          ? m.group(3) + "/" + m.group(4) + "L"
          : m.group(1) + "/" + m.group(2) + "L";
    }
    if (PER_MICROLITRE.matcher(word).matches()) {
      return "/" + word.charAt(1) + "L";
    }
    m = FIELD.matcher(word);
    if (m.matches()) {
      return "hHn".contains(m.group(1)) ? "/hpf" : "/lpf";
    }
    return word;
  }

  private static void power(String word, List<String> out) {
    Matcher m = POWER.matcher(word);
    if (m.matches()) {
      out.add(times(m.group(1)) + "10^" + m.group(2) + "/" + volume(m.group(3)));
    }
    m = EXPONENT_NINE.matcher(word);
    if (m.matches()) {
      out.add(times(m.group(1)) + "10^9/L");
    }
    m = EXPONENT_TWELVE.matcher(word);
    if (m.matches()) {
      out.add(times(m.group(1)) + "10^12/L");
    }
    m = LETTER_E.matcher(word);
    if (m.matches()) {
      out.add(
          (word.startsWith("X1") ? "X" : "x")
              + "10E"
              + m.group(1).replace('G', '6')
              + "/"
              + volume(m.group(2)));
    }
  }

  private static String times(String sign) {
    return sign.isEmpty() ? "" : sign.startsWith("*") ? "x" : sign.substring(0, 1);
  }

  private static String volume(String text) {
    return switch (text) {
      case "L", "l", "1", "I", "|", "T" -> "L";
      case "mm3", "cumm", "cmm" -> text;
      default -> {
        char first = text.charAt(0);
        yield (first == 'm' || first == 'M' ? "m" : first == 'u' ? "u" : "µ") + "L";
      }
    };
  }
}
