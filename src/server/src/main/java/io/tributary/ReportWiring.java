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
  private final Platform platform;
  private final String node;
  private final ReportConfig settings;
  private LoincMatcher matcher;
  private ReportInterpreter interpreter;

  /**
   * @param node name of the node
   */
  ReportWiring(Platform platform, String node) {
    this.platform = platform;
    this.node = node;
    this.settings = platform.config.report();
  }

  void wire() {
    if (!settings.loinc().table().isEmpty()) {
      // An error in the operator's LOINC table must stop the start instead of failing the first
      // report.
      interpreter();
    }
    ReaderService readers = new ReaderService(platform.vertx, readerSettings());
    ReportParsingFeature reports =
        new ReportParsingFeature(
            platform.vertx,
            platform.db,
            platform.config,
            node,
            platform.outbox,
            platform.encryption,
            platform.featureFlags,
            readers,
            this::interpreter,
            platform.metrics);
    platform.addVerticle(1, reports::verticle);
    platform.routes.add(reports.routes());
    platform.routes.addAll(
        new ReportReview(
                platform.vertx,
                platform.db,
                platform.encryption,
                reports.lifecycle(),
                reports.synonyms(),
                this::interpreter,
                this::matcher,
                reports.originals(readers),
                settings.review(),
                () -> platform.publicUrl)
            .routes());
  }

  /** Returns the LOINC matcher; empty if code matching is off. */
  private synchronized Optional<LoincMatcher> matcher() {
    interpreter();
    return Optional.ofNullable(matcher);
  }

  private ReaderSettings readerSettings() {
    ReportConfig.Readers r = settings.readers();
    ReaderSettings usual = ReaderSettings.defaults();
    return new ReaderSettings(
        ReportParsingFeature.scratch(platform.config.data().dir(), node),
        r.count(),
        usual.maxQueued(),
        usual.heap(),
        r.memoryBytes(),
        r.inspectionTimeout(),
        r.inspectionTimeout(),
        settings.readTimeout(),
        new ReaderLimits(settings.effectiveLimits().maxPages(), r.maxPixels(), r.pageTimeout()));
  }

  /** Returns the interpreter. Its tables are loaded on first use. */
  private synchronized ReportInterpreter interpreter() {
    if (interpreter == null) {
      ReportConfig.Loinc l = settings.loinc();
      matcher = matcher(l);
      interpreter =
          new ReportInterpreter(
              matcher,
              new Thresholds(
                  l.autoScore(),
                  l.autoMargin(),
                  l.reviewScore(),
                  settings.interpretation().minConfidence()));
    }
    return interpreter;
  }

  /** Returns null if code matching is off. */
  private static LoincMatcher matcher(ReportConfig.Loinc l) {
    if (!l.matcher()) {
      return null;
    }
    return l.table().isEmpty()
        ? LoincMatcher.bundled()
        : LoincMatcher.withTable(Path.of(l.table()));
  }
}
