package io.tributary.report.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.Rows;
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
    return changed(
        who,
        (tx, job) -> {
          pending(job);
          boolean own = free(job, who);
          repo.lease(tx, who.job(), who.name(), lease);
          if (!own) {
            note(tx, who, "claim", null, null);
          }
        });
  }

  /** Releases the claim; no effect if the reviewer does not hold it. */
  Future<Void> release(Reviewer who) {
    return changed(
        who,
        (tx, job) -> {
          if (who.name().equals(job.getString("reviewer"))) {
            repo.release(tx, who.job(), who.name());
            note(tx, who, "release", null, null);
          }
        });
  }

  /**
   * Saves corrections.
   *
   * @param data as {@link ReviewedData} read it
   */
  Future<Void> save(Reviewer who, ObjectNode data) {
    return changed(
        who,
        (tx, job) -> {
          pending(job);
          held(job, who);
          ObjectNode before = (ObjectNode) Json.parse(job.getString("draft"));
          ReviewDraft old = ReviewDraft.of(before);
          ReviewDraft draft = old.with(data);
          states.save(tx, who.job(), draft.tree());
          repo.lease(tx, who.job(), who.name(), lease);
          note(tx, who, "save", before, old.size() + " results before, " + draft.size() + " after");
        });
  }

  /** Approves the report and sends the results as last saved. */
  Future<Void> approve(Reviewer who) {
    return changed(
        who,
        (tx, job) -> {
          if (repeated(job, who, "completed", null)) {
            return;
          }
          held(job, who);
          ReviewDraft draft = ReviewDraft.of(Json.parse(job.getString("draft")));
          if (draft.size() == 0) {
            throw ServiceException.invalid(
                "a report without results cannot be approved: add some, or reject");
          }
          states.approve(tx, who.job(), draft.tree(), draft.data(), who.name());
          synonyms.say(tx, tenant(job), draft.taught());
          note(tx, who, "approve", null, null);
        });
  }

  /** Rejects the report as unusable. */
  Future<Void> reject(Reviewer who, ParseFailure reason) {
    return changed(
        who,
        (tx, job) -> {
          if (repeated(job, who, "failed", reason.wire())) {
            return;
          }
          held(job, who);
          states.reject(tx, who.job(), reason, who.name());
          note(tx, who, "reject", null, reason.wire());
        });
  }

  private interface Change {
    void make(Tx tx, Row job);
  }

  private Future<Void> changed(Reviewer who, Change change) {
    return db.txAside(
        tx -> {
          change.make(tx, repo.lock(tx, who.organisation(), who.job()));
          return null;
        });
  }

  private void note(Tx tx, Reviewer who, String action, ObjectNode before, String detail) {
    repo.note(tx, who.job(), who.name(), action, before, detail);
  }

  private static void pending(Row job) {
    String status = job.getString("status");
    if (!status.equals("pending_review")) {
      throw ServiceException.conflict("this report is " + status + ", there is nothing to review");
    }
  }

  /** Returns whether the same reviewer has already done exactly this. */
  private static boolean repeated(Row job, Reviewer who, String status, String reason) {
    if (status.equals(job.getString("status"))
        && who.name().equals(job.getString("reviewed_by"))
        && (reason == null || reason.equals(job.getString("failure_reason")))) {
      return true;
    }
    pending(job);
    return false;
  }

  /**
   * Returns whether the reviewer holds the claim, or false if it is free; fails if another reviewer
   * holds it.
   */
  private static boolean free(Row job, Reviewer who) {
    String holder = job.getString("reviewer");
    if (holder != null && !holder.equals(who.name())) {
      Instant until = Rows.instant(job, "review_until");
      throw ServiceException.conflict(holder + " has this report open until " + Times.wire(until));
    }
    return holder != null;
  }

  /** Requires the claim, so that changes of another reviewer are not overwritten unseen. */
  private static void held(Row job, Reviewer who) {
    if (!free(job, who)) {
      throw ServiceException.conflict(
          "your time with this report is over: claim it again, look, then go on");
    }
  }

  static Tenant tenant(Row job) {
    return Tenant.of(job.getUUID("team_id"), job.getString("environment"));
  }

  /** Reviewer of one report. The organization supplies the name, which the audit records. */
  record Reviewer(UUID organisation, UUID job, String name) {}
}
