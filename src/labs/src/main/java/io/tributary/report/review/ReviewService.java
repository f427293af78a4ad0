package io.tributary.report.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.report.page.ParseFailure;
import io.tributary.report.parsing.ParsingJobLifecycle;
import io.tributary.report.parsing.SynonymRepo;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * Operations of reviewers on a report; each change runs in one transaction with its audit entry.
 *
 * <p>A report is claimed by one reviewer at a time, with a lease that each save renews. Repeating
 * an operation that has already been done changes nothing.
 */
final class ReviewService {
  private final Db db;
  private final ReviewRepo repo;
  private final ParsingJobLifecycle states;
  private final SynonymRepo synonyms;
  private final long lease;

  ReviewService(
      Db db, ReviewRepo repo, ParsingJobLifecycle states, SynonymRepo synonyms, Duration lease) {
    this.db = db;
    this.repo = repo;
    this.states = states;
    this.synonyms = synonyms;
    this.lease = lease.toSeconds();
  }

  /** Claims the report for a reviewer or renews the claim. */
  Future<Void> claim(Reviewer who) {
    return inTransaction(
        who,
        (tx, job) -> {
          requirePending(job);
          boolean own = isHeldBy(job, who);
          repo.lease(tx, who.job(), who.name(), lease);
          if (!own) {
            addAudit(tx, who, "claim", null, null);
          }
        });
  }

  /** Releases the claim; no effect if the reviewer does not hold it. */
  Future<Void> release(Reviewer who) {
    return inTransaction(
        who,
        (tx, job) -> {
          if (who.name().equals(job.getString("reviewer"))) {
            repo.release(tx, who.job(), who.name());
            addAudit(tx, who, "release", null, null);
          }
        });
  }

  /**
   * Saves corrections.
   *
   * @param data as {@link ReviewedData} read it
   */
  Future<Void> save(Reviewer who, ObjectNode data) {
    return inTransaction(
        who,
        (tx, job) -> {
          requirePending(job);
          requireClaim(job, who);
          ObjectNode before = (ObjectNode) Json.parse(job.getString("draft"));
          ReviewDraft old = ReviewDraft.of(before);
          ReviewDraft draft = old.withData(data);
          states.save(tx, who.job(), draft.tree());
          repo.lease(tx, who.job(), who.name(), lease);
          addAudit(
              tx, who, "save", before, old.size() + " results before, " + draft.size() + " after");
        });
  }

  /** Approves the report and sends the results as last saved. */
  Future<Void> approve(Reviewer who) {
    return inTransaction(
        who,
        (tx, job) -> {
          if (isRepeat(job, who, "completed", null)) {
            return;
          }
          requireClaim(job, who);
          ReviewDraft draft = ReviewDraft.of(Json.parse(job.getString("draft")));
          if (draft.size() == 0) {
            throw ServiceException.badRequest(
                "a report without results cannot be approved: add some, or reject");
          }
          states.approve(tx, who.job(), draft.tree(), draft.data(), who.name());
          synonyms.add(tx, tenant(job), draft.synonyms());
          addAudit(tx, who, "approve", null, null);
        });
  }

  /** Rejects the report as unusable. */
  Future<Void> reject(Reviewer who, ParseFailure reason) {
    return inTransaction(
        who,
        (tx, job) -> {
          if (isRepeat(job, who, "failed", reason.wireName())) {
            return;
          }
          requireClaim(job, who);
          states.reject(tx, who.job(), reason, who.name());
          addAudit(tx, who, "reject", null, reason.wireName());
        });
  }

  private interface Change {
    void make(Tx tx, Row job);
  }

  private Future<Void> inTransaction(Reviewer who, Change change) {
    return db.txAsync(
        tx -> {
          change.make(tx, repo.lock(tx, who.organisation(), who.job()));
          return null;
        });
  }

  private void addAudit(Tx tx, Reviewer who, String action, ObjectNode before, String detail) {
    repo.addAudit(tx, who.job(), who.name(), action, before, detail);
  }

  private static void requirePending(Row job) {
    String status = job.getString("status");
    if (!status.equals("pending_review")) {
      throw ServiceException.conflict("this report is " + status + " and cannot be reviewed");
    }
  }

  /** Returns whether the same reviewer has already done exactly this. */
  private static boolean isRepeat(Row job, Reviewer who, String status, String reason) {
    if (status.equals(job.getString("status"))
        && who.name().equals(job.getString("reviewed_by"))
        && (reason == null || reason.equals(job.getString("failure_reason")))) {
      return true;
    }
    requirePending(job);
    return false;
  }

  /**
   * Returns whether the reviewer holds the claim, or false if it is free; fails if another reviewer
   * holds it.
   */
  private static boolean isHeldBy(Row job, Reviewer who) {
    String holder = job.getString("reviewer");
    if (holder != null && !holder.equals(who.name())) {
      Instant until = RowMapping.instant(job, "review_lease_expires_at");
      throw ServiceException.conflict(
          holder + " has this report open until " + Times.format(until));
    }
    return holder != null;
  }

  /** Requires the claim, so that changes of another reviewer are not overwritten unseen. */
  private static void requireClaim(Row job, Reviewer who) {
    if (!isHeldBy(job, who)) {
      throw ServiceException.conflict(
          "your lock on this report has expired: claim it again and check for changes before you"
              + " continue");
    }
  }

  static Tenant tenant(Row job) {
    return Tenant.of(job.getUUID("team_id"), job.getString("environment"));
  }

  /** Reviewer of one report. The organization supplies the name, which the audit records. */
  record Reviewer(UUID organisation, UUID job, String name) {}
}
