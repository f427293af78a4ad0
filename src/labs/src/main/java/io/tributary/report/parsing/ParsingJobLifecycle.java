package io.tributary.report.parsing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Tx;
import io.tributary.event.Event;
import io.tributary.event.Outbox;
import io.tributary.report.page.ParseFailure;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * State machine of parsing jobs and the only code that changes a job's status.
 *
 * <p>Each transition runs in one transaction with its event and happens at most once: a late caller
 * finds a different status, or a newer lease number held by another claim. Uploads go from {@code
 * upload_pending} to {@code started} (or to {@code failed} if a file is missing), then to {@code
 * completed}, {@code pending_review} or {@code failed}; a review ends with {@code completed} or
 * {@code failed}. The review package records the reviewers' actions in its audit.
 */
public final class ParsingJobLifecycle {
  private static final String CREATED = "lab_report.parsing_job.created";
  private static final String UPDATED = "lab_report.parsing_job.updated";

  /** Matches an escaped NUL, but not one whose backslash is itself escaped. */
  private static final Pattern NUL = Pattern.compile("(?<!\\\\)((?:\\\\\\\\)*)\\\\u0000");

  /** Jobs of a deleted user do not proceed; the deletion can be undone until the user is erased. */
  private static final String LOCK =
      "select "
          + ParsingJob.COLUMNS
          + """
          , j.lease_epoch from parsing_job j join app_user u on u.id = j.user_id
           where j.id = $1 and u.deleted_at is null
             for no key update of j for key share of u
          """;

  private static final String MOVE =
      """
      update parsing_job j
         set status = $2, failure_reason = $3, data = $4::text::jsonb,
             draft = coalesce($5::text::jsonb, j.draft), withheld = $6, is_reviewed = $7,
             pages = coalesce($8, j.pages), error = coalesce($9, j.error), reviewed_by = $10,
             reviewed_at = case when $10::text is null then j.reviewed_at else now() end,
             reviewer = null, review_lease_expires_at = null, lease_expires_at = null, due_at = now(),
             attempt = 0, updated_at = now(),
             ended_at = case when $2 in ('completed', 'failed') then now() end
        from app_user u
       where j.id = $1 and u.id = j.user_id
      returning\s\
      """
          + ParsingJob.COLUMNS;
  private static final String SAVE =
      "update parsing_job set draft = $2::text::jsonb, updated_at = now() where id = $1";

  private final Outbox outbox;
  private final int maxEventBytes;

  /**
   * @param maxEventBytes larger events omit the results, which clients then fetch
   */
  public ParsingJobLifecycle(Outbox outbox, int maxEventBytes) {
    this.outbox = outbox;
    this.maxEventBytes = maxEventBytes;
  }

  /** Locked job with the lease number of its current claim. */
  private record LockedJob(ParsingJob job, int leaseNo) {}

  /**
   * Changes that accompany a transition.
   *
   * @param draft null keeps the current draft
   */
  private record JobTransition(
      JobStatus to,
      Optional<ParseFailure> reason,
      Optional<JsonNode> data,
      Optional<JsonNode> draft,
      int withheld,
      boolean reviewed,
      Optional<Integer> pages,
      Optional<String> error,
      Optional<String> reviewer) {
    static JobTransition to(JobStatus to) {
      return new JobTransition(
          to,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          0,
          false,
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    static JobTransition failed(ParseFailure reason, Optional<String> error) {
      return new JobTransition(
          JobStatus.FAILED,
          Optional.of(reason),
          Optional.empty(),
          Optional.empty(),
          0,
          false,
          Optional.empty(),
          error,
          Optional.empty());
    }
  }

  /**
   * Starts a job once its files are stored for all nodes. Returns false if it was started before.
   */
  boolean start(Tx tx, UUID id) {
    return pending(tx, id)
        .map(job -> transition(tx, job, JobTransition.to(JobStatus.STARTED)))
        .isPresent();
  }

  /** Fails a job whose file is missing. Returns false if the job has proceeded. */
  boolean failStaging(Tx tx, UUID id, String error) {
    return pending(tx, id)
        .map(
            // Clients learn of the job from the upload response; the created event is sent only for
            // staged jobs.
            job ->
                transition(
                    tx,
                    job,
                    JobTransition.failed(ParseFailure.PROCESSING_ERROR, Optional.of(error))))
        .isPresent();
  }

  private static Optional<ParsingJob> pending(Tx tx, UUID id) {
    return lock(tx, id).map(LockedJob::job).filter(j -> j.status() == JobStatus.UPLOAD_PENDING);
  }

  /**
   * Completes a job and sends its results to the client. Returns false if the claim is lost.
   *
   * @param draft all results with all known details
   * @param data the certain results
   * @param withheld number of results omitted from the data
   */
  boolean complete(Tx tx, JobClaim claim, JsonNode draft, JsonNode data, int withheld, int pages) {
    return transitionClaimed(
        tx,
        claim,
        new JobTransition(
            JobStatus.COMPLETED,
            Optional.empty(),
            Optional.of(data),
            Optional.of(draft),
            withheld,
            false,
            Optional.of(pages),
            Optional.empty(),
            Optional.empty()));
  }

  /** Moves a job to human review. Returns false if the claim is lost. */
  boolean requestReview(Tx tx, JobClaim claim, JsonNode draft, int pages) {
    return transitionClaimed(
        tx,
        claim,
        new JobTransition(
            JobStatus.PENDING_REVIEW,
            Optional.empty(),
            Optional.empty(),
            Optional.of(draft),
            0,
            false,
            Optional.of(pages),
            Optional.empty(),
            Optional.empty()));
  }

  /** Fails a job that cannot be read. Returns false if the claim is lost. */
  boolean fail(Tx tx, JobClaim claim, ParseFailure reason, Optional<String> error) {
    return transitionClaimed(tx, claim, JobTransition.failed(reason, error));
  }

  private boolean transitionClaimed(Tx tx, JobClaim claim, JobTransition move) {
    return lock(tx, claim.id())
        .filter(h -> h.leaseNo() == claim.leaseNo() && h.job().status() == JobStatus.STARTED)
        .map(h -> transition(tx, h.job(), move))
        .isPresent();
  }

  /**
   * Completes a job with the results that a reviewer approved.
   *
   * @param draft draft including corrections
   * @param data results sent to the client
   * @throws ServiceException 404 for an unknown job, 409 for one that is not in review
   */
  public ParsingJob approve(Tx tx, UUID id, JsonNode draft, JsonNode data, String reviewer) {
    return transition(
        tx,
        inReview(tx, id),
        new JobTransition(
            JobStatus.COMPLETED,
            Optional.empty(),
            Optional.of(data),
            Optional.of(draft),
            0,
            true,
            Optional.empty(),
            Optional.empty(),
            Optional.of(reviewer)));
  }

  /**
   * Fails a job that a reviewer rejected.
   *
   * @param reason invalid_input or low_quality
   * @throws ServiceException as {@link #approve}
   */
  public ParsingJob reject(Tx tx, UUID id, ParseFailure reason, String reviewer) {
    if (reason != ParseFailure.INVALID_INPUT && reason != ParseFailure.LOW_QUALITY) {
      throw new IllegalArgumentException("not a valid reason for a rejection: " + reason);
    }
    return transition(
        tx,
        inReview(tx, id),
        new JobTransition(
            JobStatus.FAILED,
            Optional.of(reason),
            Optional.empty(),
            Optional.empty(),
            0,
            true,
            Optional.empty(),
            Optional.empty(),
            Optional.of(reviewer)));
  }

  /**
   * Stores corrections during a review; sends no event.
   *
   * @throws ServiceException as {@link #approve}
   */
  public void save(Tx tx, UUID id, JsonNode draft) {
    inReview(tx, id);
    tx.update(SAVE, id, withoutNul(draft));
  }

  private static ParsingJob inReview(Tx tx, UUID id) {
    ParsingJob job = lock(tx, id).orElseThrow(() -> ServiceException.notFound("job")).job();
    if (job.status() != JobStatus.PENDING_REVIEW) {
      throw ServiceException.conflict("the job is " + job.status().wire() + ", not in review");
    }
    return job;
  }

  private static Optional<LockedJob> lock(Tx tx, UUID id) {
    return tx.first(LOCK, id)
        .map(r -> new LockedJob(ParsingJob.read(r), r.getInteger("lease_epoch")));
  }

  private ParsingJob transition(Tx tx, ParsingJob from, JobTransition move) {
    if (!from.status().canBecome(move.to())) {
      throw new IllegalStateException(from.status() + " cannot become " + move.to());
    }
    ParsingJob now =
        ParsingJob.read(
            tx.first(
                    MOVE,
                    from.id(),
                    move.to().wire(),
                    move.reason().map(ParseFailure::wireName).orElse(null),
                    move.data().map(ParsingJobLifecycle::withoutNul).orElse(null),
                    move.draft().map(ParsingJobLifecycle::withoutNul).orElse(null),
                    move.withheld(),
                    move.reviewed(),
                    move.pages().orElse(null),
                    move.error().orElse(null),
                    move.reviewer().orElse(null))
                .orElseThrow());
    boolean first = from.status() == JobStatus.UPLOAD_PENDING && now.status() == JobStatus.STARTED;
    outbox.add(tx, event(first ? CREATED : UPDATED, now, now.toJson()));
    if (first) {
      tx.wakeAfterCommit(JobRepo.READ_QUEUE);
    }
    return now;
  }

  /** Removes NUL characters, which a PDF text layer may contain and PostgreSQL cannot store. */
  private static String withoutNul(JsonNode tree) {
    String text = Json.text(tree);
    return text.contains("\\u0000") ? NUL.matcher(text).replaceAll("$1") : text;
  }

  private Event event(String type, ParsingJob job, ObjectNode data) {
    if (Json.bytes(data).length > maxEventBytes) {
      data.putNull("data");
    }
    return new Event(type, job.tenant(), job.user(), job.clientUserId().orElse(null), data);
  }
}
