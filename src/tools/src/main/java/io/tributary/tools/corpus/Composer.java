package io.tributary.tools.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Composes the content of a report and its ground truth from a seed. */
final class Composer {
  /** Report with its ground truth. */
  record ComposedReport(ReportContent paper, GroundTruth truth) {}

  private static final List<String> TAIL =
      List.of(
          "Reference ranges apply to adults between 18 and 65 years unless stated otherwise.",
          "A LDL goal of below 70 mg/dL is suggested for patients with two or more risk factors.",
          "Vitamin D insufficiency is seen between 20 and 29 ng/mL in 40 % of adults.",
          "Results of eGFR below 60 for 3 months or more point to chronic kidney disease stage 3.",
          "This report must not be reproduced except in full. Page numbers run from 1 to the last.",
          "Specimens are kept for 7 days after reporting; call 555-0142 for added tests.",
          "Haemolysis index 12, lipaemia index 4: no interference is to be expected.");

  private Composer() {}

  static ComposedReport compose(String layout, TextStyle look, long seed) {
    Random random = new Random(seed);
    LetterheadGenerator.LetterheadContent head = LetterheadGenerator.draw(look, random);
    List<ReportContent.Section> sections = new ArrayList<>();
    List<GroundTruth.Row> truths = new ArrayList<>();
    ValueGenerator values = new ValueGenerator(look, head.female(), random);
    int left = look.maxRows;
    boolean pending = look.pending;
    for (String key : look.panels) {
      Analytes.Panel panel = Analytes.panel(key);
      List<String> headings = panel.headings(look.american);
      String heading = headings.get(pick(look, random, headings.size()));
      List<ReportContent.Line> lines = new ArrayList<>();
      for (String analyte : panel.keys()) {
        if (left == 0 || lines.size() > 4 && random.nextInt(12) == 0) {
          continue;
        }
        left--;
        boolean wait = pending && lines.size() == 2;
        pending &= !wait;
        RowGenerator.GeneratedRow made =
            new RowGenerator(look, random, head.female(), heading, panel.drawn(), values)
                .row(Analytes.of(analyte), wait);
        lines.add(made.line());
        truths.add(made.truth());
      }
      if (!lines.isEmpty()) {
        sections.add(
            new ReportContent.Section(
                heading,
                look.specimenLines ? Optional.of(panel.drawn()) : Optional.empty(),
                List.copyOf(lines),
                look.remarks ? RemarkRows.below(key) : List.of()));
      }
    }
    ReportContent paper =
        new ReportContent(
            look,
            head.lab(),
            head.address(),
            head.title(),
            head.fields(),
            List.copyOf(sections),
            previousHeads(look, head),
            tail(random),
            head.metadata());
    return new ComposedReport(paper, new GroundTruth(layout, head.metadata(), List.copyOf(truths)));
  }

  private static int pick(TextStyle look, Random random, int of) {
    return look.variant >= 0 ? look.variant % of : random.nextInt(of);
  }

  private static List<String> previousHeads(
      TextStyle look, LetterheadGenerator.LetterheadContent head) {
    List<String> heads = new ArrayList<>();
    for (int i = 1; i <= look.previous; i++) {
      heads.add(head.day(-97 * i));
    }
    return heads;
  }

  private static List<String> tail(Random random) {
    List<String> tail = new ArrayList<>();
    int from = random.nextInt(TAIL.size());
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      tail.add(TAIL.get((from + i) % TAIL.size()));
    }
    return tail;
  }
}
