package io.tributary.push;

import io.micrometer.core.instrument.Counter;
import io.tributary.config.PushConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.ingest.Intake;
import io.tributary.ingest.Origin;
import io.tributary.ingest.UserFacts;
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
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;
import java.util.UUID;

/**
 * Takes pushes: reads the body, and stores it with all that belongs to it in one transaction. What
 * it has answered is stored. Blocks its virtual thread.
 */
final class Pusher {
  private static final String MAPPING = "sdk/2";

  /** A connection that is ended again and again while a push comes in. */
  private static final int TRIES = 5;

  private static final String ZONES =
      """
      select p.time_zone, u.fallback_time_zone
        from app_user u left join push_client p on p.user_id = u.id and p.provider = $4
       where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
      """;

  private final Db db;
  private final Intake intake;
  private final PushConnections connections;
  private final PushKind kind;
  private final PushConfig settings;
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
    this.kind = new PushKind(stages, config.pull().lateWindow());
    this.settings = config.push();
    this.limits = new Limits(settings.maxSamples(), settings.maxRejected());
    this.stored = meters.counter("tributary_pushes", "outcome", "stored");
    this.repeated = meters.counter("tributary_pushes", "outcome", "repeated");
    this.rejected = meters.counter("tributary_push_rejected_records");
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
    Names.Named name = name(m, pushed.envelope(), body);
    Origin origin =
        new Origin(
            Origin.Channel.PUSH, name == null ? "" : name.key().id(), MAPPING, pushed.zoneOrigin());
    PushKind.Request request =
        new PushKind.Request(m.tenant(), m.user(), m.resource(), pushed, name, origin);
    for (int i = 0; i < TRIES; i++) {
      PushKind.Outcome o = intake.join(kind, request);
      switch (o.kind()) {
        case STORED -> {
          stored.increment();
          rejected.increment(pushed.rejectedCount());
          return o.reply();
        }
        case REPEATED -> {
          repeated.increment();
          return o.reply();
        }
        case UNCONNECTED -> connections.ensure(m.tenant(), m.user(), request.key().provider());
      }
    }
    throw Refusal.unavailable("the connection is being ended; try again", Duration.ofSeconds(1));
  }

  private Pushed read(PushMessages.Store m, byte[] body) {
    Fallback fallback = fallback(m.tenant(), m.user());
    return m.resource().isTimeseries()
        ? TimeseriesReader.read(m.resource(), body, body.length, limits, fallback)
        : SummaryReader.read(m.resource(), body, body.length, limits, fallback);
  }

  private Fallback fallback(Tenant tenant, UUID user) {
    return new Fallback() {
      @Override
      public Optional<Zone> zone(PushProvider provider) {
        return Pusher.this.zone(tenant, user, provider);
      }

      @Override
      public Optional<LocalDate> birthDate() {
        UserFacts facts =
            UserFacts.find(db, tenant, user).orElseThrow(() -> Refusal.notFound("user"));
        return Optional.ofNullable(facts.birthDate());
      }
    };
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
  private static Names.Named name(PushMessages.Store m, Envelope envelope, byte[] body) {
    String id = m.key() != null ? m.key() : envelope.batchId();
    if (id == null) {
      return null;
    }
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(m.resource().wire().getBytes(StandardCharsets.UTF_8));
      return new Names.Named(new Names.Key(m.user(), id), sha.digest(body));
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
