package io.tributary.report.interpret;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Condition under which a reference range applies. */
enum RangeCondition {
  FASTING("(?<!non)(?<!non[- ])(?<!not )fast(?:ing|ed)?\\b"),
  NOT_FASTING(
      "\\brandom\\b|\\bnon-? ?fasting|\\bnot fasting|post-? ?prandial|\\bpp\\b|after (?:a"
          + " )?meal|post meal|(?<![/\\d.])(?<!/ )\\b[12] ?-?(?:h|hr|hour)s?\\b"),
  SMOKER("(?<!non)(?<!non[- ])smok(?:er|ing)"),
  NON_SMOKER("non-? ?smok"),
  FOLLICULAR("follicular|proliferative"),
  MID_CYCLE("mid-? ?cycle|ovulat"),
  LUTEAL("luteal|secretory"),
  AFTER_MENOPAUSE("post-? ?menopaus"),
  BEFORE_MENOPAUSE("pre-? ?menopaus"),
  PREGNANT("(?<!non)(?<!non[- ])(?<!not )pregnan|gestation"),
  NOT_PREGNANT("(?:non|not)-? ?pregnan"),
  FIRST_TRIMESTER("(?:first|1st|\\bi) trimester"),
  SECOND_TRIMESTER("(?:second|2nd|\\bii) trimester"),
  THIRD_TRIMESTER("(?:third|3rd|\\biii) trimester"),
  MORNING("\\ba\\.?m\\b|morning"),
  EVENING("\\bp\\.?m\\b|evening|afternoon|midnight"),
  UPRIGHT("upright|standing|ambulatory"),
  SUPINE("supine|recumbent|lying"),
  PEAK("\\bpeak\\b"),
  TROUGH("\\btrough\\b"),
  PUBERTY("tanner|pubert"),
  ARTERIAL("arterial"),
  VENOUS("venous"),
  CAPILLARY("capillary"),
  TREATED("on (?:treatment|therapy|replacement|anticoag\\w*)|anticoagulated|treated");

  private final Pattern words;

  RangeCondition(String words) {
    this.words = Pattern.compile(words);
  }

  /** Returns all conditions that a text mentions. */
  static Set<RangeCondition> findAll(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    Set<RangeCondition> out = EnumSet.noneOf(RangeCondition.class);
    for (RangeCondition c : values()) {
      if (c.words.matcher(lower).find()) {
        out.add(c);
      }
    }
    return out;
  }
}
