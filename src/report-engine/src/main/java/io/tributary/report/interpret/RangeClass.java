package io.tributary.report.interpret;

import java.util.regex.Pattern;

/** Meaning of a range for results within it, derived from adjacent words. */
enum RangeClass {
  /** Desirable result. */
  DESIRABLE,
  /** Therapeutic range of a drug. */
  THERAPEUTIC,
  /** Undesirable result, or one that is not certainly desirable. */
  UNDESIRABLE,
  /** No statement. */
  NONE;

  /** Phrases for a desirable class that contain an undesirable word. */
  private static final Pattern NEGATED =
      Pattern.compile(
          "\\b(?:low(?:er|est)?|no|without|minimal)(?: \\w+)? risk\\b|\\bnon-?"
              + " ?(?:diabet\\w*|reactive|deficien\\w*|toxic|immune)\\b|\\bnot?"
              + " (?:diabet\\w*|reactive|detected|elevated"
              + "|deficien\\w*|evidence\\b.*?\\b(?:disease|infection))\\b|\\bnormo\\w+|\\beuthyroid\\b");

  private static final Pattern UNDESIRABLE_WORDS =
      Pattern.compile(
          "\\b(?:near|above|below|beyond|sub|not|less than|lower than|more"
              + " than|very|ab-?normal\\w*|borderline|boarderline|in-?"
              + " ?sufficien\\w*|in-?adequate|deficien\\w*|sub-?optimal|un-?(?:desirable|acceptable|favou?rable|satisfactory|healthy)|pre-?"
              + " ?diabet\\w*"
              + "|diabet\\w*|impaired|toxic\\w*|intoxication|critical\\w*|panic|alert|positive|reactive"
              + "|equivocal|indeterminate|inconclusive|gr[ae]y|intermediate|moderate\\w*|mild\\w*"
              + "|sever\\w*|high\\w*|low|elevated|elevation|raised|increas\\w*|decreas\\w*|reduced"
              + "|excess\\w*|poor|fair|marginal|suspicious|suspected|obes\\w*|overweight|underweight"
              + "|weak\\w*|strong\\w*|risk|hyper\\w*|hypo\\w*|an(?:a)?emi\\w*|probabl\\w*|possibl\\w*"
              + "|failure|disease|infect\\w*|inflammat\\w*|acute|recent|past|detected|present"
              + "|sub-?clinical|micro-?albuminuria|macro-?albuminuria|action|stage|significant\\w*|consistent"
              + " with|suggest\\w*|indicat\\w*)\\b");

  private static final Pattern DESIRABLE_WORDS =
      Pattern.compile(
          "\\b(?:normals?|desirable|desired|optimal|optimum|sufficient|sufficiency|adequate|ideal"
              + "|acceptable|healthy|negative|goal|target|good|favou?rable|satisfactory|safe)\\b");

  private static final Pattern THERAPEUTIC_WORDS = Pattern.compile("\\btherapeutic\\b");

  /**
   * Classifies words in lower case. An undesirable word takes precedence because it qualifies the
   * others, as in {@code near optimal}.
   */
  static RangeClass classify(String words) {
    String rest = NEGATED.matcher(words).replaceAll(" ");
    if (UNDESIRABLE_WORDS.matcher(rest).find()) {
      return UNDESIRABLE;
    }
    if (rest.length() != words.length() || DESIRABLE_WORDS.matcher(rest).find()) {
      return DESIRABLE;
    }
    return THERAPEUTIC_WORDS.matcher(rest).find() ? THERAPEUTIC : NONE;
  }
}
