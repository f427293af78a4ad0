package io.tributary;

import io.tributary.config.ReportConfig;
import io.tributary.report.extract.ReaderLimits;
import io.tributary.report.interpret.ReportInterpreter;
import io.tributary.report.interpret.Thresholds;
import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.parsing.ReportParsingFeature;
import io.tributary.report.reader.ReaderService;
import io.tributary.report.reader.ReaderSettings;
import io.tributary.report.review.ReportReview;
import java.nio.file.Path;
import java.util.Optional;

/** Wires the parsing and review of lab reports that clients upload. */
final class ReportWiring {
  private final Platform parts;
  private final String node;
  private final ReportConfig settings;
  private LoincMatcher matcher;
  private ReportInterpreter meaning;

  /**
   * @param node name of the node
   */
  ReportWiring(Platform parts, String node) {
    this.parts = parts;
    this.node = node;
    this.settings = parts.config.reportParsing();
  }

  void wire() {
    if (!settings.loinc().table().isEmpty()) {
      // An error in the operator's LOINC table must stop the start instead of failing the first
      // report.
      meaning();
    }
    ReaderService readers = new ReaderService(parts.vertx, readers());
    ReportParsingFeature reports =
        new ReportParsingFeature(
            parts.vertx,
            parts.db,
            parts.config,
            node,
            parts.outbox,
            parts.secrets,
            parts.switches,
            readers,
            this::meaning,
            parts.meters);
    parts.virtual(1, reports::verticle);
    parts.routes.add(reports.routes());
    parts.routes.addAll(
        new ReportReview(
                parts.vertx,
                parts.db,
                parts.secrets,
                reports.states(),
                reports.synonyms(),
                this::meaning,
                this::matcher,
                reports.originals(readers),
                settings.review(),
                () -> parts.publicUrl)
            .routes());
  }

  /** Returns the LOINC matcher; empty if code matching is off. */
  private synchronized Optional<LoincMatcher> matcher() {
    meaning();
    return Optional.ofNullable(matcher);
  }

  private ReaderSettings readers() {
    ReportConfig.Readers r = settings.readers();
    ReaderSettings usual = ReaderSettings.defaults();
    return new ReaderSettings(
        ReportParsingFeature.scratch(parts.config.data().dir(), node),
        r.count(),
        usual.waiting(),
        usual.heap(),
        r.memoryBytes(),
        r.inspectLimit(),
        r.inspectLimit(),
        settings.tryLimit(),
        new ReaderLimits(settings.inForce().maxPages(), r.maxPixels(), r.pageLimit()));
  }

  /** Returns the interpreter. Its tables are loaded on first use. */
  private synchronized ReportInterpreter meaning() {
    if (meaning == null) {
      ReportConfig.Loinc l = settings.loinc();
      matcher = matcher(l);
      meaning =
          new ReportInterpreter(
              matcher,
              new Thresholds(
                  l.autoScore(),
                  l.autoMargin(),
                  l.reviewScore(),
                  settings.meaning().minConfidence()));
    }
    return meaning;
  }

  /** Returns null if code matching is off. */
  private static LoincMatcher matcher(ReportConfig.Loinc l) {
    if (!l.matcher()) {
      return null;
    }
    return l.table().isEmpty() ? LoincMatcher.bundled() : LoincMatcher.with(Path.of(l.table()));
  }
}
