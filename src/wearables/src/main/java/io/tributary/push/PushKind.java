package io.tributary.push;

import io.tributary.db.Tx;
import io.tributary.ingest.Entry;
import io.tributary.ingest.IngestTarget;
import io.tributary.ingest.Intake;
import io.tributary.ingest.Origin;
import io.tributary.ingest.Stored;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Tenant;
import io.tributary.model.Resource;
import io.tributary.provider.sdk.Envelope;
import io.tributary.provider.sdk.Pushed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * How pushes of many clients share a transaction: who they are, whether they are connected and what
 * they have named is read once for all of them.
 */
final class PushKind implements Intake.Kind<PushKind.Request, PushKind.Outcome> {
  private final Stages stages;
  private final Duration lateWindow;

  PushKind(Stages stages, Duration lateWindow) {
    this.stages = stages;
    this.lateWindow = lateWindow;
  }

  /**
   * A push, mapped.
   *
   * @param name null for none
   */
  record Request(
      Tenant tenant, UUID user, Resource resource, Pushed pushed, Names.Named name, Origin origin) {
    PushState.Key key() {
      return new PushState.Key(tenant, user, pushed.envelope().provider());
    }
  }

  /** What a push came to. */
  enum Kind {
    STORED,
    /** Stored before, under the same name. */
    REPEATED,
    /** Not stored: it needs a connection first. */
    UNCONNECTED
  }

  /**
   * @param reply null when unconnected
   */
  record Outcome(Kind kind, byte[] reply) {
    private static final Outcome UNCONNECTED = new Outcome(Kind.UNCONNECTED, null);
  }

  @Override
  public int size(Request r) {
    return r.pushed().batch().size();
  }

  @Override
  public List<Intake.Plan<Outcome>> plan(Tx tx, List<Request> requests) {
    Map<PushState.Key, PushState> states =
        PushState.of(tx, requests.stream().map(Request::key).toList(), lateWindow);
    Names names =
        Names.claim(
            tx,
            requests.stream()
                .filter(r -> r.name() != null && connected(states.get(r.key())))
                .map(Request::name)
                .toList());
    List<Intake.Plan<Outcome>> out = new ArrayList<>(requests.size());
    for (Request r : requests) {
      out.add(plan(tx, r, states.get(r.key()), names));
    }
    return out;
  }

  private static boolean connected(PushState state) {
    return state != null && state.connected();
  }

  private Intake.Plan<Outcome> plan(Tx tx, Request r, PushState state, Names names) {
    if (!connected(state)) {
      return new Intake.Plan<>(null, nothing -> unconnected(state));
    }
    if (r.name() != null && !names.take(r.name())) {
      return new Intake.Plan<>(
          null, nothing -> new Outcome(Kind.REPEATED, names.answered(r.name())));
    }
    Envelope envelope = r.pushed().envelope();
    IngestTarget target =
        new IngestTarget(
            r.tenant(),
            r.user(),
            state.clientUserId(),
            envelope.provider().slug(),
            state.ingestionStart(),
            state.ingestionEnd(),
            r.origin());
    return new Intake.Plan<>(
        new Entry(target, r.pushed().batch(), envelope.historical()),
        stored -> stored(tx, r, state, names, stored));
  }

  private static Outcome unconnected(PushState state) {
    if (state == null) {
      throw Refusal.notFound("user");
    }
    state.mayConnect(false);
    return Outcome.UNCONNECTED;
  }

  private Outcome stored(Tx tx, Request r, PushState state, Names names, Stored stored) {
    if (r.pushed().envelope().historical()) {
      stages.chunk(
          tx, r.tenant(), r.user(), state, r.resource(), r.pushed().envelope(), stored.days());
    }
    byte[] reply = PushReply.of(r.pushed(), stored);
    if (r.name() != null) {
      names.reply(r.name(), reply);
    }
    return new Outcome(Kind.STORED, reply);
  }
}
