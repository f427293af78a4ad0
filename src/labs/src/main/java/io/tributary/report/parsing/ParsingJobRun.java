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
  private static final int MOST_CLAIMS = 50;

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
    Tracing.about(claim.id());
    try {
      if (claim.leaseNo() > MOST_CLAIMS) {
        return givenUp("it never came to an end");
      }
      return understood(printed());
    } catch (ReportUnreadable unreadable) {
      return failed(unreadable.failure());
    } catch (Exception | StackOverflowError | OutOfMemoryError fault) {
      // Catches all exceptions, because await rethrows checked ones. A text may also exhaust stack
      // or heap of the interpreter.
      return broken(fault);
    }
  }

  private RawReport printed() throws Exception {
    try (ReportFiles.Folder folder = parts.files().folder()) {
      List<Path> files = parts.store().fetch(parts.db(), claim.id(), folder.path());
      if (files.isEmpty()) {
        throw new IOException("the file is not there");
      }
      // The time limit starts when a reader begins; the reader service enforces it.
      return parts.reader().read(files, ReportFileType.of(claim.mediaType()).orElseThrow()).await();
    }
  }

  private String understood(RawReport printed) {
    if (printed.rows().size() > RawReport.MOST_ROWS) {
      return givenUp("more than " + RawReport.MOST_ROWS + " rows");
    }
    Synonyms team = parts.synonyms().of(claim.tenant()).await();
    Duration limit = parts.settings().meaning().limit();
    InterpretationDeadline thinking = new InterpretationDeadline(limit);
    ParsedReport draft;
    try {
      draft =
          parts
              .thinkers()
              .executeBlocking(
                  () -> {
                    thinking.begin();
                    return parts.meaning().of(printed, team, thinking);
                  },
                  false)
              // Twice the limit: once for waiting for a worker and once for the work.
              .timeout(2 * limit.toMillis(), TimeUnit.MILLISECONDS)
              .await();
    } catch (Exception e) {
      if (e instanceof InterpretationDeadline.OutOfTime
          || e instanceof TimeoutException && thinking.leave()) {
        // A retry would not be faster. The worker stops before its next row.
        return givenUp("it took longer than " + limit + " to understand");
      }
      throw e;
    }
    return parts.db().tx(tx -> outcome(tx, draft));
  }

  /**
   * Decides the outcome. A wrong number is worse than a missing one, so uncertain results are not
   * sent without a review.
   */
  private String outcome(Tx tx, ParsedReport draft) {
    int pages = draft.sheets().size();
    if (draft.results().isEmpty()) {
      return failed(tx, ParseFailure.INVALID_INPUT);
    }
    boolean mayAsk =
        FeatureFlags.of(tx, claim.tenant()).lab().contains(LabFeature.REPORT_HUMAN_REVIEW);
    if (claim.needsHumanReview() || mayAsk && draft.doubtful()) {
      return parts.states().askForReview(tx, claim, draft.toJson(), pages)
          ? "pending_review"
          : "lost";
    }
    int withheld = draft.doubtfulResults();
    if (withheld == draft.results().size()) {
      return failed(tx, ParseFailure.LOW_QUALITY);
    }
    return parts.states().complete(tx, claim, draft.toJson(), draft.data(false), withheld, pages)
        ? "completed"
        : "lost";
  }

  private String failed(ParseFailure reason) {
    try {
      return parts.db().tx(tx -> failed(tx, reason));
    } catch (RuntimeException away) {
      return broken(away);
    }
  }

  private String givenUp(String kind) {
    LOG.log(Level.ERROR, "report=" + claim.id() + " is given up fault=" + kind);
    try {
      return parts
              .db()
              .tx(
                  tx ->
                      parts
                          .states()
                          .fail(tx, claim, ParseFailure.PROCESSING_ERROR, Optional.of(kind)))
          ? "failed"
          : "lost";
    } catch (RuntimeException away) {
      LOG.log(Level.WARNING, "report=" + claim.id() + " is not ended: " + kind(away));
      return "put_back";
    }
  }

  private String failed(Tx tx, ParseFailure reason) {
    return parts.states().fail(tx, claim, reason, Optional.empty()) ? "failed" : "lost";
  }

  private String broken(Throwable fault) {
    boolean ours = stopping.getAsBoolean() || fault instanceof ServiceException;
    if (!ours && claim.attempt() + 1 >= parts.settings().tries()) {
      return givenUp(kind(fault));
    }
    String kind = kind(fault);
    LOG.log(ours ? Level.INFO : Level.WARNING, "report=" + claim.id() + " goes back fault=" + kind);
    List<Duration> waits = parts.settings().retryWaits();
    Duration wait = waits.get(Math.min(claim.attempt(), waits.size() - 1));
    try {
      parts.repo().release(claim, stopping.getAsBoolean() ? Duration.ZERO : wait, !ours, kind);
    } catch (RuntimeException away) {
      // The lease expires on its own.
      LOG.log(Level.WARNING, "report=" + claim.id() + " is not given back: " + kind(away));
    }
    return "put_back";
  }

  /**
   * Returns the class and location of a fault. Its message is omitted, because it may contain
   * report content.
   */
  private static String kind(Throwable fault) {
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
