package io.tributary.report.parsing;

import io.tributary.core.ServiceException;
import io.tributary.db.Tx;
import io.tributary.report.interpret.ParsedReport;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.ParseFailure;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.ReportFileType;
import io.tributary.report.page.ReportUnreadable;
import io.tributary.team.FeatureFlags;
import io.tributary.team.LabFeature;
import io.tributary.telemetry.Tracing;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * One attempt at a claimed job, on a virtual thread. Logs never contain report content; of an
 * exception only its class and location are logged.
 */
final class ParsingJobRun {
  private static final System.Logger LOG = System.getLogger(ParsingJobRun.class.getName());

  /**
   * Limit of claims, so that a job that kills each process that claims it is not retried forever.
   */
  private static final int MAX_CLAIMS = 50;

  private final JobParts parts;
  private final JobClaim claim;
  private final BooleanSupplier stopping;

  ParsingJobRun(JobParts parts, JobClaim claim, BooleanSupplier stopping) {
    this.parts = parts;
    this.claim = claim;
    this.stopping = stopping;
  }

  /** Runs the attempt and returns the outcome for the metrics. */
  String run() {
    Tracing.setSubject(claim.id());
    try {
      if (claim.leaseNo() > MAX_CLAIMS) {
        return failPermanently("too many attempts without completion");
      }
      return interpret(readReport());
    } catch (ReportUnreadable unreadable) {
      return fail(unreadable.failure());
    } catch (Exception | StackOverflowError | OutOfMemoryError fault) {
      // Catches all exceptions, because await rethrows checked ones. A text may also exhaust stack
      // or heap of the interpreter.
      return releaseForRetry(fault);
    }
  }

  private RawReport readReport() throws Exception {
    try (ReportFiles.TempFolder folder = parts.files().folder()) {
      List<Path> files = parts.store().fetch(parts.db(), claim.id(), folder.path());
      if (files.isEmpty()) {
        throw new IOException("the stored file is missing");
      }
      // The time limit starts when a reader begins; the reader service enforces it.
      return parts
          .reader()
          .read(files, ReportFileType.fromContentType(claim.mediaType()).orElseThrow())
          .await();
    }
  }

  private String interpret(RawReport printed) {
    if (printed.rows().size() > RawReport.MAX_ROWS) {
      return failPermanently("more than " + RawReport.MAX_ROWS + " rows");
    }
    Synonyms team = parts.synonyms().ofTeam(claim.tenant()).await();
    Duration limit = parts.settings().interpretation().timeout();
    InterpretationDeadline thinking = new InterpretationDeadline(limit);
    ParsedReport draft;
    try {
      draft =
          parts
              .interpreterPool()
              .executeBlocking(
                  () -> {
                    thinking.begin();
                    return parts.interpreter().interpret(printed, team, thinking);
                  },
                  false)
              // Twice the limit: once for waiting for a worker and once for the work.
              .timeout(2 * limit.toMillis(), TimeUnit.MILLISECONDS)
              .await();
    } catch (Exception e) {
      if (e instanceof InterpretationDeadline.DeadlineExceeded
          || e instanceof TimeoutException && thinking.abandon()) {
        // A retry would not be faster. The worker stops before its next row.
        return failPermanently("the report took longer than " + limit + " to interpret");
      }
      throw e;
    }
    return parts.db().tx(tx -> finish(tx, draft));
  }

  /**
   * Decides the outcome. A wrong number is worse than a missing one, so uncertain results are not
   * sent without a review.
   */
  private String finish(Tx tx, ParsedReport draft) {
    int pages = draft.sheets().size();
    if (draft.results().isEmpty()) {
      return fail(tx, ParseFailure.INVALID_INPUT);
    }
    boolean mayAsk =
        FeatureFlags.of(tx, claim.tenant()).lab().contains(LabFeature.REPORT_HUMAN_REVIEW);
    if (claim.needsHumanReview() || mayAsk && draft.hasWarnings()) {
      return parts.lifecycle().requestReview(tx, claim, draft.toJson(), pages)
          ? "pending_review"
          : "lost";
    }
    int withheld = draft.countResultsWithWarnings();
    if (withheld == draft.results().size()) {
      return fail(tx, ParseFailure.LOW_QUALITY);
    }
    return parts
            .lifecycle()
            .complete(tx, claim, draft.toJson(), draft.toClientJson(false), withheld, pages)
        ? "completed"
        : "lost";
  }

  private String fail(ParseFailure reason) {
    try {
      return parts.db().tx(tx -> fail(tx, reason));
    } catch (RuntimeException away) {
      return releaseForRetry(away);
    }
  }

  private String failPermanently(String kind) {
    LOG.log(Level.ERROR, "report=" + claim.id() + " failed permanently fault=" + kind);
    try {
      return parts
              .db()
              .tx(
                  tx ->
                      parts
                          .lifecycle()
                          .fail(tx, claim, ParseFailure.PROCESSING_ERROR, Optional.of(kind)))
          ? "failed"
          : "lost";
    } catch (RuntimeException away) {
      LOG.log(
          Level.WARNING, "report=" + claim.id() + " failure not stored: " + faultLocation(away));
      return "put_back";
    }
  }

  private String fail(Tx tx, ParseFailure reason) {
    return parts.lifecycle().fail(tx, claim, reason, Optional.empty()) ? "failed" : "lost";
  }

  private String releaseForRetry(Throwable fault) {
    boolean ours = stopping.getAsBoolean() || fault instanceof ServiceException;
    if (!ours && claim.attempt() + 1 >= parts.settings().maxAttempts()) {
      return failPermanently(faultLocation(fault));
    }
    String kind = faultLocation(fault);
    LOG.log(
        ours ? Level.INFO : Level.WARNING,
        "report=" + claim.id() + " released for a retry fault=" + kind);
    List<Duration> waits = parts.settings().retrySchedule();
    Duration wait = waits.get(Math.min(claim.attempt(), waits.size() - 1));
    try {
      parts.repo().release(claim, stopping.getAsBoolean() ? Duration.ZERO : wait, !ours, kind);
    } catch (RuntimeException away) {
      // The lease expires on its own.
      LOG.log(Level.WARNING, "report=" + claim.id() + " not released: " + faultLocation(away));
    }
    return "put_back";
  }

  /**
   * Returns the class and location of a fault. Its message is omitted, because it may contain
   * report content.
   */
  private static String faultLocation(Throwable fault) {
    for (StackTraceElement at : fault.getStackTrace()) {
      if (at.getClassName().startsWith("io.tributary.")) {
        return fault.getClass().getSimpleName()
            + " at "
            + at.getClassName()
            + ":"
            + at.getLineNumber();
      }
    }
    return fault.getClass().getSimpleName();
  }
}
