package io.tributary.report.review;

import io.tributary.config.ReportConfig;
import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.report.interpret.ReportInterpreter;
import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.parsing.OriginalFiles;
import io.tributary.report.parsing.ParsingJobLifecycle;
import io.tributary.report.parsing.SynonymRepo;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Entry point of the human review of reports: the management API and the review page. */
public final class ReportReview {
  private final List<Routes.Source> routes;

  /**
   * @param meaning and
   * @param matcher are called on workers only, because they may have to load tables
   */
  public ReportReview(
      Vertx vertx,
      Db db,
      Encryption secrets,
      ParsingJobLifecycle states,
      SynonymRepo synonyms,
      Supplier<ReportInterpreter> meaning,
      Supplier<Optional<LoincMatcher>> matcher,
      OriginalFiles originals,
      ReportConfig.Review settings,
      Supplier<String> publicUrl) {
    ReviewRepo repo = new ReviewRepo(db);
    ReviewService book = new ReviewService(db, repo, states, synonyms, settings.lockTtl());
    ReviewHandlers calls =
        new ReviewHandlers(vertx, repo, book, new ReviewFiles(db, secrets, originals));
    ReviewLinks links = new ReviewLinks(db);
    ReviewAssist help = new ReviewAssist(vertx, repo, synonyms, meaning, matcher);
    routes =
        List.of(
            new ReviewRoutes(db, repo, calls, links, settings, publicUrl),
            new ReviewPage(calls, help, links, settings, publicUrl));
  }

  public List<Routes.Source> routes() {
    return routes;
  }
}
