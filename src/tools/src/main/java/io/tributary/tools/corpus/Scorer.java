package io.tributary.tools.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Scores the reading of a report and lists every row that was not read correctly. */
final class Scorer {
  private final ClassScore score;
  private final List<String> errors = new ArrayList<>();

  Scorer(ClassScore tally) {
    this.score = tally;
  }

  /**
   * Returns a line for each row that is not correct: the cause, the printed row and the row that
   * was read.
   */
  List<String> errors() {
    return List.copyOf(errors);
  }

  void score(GroundTruth truth, ParsedDocument read) {
    score.documents++;
    for (RowAlignment.Pair pair : RowAlignment.of(truth.rows(), read.rows())) {
      if (pair.truth().isEmpty()) {
        scoreInvented(pair.read().orElseThrow());
      } else if (pair.read().isEmpty()) {
        scoreMissing(pair.truth().get());
      } else {
        scorePair(pair.truth().get(), pair.read().get(), read.interpreted());
      }
    }
    if (read.interpreted()) {
      metadata(truth.metadata().fields(), read.metadata());
    }
  }

  private void scoreInvented(ParsedDocument.Row r) {
    score.invented++;
    countRead(r);
    score.inventedGiven += r.withheld() ? 0 : 1;
    score.countField("name", false, true, false);
    score.countField("value", false, true, false);
    errors.add("invented" + doubt(r) + " | | " + show(r));
  }

  private void countRead(ParsedDocument.Row r) {
    score.given += r.withheld() ? 0 : 1;
    score.withheld += r.withheld() ? 1 : 0;
  }

  private void scoreMissing(GroundTruth.Row t) {
    if (t.optional()) {
      return;
    }
    score.rows++;
    score.countField("name", true, false, false);
    score.countField("value", true, false, false);
    score.countField("units", !t.units().isEmpty(), false, false);
    score.countField("range", hasBounds(t), false, false);
    errors.add("missing | " + show(t) + " |");
  }

  private static boolean hasBounds(GroundTruth.Row t) {
    GroundTruth.Bounds b = t.bounds().get(0);
    return b.low() != null || b.high() != null;
  }

  private void scorePair(GroundTruth.Row t, ParsedDocument.Row r, boolean meant) {
    if (t.optional()) {
      return;
    }
    score.rows++;
    score.found++;
    countRead(r);
    boolean name = TextEquivalence.names(t.name(), r.name());
    boolean value = TextEquivalence.values(t.value(), r.value());
    boolean units = TextEquivalence.units(t.units(), r.units());
    boolean range =
        meant
            ? t.bounds().stream().anyMatch(b -> TextEquivalence.bounds(b, r.bounds()))
            : TextEquivalence.ranges(t.range(), r.range());
    boolean readRange =
        meant ? r.bounds().low() != null || r.bounds().high() != null : !r.range().isEmpty();
    score.countField("name", true, true, name);
    score.countField("value", true, true, value);
    score.countField(
        "units", !t.units().isEmpty(), !r.units().isEmpty(), units && !t.units().isEmpty());
    score.countField(
        "range", meant ? hasBounds(t) : !t.range().isEmpty(), readRange, range && readRange);
    score.wrongValues += value ? 0 : 1;
    score.wrongValuesGiven += value || r.withheld() ? 0 : 1;
    boolean right = name && value && units && range;
    score.right += right ? 1 : 0;
    score.rightGiven += right && !r.withheld() ? 1 : 0;
    score.withheldRight += right && r.withheld() ? 1 : 0;
    scoreOtherFields(t, r, meant);
    String cause =
        (name ? "" : " name")
            + (value ? "" : " value")
            + (units ? "" : " units")
            + (range ? "" : " range");
    if (!right) {
      errors.add(cause.strip() + doubt(r) + " | " + show(t) + " | " + show(r));
    } else if (r.withheld()) {
      errors.add("withheld" + doubt(r) + " | " + show(t) + " |");
    }
  }

  private void scoreOtherFields(GroundTruth.Row t, ParsedDocument.Row r, boolean meant) {
    boolean panel = t.panels().stream().anyMatch(p -> TextEquivalence.headings(p, r.panel()));
    score.countField("panel", !t.panels().isEmpty(), !r.panel().isEmpty(), panel);
    if (!panel && !t.panels().isEmpty()) {
      errors.add("(panel) | " + show(t) + " {" + t.panels().get(0) + "} | {" + r.panel() + "}");
    }
    score.countField(
        "flag",
        !t.flag().isEmpty(),
        !r.flag().isEmpty(),
        !t.flag().isEmpty() && TextEquivalence.ranges(t.flag(), r.flag()));
    if (!meant) {
      return;
    }
    t.interpretation()
        .ifPresent(
            i -> {
              score.countField(
                  "interpretation",
                  true,
                  !r.interpretation().isEmpty(),
                  i.equals(r.interpretation()));
              if (!i.equals(r.interpretation())) {
                errors.add(
                    "(interpretation "
                        + i
                        + ") | "
                        + show(t)
                        + " | "
                        + r.interpretation()
                        + " "
                        + show(r));
              }
            });
    if (!t.type().isEmpty()) {
      score.countField("type", true, !r.type().isEmpty(), t.type().equals(r.type()));
    }
    boolean specimen = !r.specimen().equals("unknown") && !r.specimen().isEmpty();
    score.countField(
        "specimen", !t.specimen().equals("unknown"), specimen, t.specimen().equals(r.specimen()));
    codes(t, r);
  }

  private void codes(GroundTruth.Row t, ParsedDocument.Row r) {
    if (t.loincs().isEmpty()) {
      return;
    }
    boolean right = !r.loincs().isEmpty() && t.loincs().contains(r.loincs().get(0));
    score.coded++;
    score.codedRight += right ? 1 : 0;
    score.sureCodes += r.autoMatch() ? 1 : 0;
    score.sureCodesRight += r.autoMatch() && right ? 1 : 0;
    if (!right) {
      errors.add(
          "(loinc "
              + t.loincs()
              + (r.autoMatch() ? " auto" : "")
              + ") | "
              + show(t)
              + " {"
              + t.panels()
              + "} | "
              + r.loincs());
    }
  }

  private void metadata(Map<String, List<String>> truth, Map<String, String> read) {
    for (String field : GroundTruth.Metadata.NAMES) {
      List<String> right = truth.getOrDefault(field, List.of());
      String got = read.getOrDefault(field, "");
      boolean unsaid = got.isEmpty() || field.equals("gender") && got.equals("other");
      boolean same =
          right.stream()
              .anyMatch(t -> TextEquivalence.normalize(t).equals(TextEquivalence.normalize(got)));
      score.countField(field, !right.isEmpty(), !unsaid, same);
      if (!same && !(right.isEmpty() && unsaid)) {
        errors.add("(" + field + ") | " + right + " | " + got);
      }
    }
  }

  private static String doubt(ParsedDocument.Row r) {
    return r.withheld() ? " [" + r.doubts() + "]" : "";
  }

  private static String show(GroundTruth.Row t) {
    return t.name() + " = " + t.value() + " ‹" + t.units() + "› ‹" + t.range() + "› " + t.flag();
  }

  private static String show(ParsedDocument.Row r) {
    GroundTruth.Bounds b = r.bounds();
    String bounds = (b.low() == null ? "" : b.low()) + ".." + (b.high() == null ? "" : b.high());
    return r.name() + " = " + r.value() + " ‹" + r.units() + "› ‹" + r.range() + " " + bounds + "› "
        + r.flag();
  }
}
