package io.tributary.push;

import io.micrometer.core.instrument.Counter;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.ingest.Entry;
import io.tributary.ingest.Ingest;
import io.tributary.ingest.IngestTarget;
import io.tributary.ingest.Intake;
import io.tributary.ingest.Origin;
import io.tributary.ingest.Stored;
import io.tributary.kernel.InputFault;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Tenant;
import io.tributary.metrics.Meters;
import io.tributary.provider.sdk.Envelope;
import io.tributary.provider.sdk.Fallback;
import io.tributary.provider.sdk.Limits;
import io.tributary.provider.sdk.PushProvider;
import io.tributary.provider.sdk.Pushed;
import io.tributary.provider.sdk.SummaryReader;
import io.tributary.provider.sdk.TimeseriesReader;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Takes pushes: reads the body, and stores it with all that belongs to it in one transaction. What
 * it has answered is stored. Blocks its virtual thread.
 */
final class Pusher {
  private static final String MAPPING = "sdk/1";

  /** A connection that is ended again and again while a push comes in. */
  private static final int TRIES = 5;

  private static final String REPLY =
      "update push_batch set reply = $3 where user_id = $1 and batch_id = $2";
  private static final String STORED =
      "select digest, reply from push_batch where user_id = $1 and batch_id = $2";
  private static final String ZONES =
      """
      select p.time_zone, u.fallback_time_zone
        from app_user u left join push_client p on p.user_id = u.id and p.provider = $4
       where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
      """;

  private final Db db;
  private final Intake intake;
  private final PushConnections connections;
  private final Stages stages;
  private final ServiceConfig.Push settings;
  private final Duration lateWindow;
  private final Limits limits;
  private final Counter stored;
  private final Counter repeated;
  private final Counter rejected;

  Pusher(
      Db db,
      Intake intake,
      PushConnections connections,
      Stages stages,
      ServiceConfig config,
      Meters meters) {
    this.db = db;
    this.intake = intake;
    this.connections = connections;
    this.stages = stages;
    this.settings = config.push();
    this.lateWindow = config.pull().lateWindow();
    this.limits = new Limits(settings.maxSamples(), settings.maxRejected());
    this.stored = meters.counter("tributary_pushes", "outcome", "stored");
    this.repeated = meters.counter("tributary_pushes", "outcome", "repeated");
    this.rejected = meters.counter("tributary_push_rejected_records");
  }

  /** What a try to store came to. */
  private record Outcome(byte[] reply, boolean connectFirst, boolean again) {
    static final Outcome CONNECT_FIRST = new Outcome(null, true, false);
  }

  /** The reply of a push. */
  byte[] store(PushMessages.Store m) {
    byte[] body = m.body().getBytes();
    if (m.gzip()) {
      body = Body.unzipped(body, settings.maxBodyBytes());
    }
    Pushed pushed = read(m, body);
    if (pushed.rejectedCount() > 0 && pushed.rejectedCount() == pushed.received()) {
      throw nothingUsable(pushed);
    }
    PushState.Name name = name(m, pushed.envelope(), body);
    Origin origin =
        new Origin(
            Origin.Channel.PUSH, name == null ? "" : name.id(), MAPPING, pushed.zoneOrigin());
    String slug = pushed.envelope().provider().slug();
    IngestTarget whose = new IngestTarget(m.tenant(), m.user(), null, slug, null, null, origin);
    for (int i = 0; i < TRIES; i++) {
      Outcome o =
          name == null && !pushed.envelope().historical()
              ? intake.join(plain, new Plain(m, pushed, origin))
              : intake.with(whose, (tx, ingest) -> run(tx, ingest, m, pushed, name, origin));
      if (!o.connectFirst()) {
        (o.again() ? repeated : stored).increment();
        return o.reply();
      }
      connections.ensure(m.tenant(), m.user(), pushed.envelope().provider());
    }
    throw Refusal.unavailable("the connection is being ended; try again", Duration.ofSeconds(1));
  }

  /** A push that needs no rows but its data: many of them share a transaction. */
  private record Plain(PushMessages.Store m, Pushed pushed, Origin origin) {}

  private final Intake.Kind<Plain, Outcome> plain =
      new Intake.Kind<>() {
        @Override
        public int size(Plain p) {
          return p.pushed().batch().samples().size() + p.pushed().batch().summaries().size();
        }

        @Override
        public List<Intake.Plan<Outcome>> plan(Tx tx, List<Plain> pushes) {
          List<Optional<PushState>> states =
              PushState.of(
                  tx,
                  pushes.stream()
                      .map(
                          p ->
                              new PushState.Key(
                                  p.m().tenant(), p.m().user(), p.pushed().envelope().provider()))
                      .toList(),
                  lateWindow);
          List<Intake.Plan<Outcome>> plans = new ArrayList<>();
          for (int i = 0; i < pushes.size(); i++) {
            plans.add(Pusher.plan(pushes.get(i), states.get(i)));
          }
          tx.afterCommit(() -> pushes.forEach(p -> rejected.increment(p.pushed().rejectedCount())));
          return plans;
        }
      };

  private static Intake.Plan<Outcome> plan(Plain p, Optional<PushState> state) {
    if (state.isEmpty()) {
      return new Intake.Plan<>(
          null,
          stored -> {
            throw Refusal.notFound("user");
          });
    }
    if (!state.get().connected()) {
      return new Intake.Plan<>(
          null,
          stored -> {
            state.get().mayConnect(false);
            return Outcome.CONNECT_FIRST;
          });
    }
    return new Intake.Plan<>(
        new Entry(target(p.m(), state.get(), p.pushed(), p.origin()), p.pushed().batch(), false),
        stored -> new Outcome(PushReply.of(p.pushed(), stored), false, false));
  }

  private static IngestTarget target(
      PushMessages.Store m, PushState state, Pushed pushed, Origin origin) {
    return new IngestTarget(
        m.tenant(),
        m.user(),
        state.clientUserId(),
        pushed.envelope().provider().slug(),
        state.ingestionStart(),
        state.ingestionEnd(),
        origin);
  }

  private Pushed read(PushMessages.Store m, byte[] body) {
    Fallback fallback = provider -> zone(m.tenant(), m.user(), provider);
    return m.resource().isTimeseries()
        ? TimeseriesReader.read(m.resource(), body, body.length, limits, fallback)
        : SummaryReader.read(m.resource(), body, body.length, limits, fallback);
  }

  private Outcome run(
      Tx tx,
      Ingest ingest,
      PushMessages.Store m,
      Pushed pushed,
      PushState.Name name,
      Origin origin) {
    Envelope envelope = pushed.envelope();
    PushState state = PushState.of(tx, m.tenant(), m.user(), envelope.provider(), lateWindow, name);
    if (!state.connected()) {
      state.mayConnect(false);
      return Outcome.CONNECT_FIRST;
    }
    if (name != null && !state.claimed()) {
      return new Outcome(answered(tx, m.user(), name), false, true);
    }
    IngestTarget target = target(m, state, pushed, origin);
    Stored result = ingest.store(tx, target, pushed.batch(), envelope.historical());
    if (envelope.historical()) {
      stages.chunk(tx, m.tenant(), m.user(), state, m.resource(), envelope, result.days());
    }
    byte[] reply = PushReply.of(pushed, result);
    if (name != null) {
      tx.update(REPLY, m.user(), name.id(), reply);
    }
    tx.afterCommit(() -> rejected.increment(pushed.rejectedCount()));
    return new Outcome(reply, false, false);
  }

  private static byte[] answered(Tx tx, UUID user, PushState.Name name) {
    Row row =
        tx.first(STORED, user, name.id())
            .orElseThrow(
                () -> Refusal.unavailable("the batch is in flight", Duration.ofSeconds(1)));
    if (!Arrays.equals(Rows.bytes(row, "digest"), name.digest())) {
      throw Refusal.conflict("another body has been pushed under this batch id");
    }
    return Rows.bytes(row, "reply");
  }

  private Optional<Fallback.Zone> zone(Tenant tenant, UUID user, PushProvider provider) {
    Row row =
        Rows.first(
                db.query(ZONES, user, tenant.team(), tenant.environment().wire(), provider.slug()),
                r -> r)
            .orElseThrow(() -> Refusal.notFound("user"));
    return zone(row.getString("time_zone"), "sync ")
        .or(() -> zone(row.getString("fallback_time_zone"), "fallback "));
  }

  private static Optional<Fallback.Zone> zone(String id, String origin) {
    try {
      return Optional.ofNullable(id).map(z -> new Fallback.Zone(ZoneId.of(z), origin + z));
    } catch (DateTimeException e) {
      // A zone that a newer build knew.
      return Optional.empty();
    }
  }

  /** Null for a push without a name; the header wins over the body. */
  private static PushState.Name name(PushMessages.Store m, Envelope envelope, byte[] body) {
    String id = m.key() != null ? m.key() : envelope.batchId();
    if (id == null) {
      return null;
    }
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(m.resource().wire().getBytes(StandardCharsets.UTF_8));
      return new PushState.Name(id, sha.digest(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Refusal nothingUsable(Pushed pushed) {
    return Refusal.badInput(
        pushed.rejected().stream()
            .map(r -> new InputFault(r.loc(), r.reason(), r.type()))
            .toList());
  }
}
