package io.tributary.sdk;

import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import io.tributary.ingest.DataOrigin;
import io.tributary.ingest.GroupCommit;
import io.tributary.ingest.IngestRequest;
import io.tributary.ingest.IngestResult;
import io.tributary.ingest.IngestTarget;
import io.tributary.model.Resource;
import io.tributary.provider.sdk.ParsedUpload;
import io.tributary.provider.sdk.UploadEnvelope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Writes uploads of many clients in one transaction. Users, connections and idempotency keys are
 * read once for all of them.
 */
final class PushWriter implements GroupCommit.RequestKind<PushWriter.Request, PushWriter.Outcome> {
  private final BackfillTracker backfills;
  private final Duration lateWindow;

  PushWriter(BackfillTracker stages, Duration lateWindow) {
    this.backfills = stages;
    this.lateWindow = lateWindow;
  }

  /**
   * Parsed upload.
   *
   * @param name null without an idempotency key
   */
  record Request(
      Tenant tenant,
      UUID user,
      Resource resource,
      ParsedUpload pushed,
      IdempotencyKeys.KeyedUpload name,
      DataOrigin origin) {
    UploadContext.Key key() {
      return new UploadContext.Key(tenant, user, pushed.envelope().provider());
    }
  }

  /** Outcome of an upload. */
  enum OutcomeKind {
    STORED,
    /** Stored before under the same idempotency key. */
    REPEATED,
    /** Rejected for now, because a connection is required first. */
    UNCONNECTED
  }

  /**
   * @param reply null when unconnected
   */
  record Outcome(OutcomeKind kind, byte[] reply) {
    private static final Outcome UNCONNECTED = new Outcome(OutcomeKind.UNCONNECTED, null);
  }

  @Override
  public int size(Request r) {
    return r.pushed().batch().size();
  }

  @Override
  public List<GroupCommit.IngestPlan<Outcome>> plan(Tx tx, List<Request> requests) {
    Map<UploadContext.Key, UploadContext> states =
        UploadContext.lock(tx, requests.stream().map(Request::key).toList(), lateWindow);
    IdempotencyKeys names =
        IdempotencyKeys.claim(
            tx,
            requests.stream()
                .filter(r -> r.name() != null && connected(states.get(r.key())))
                .map(Request::name)
                .toList());
    List<GroupCommit.IngestPlan<Outcome>> out = new ArrayList<>(requests.size());
    for (Request r : requests) {
      out.add(plan(tx, r, states.get(r.key()), names));
    }
    return out;
  }

  private static boolean connected(UploadContext state) {
    return state != null && state.isConnected();
  }

  private GroupCommit.IngestPlan<Outcome> plan(
      Tx tx, Request r, UploadContext state, IdempotencyKeys names) {
    if (!connected(state)) {
      return new GroupCommit.IngestPlan<>(null, nothing -> unconnected(state));
    }
    if (r.name() != null && !names.claimFirst(r.name())) {
      return new GroupCommit.IngestPlan<>(
          null, nothing -> new Outcome(OutcomeKind.REPEATED, names.storedReply(r.name())));
    }
    UploadEnvelope envelope = r.pushed().envelope();
    IngestTarget target =
        new IngestTarget(
            r.tenant(),
            r.user(),
            state.clientUserId(),
            envelope.provider().slug(),
            state.ingestionStart(),
            state.ingestionEnd(),
            r.origin());
    return new GroupCommit.IngestPlan<>(
        new IngestRequest(target, r.pushed().batch(), envelope.historical()),
        stored -> stored(tx, r, state, names, stored));
  }

  private static Outcome unconnected(UploadContext state) {
    if (state == null) {
      throw ServiceException.notFound("user");
    }
    state.requireConnectAllowed(false);
    return Outcome.UNCONNECTED;
  }

  private Outcome stored(
      Tx tx, Request r, UploadContext state, IdempotencyKeys names, IngestResult stored) {
    if (r.pushed().envelope().historical()) {
      backfills.recordChunk(
          tx, r.tenant(), r.user(), state, r.resource(), r.pushed().envelope(), stored.days());
    }
    byte[] reply = UploadReply.of(r.pushed(), stored);
    if (r.name() != null) {
      names.saveReply(r.name(), reply);
    }
    return new Outcome(OutcomeKind.STORED, reply);
  }
}
