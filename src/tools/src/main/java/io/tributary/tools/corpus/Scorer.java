package io.tributary.tools.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Counts what was read right of a report and tells of each row that was not. */
final class Scorer {
  private final ClassScore tally;
  private final List<String> errors = new ArrayList<>();

  Scorer(ClassScore tally) {
    this.tally = tally;
  }

  /** A line for each row that is not right: why, what stands there, what was read. */
  List<String> errors() {
    return List.copyOf(errors);
  }

  void score(GroundTruth truth, ParsedDocument read) {
    tally.documents++;
    for (RowAlignment.Pair pair : RowAlignment.of(truth.rows(), read.rows())) {
      if (pair.truth().isEmpty()) {
        invented(pair.read().orElseThrow());
      } else if (pair.read().isEmpty()) {
        missing(pair.truth().get());
      } else {
        both(pair.truth().get(), pair.read().get(), read.meant());
      }
    }
    if (read.meant()) {
      metadata(truth.metadata().fields(), read.metadata());
    }
  }

  private void invented(ParsedDocument.Row r) {
    tally.invented++;
    counted(r);
    tally.inventedGiven += r.doubtful() ? 0 : 1;
    tally.field("name", false, true, false);
    tally.field("value", false, true, false);
    errors.add("invented" + doubt(r) + " | | " + show(r));
  }

  private void counted(ParsedDocument.Row r) {
    tally.given += r.doubtful() ? 0 : 1;
    tally.withheld += r.doubtful() ? 1 : 0;
  }

  private void missing(GroundTruth.Row t) {
    if (t.optional()) {
      return;
    }
    tally.rows++;
    tally.field("name", true, false, false);
    tally.field("value", true, false, false);
    tally.field("units", !t.units().isEmpty(), false, false);
    tally.field("range", hasBounds(t), false, false);
    errors.add("missing | " + show(t) + " |");
  }

  private static boolean hasBounds(GroundTruth.Row t) {
    GroundTruth.Bounds b = t.bounds().get(0);
    return b.low() != null || b.high() != null;
  }

  private void both(GroundTruth.Row t, ParsedDocument.Row r, boolean meant) {
    if (t.optional()) {
      return;
    }
    tally.rows++;
    tally.found++;
    counted(r);
    boolean name = TextEquivalence.names(t.name(), r.name());
    boolean value = TextEquivalence.values(t.value(), r.value());
    boolean units = TextEquivalence.units(t.units(), r.units());
    boolean range =
        meant
            ? t.bounds().stream().anyMatch(b -> TextEquivalence.bounds(b, r.bounds()))
            : TextEquivalence.ranges(t.range(), r.range());
    boolean readRange =
        meant ? r.bounds().low() != null || r.bounds().high() != null : !r.range().isEmpty();
    tally.field("name", true, true, name);
    tally.field("value", true, true, value);
    tally.field("units", !t.units().isEmpty(), !r.units().isEmpty(), units && !t.units().isEmpty());
    tally.field(
        "range", meant ? hasBounds(t) : !t.range().isEmpty(), readRange, range && readRange);
    tally.wrongValues += value ? 0 : 1;
    tally.wrongValuesGiven += value || r.doubtful() ? 0 : 1;
    boolean right = name && value && units && range;
    tally.right += right ? 1 : 0;
    tally.rightGiven += right && !r.doubtful() ? 1 : 0;
    tally.withheldRight += right && r.doubtful() ? 1 : 0;
    others(t, r, meant);
    String cause =
        (name ? "" : " name")
            + (value ? "" : " value")
            + (units ? "" : " units")
            + (range ? "" : " range");
    if (!right) {
      errors.add(cause.strip() + doubt(r) + " | " + show(t) + " | " + show(r));
    } else if (r.doubtful()) {
      errors.add("withheld" + doubt(r) + " | " + show(t) + " |");
    }
  }

  private void others(GroundTruth.Row t, ParsedDocument.Row r, boolean meant) {
    boolean panel = t.panels().stream().anyMatch(p -> TextEquivalence.headings(p, r.panel()));
    tally.field("panel", !t.panels().isEmpty(), !r.panel().isEmpty(), panel);
    if (!panel && !t.panels().isEmpty()) {
      errors.add("(panel) | " + show(t) + " {" + t.panels().get(0) + "} | {" + r.panel() + "}");
    }
    tally.field(
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
              tally.field(
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
      tally.field("type", true, !r.type().isEmpty(), t.type().equals(r.type()));
    }
    boolean specimen = !r.specimen().equals("unknown") && !r.specimen().isEmpty();
    tally.field(
        "specimen", !t.specimen().equals("unknown"), specimen, t.specimen().equals(r.specimen()));
    codes(t, r);
  }

  private void codes(GroundTruth.Row t, ParsedDocument.Row r) {
    if (t.loincs().isEmpty()) {
      return;
    }
    boolean right = !r.loincs().isEmpty() && t.loincs().contains(r.loincs().get(0));
    tally.coded++;
    tally.codedRight += right ? 1 : 0;
    tally.sureCodes += r.autoMatch() ? 1 : 0;
    tally.sureCodesRight += r.autoMatch() && right ? 1 : 0;
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
          right.stream().anyMatch(t -> TextEquivalence.plain(t).equals(TextEquivalence.plain(got)));
      tally.field(field, !right.isEmpty(), !unsaid, same);
      if (!same && !(right.isEmpty() && unsaid)) {
        errors.add("(" + field + ") | " + right + " | " + got);
      }
    }
  }

  private static String doubt(ParsedDocument.Row r) {
    return r.doubtful() ? " [" + r.doubts() + "]" : "";
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
