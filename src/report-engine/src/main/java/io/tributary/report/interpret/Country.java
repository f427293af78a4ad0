package io.tributary.report.interpret;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Infers number and date conventions from the country of the laboratory. */
final class Country {
  private static final Pattern AMERICAN =
      Pattern.compile(
          "\\b[A-Z]{2},? \\d{5}(?:-\\d{4})?\\b|\\(\\d{3}\\)"
              + " ?\\d{3}-\\d{4}|\\b\\d{3}-\\d{3}-\\d{4}\\b|\\bUSA\\b|\\bU\\.S\\.A|United"
              + " States|\\bCLIA\\W*(?:(?i:id|no|number|certificate|certified|licen[cs]e)\\W*)*#?\\d{2}D\\d");
  private static final Pattern NOT_AMERICAN =
      Pattern.compile(
          "\\b[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}\\b|\\b(?:India|Australia|United"
              + " Kingdom|UK|England|Scotland|Wales|Ireland|New Zealand|Singapore|Malaysia|South"
              + " Africa|Kenya|Nigeria|Pakistan|Bangladesh|Sri"
              + " Lanka|UAE|Dubai|Germany|France|Netherlands|Spain|Italy|Portugal|Belgium|Austria|Switzerland|NHS|NABL|NATA|Delhi|Mumbai|Bengaluru|Bangalore|Chennai|Hyderabad|Kolkata|Pune|Gurgaon|Gurugram|Noida|London|Sydney|Melbourne|Brisbane|Perth|Adelaide|Dublin|Auckland)\\b|\\b(?:NSW|VIC|QLD|TAS)"
              + " \\d{4}\\b|\\+(?:44|61|91|353|64|65|27|49|33|31|34|39)\\b|\\b\\d{6}\\b");
  private static final Pattern BRITISH_SPELLING =
      // Names of organisms are excluded because they are the same everywhere.
      Pattern.compile(
          "\\bhaem(?!ophil|olytic(?:us|a)|obarton)|\\banaem|\\bleuco(?!nostoc)"
              + "|\\boestr|\\bfaec(?:al|es)\\b|\\bcolour\\b|\\blitres?\\b|\\boedema|\\bpaediatr");

  private static final Pattern DECIMAL_COMMA_COUNTRY =
      Pattern.compile(
          "\\b(?:Germany|Deutschland|France|Netherlands|Nederland|Spain|España|Italy|Italia|Portugal|Belgium"
              + "|België|Belgique|Austria|Österreich|Denmark|Danmark|Norway|Norge|Sweden|Sverige|Finland"
              + "|Poland|Polska|Greece|Turkey|Romania|Hungary|Czechia|Brazil|Brasil|Argentina|Chile|Colombia|Indonesia)\\b|\\+(?:49|33|31|34|39|351|32|43|45|47|46|358|48|30|90|40|36|420|55|54|56|57|62)["
              + " (-]");

  private Country() {}

  /** Checks whether the address is in a country that uses decimal commas. */
  static boolean usesDecimalComma(String address) {
    return DECIMAL_COMMA_COUNTRY.matcher(address).find() && !AMERICAN.matcher(address).find();
  }

  /** Checks whether the address is in a country that uses decimal points. */
  static boolean usesDecimalPoint(String address) {
    return !DECIMAL_COMMA_COUNTRY.matcher(address).find()
        && (AMERICAN.matcher(address).find() || NOT_AMERICAN.matcher(address).find());
  }

  /** Returns the order of day and month, or empty if the evidence is missing or contradictory. */
  static Optional<DateParser.Order> dateOrder(String address, String names, NumberParser numbers) {
    boolean american = AMERICAN.matcher(address).find();
    boolean other =
        NOT_AMERICAN.matcher(address).find()
            || BRITISH_SPELLING.matcher(names.toLowerCase(Locale.ROOT)).find()
            || numbers.decimalComma();
    if (american == other) {
      return Optional.empty();
    }
    return Optional.of(american ? DateParser.Order.MONTH_FIRST : DateParser.Order.DAY_FIRST);
  }
}
