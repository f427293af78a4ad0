package io.tributary.sdk;

import io.micrometer.core.instrument.Counter;
import io.tributary.config.SdkConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.core.FieldError;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.ingest.DataOrigin;
import io.tributary.ingest.GroupCommit;
import io.tributary.ingest.UserFacts;
import io.tributary.metrics.Metrics;
import io.tributary.provider.sdk.ParsedUpload;
import io.tributary.provider.sdk.SdkProvider;
import io.tributary.provider.sdk.SummaryReader;
import io.tributary.provider.sdk.TimeseriesReader;
import io.tributary.provider.sdk.UploadDefaults;
import io.tributary.provider.sdk.UploadEnvelope;
import io.tributary.provider.sdk.UploadLimits;
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
 * Handles uploads: parses the body and stores it in one transaction with everything that belongs to
 * it. Data is committed before the response is sent. Blocks its virtual thread.
 */
final class UploadHandler {
  private static final String MAPPING_VERSION = "sdk/2";

  /** Limit for a connection that is removed repeatedly during an upload. */
  private static final int MAX_ATTEMPTS = 5;

  private static final String ZONES =
      """
      select p.time_zone, u.fallback_time_zone
        from app_user u left join sdk_client p on p.user_id = u.id and p.provider = $4
       where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
      """;

  private final Db db;
  private final GroupCommit intake;
  private final SdkConnections connections;
  private final PushWriter writer;
  private final SdkConfig settings;
  private final UploadLimits limits;
  private final Counter stored;
  private final Counter repeated;
  private final Counter rejected;

  UploadHandler(
      Db db,
      GroupCommit intake,
      SdkConnections connections,
      BackfillTracker stages,
      ServiceConfig config,
      Metrics meters) {
    this.db = db;
    this.intake = intake;
    this.connections = connections;
    this.writer = new PushWriter(stages, config.pull().ingestionGracePeriod());
    this.settings = config.sdk();
    this.limits = new UploadLimits(settings.maxSamples(), settings.maxListedRejections());
    this.stored = meters.counter("tributary_sdk_uploads", "outcome", "stored");
    this.repeated = meters.counter("tributary_sdk_uploads", "outcome", "repeated");
    this.rejected = meters.counter("tributary_sdk_rejected_records");
  }

  /** Stores an upload and returns the response. */
  byte[] store(PushMessages.Store m) {
    byte[] body = m.body().getBytes();
    if (m.gzip()) {
      body = GzipBody.decompress(body, settings.maxBodyBytes());
    }
    ParsedUpload pushed = read(m, body);
    if (pushed.rejectedCount() > 0 && pushed.rejectedCount() == pushed.received()) {
      throw nothingUsable(pushed);
    }
    IdempotencyKeys.KeyedUpload name = idempotencyKey(m, pushed.envelope(), body);
    DataOrigin origin =
        new DataOrigin(
            DataOrigin.Channel.PUSH,
            name == null ? "" : name.key().id(),
            MAPPING_VERSION,
            pushed.zoneOrigin());
    PushWriter.Request request =
        new PushWriter.Request(m.tenant(), m.user(), m.resource(), pushed, name, origin);
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      PushWriter.Outcome o = intake.submit(writer, request);
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
        case UNCONNECTED ->
            connections.ensureConnected(m.tenant(), m.user(), request.key().provider());
      }
    }
    throw ServiceException.unavailable(
        "the connection is being removed; try again", Duration.ofSeconds(1));
  }

  private ParsedUpload read(PushMessages.Store m, byte[] body) {
    UploadDefaults fallback = fallback(m.tenant(), m.user());
    return m.resource().isTimeseries()
        ? TimeseriesReader.read(m.resource(), body, body.length, limits, fallback)
        : SummaryReader.read(m.resource(), body, body.length, limits, fallback);
  }

  private UploadDefaults fallback(Tenant tenant, UUID user) {
    return new UploadDefaults() {
      @Override
      public Optional<Zone> zone(SdkProvider provider) {
        return UploadHandler.this.zone(tenant, user, provider);
      }

      @Override
      public Optional<LocalDate> birthDate() {
        UserFacts facts =
            UserFacts.find(db, tenant, user).orElseThrow(() -> ServiceException.notFound("user"));
        return Optional.ofNullable(facts.birthDate());
      }
    };
  }

  private Optional<UploadDefaults.Zone> zone(Tenant tenant, UUID user, SdkProvider provider) {
    Row row =
        RowMapping.first(
                db.query(ZONES, user, tenant.team(), tenant.environment().wire(), provider.slug()),
                r -> r)
            .orElseThrow(() -> ServiceException.notFound("user"));
    return zone(row.getString("time_zone"), "sync ")
        .or(() -> zone(row.getString("fallback_time_zone"), "fallback "));
  }

  private static Optional<UploadDefaults.Zone> zone(String id, String origin) {
    try {
      return Optional.ofNullable(id).map(z -> new UploadDefaults.Zone(ZoneId.of(z), origin + z));
    } catch (DateTimeException e) {
      // Time zone that only a newer build supports.
      return Optional.empty();
    }
  }

  /**
   * Returns null for an upload without an idempotency key. The header takes precedence over the
   * body.
   */
  private static IdempotencyKeys.KeyedUpload idempotencyKey(
      PushMessages.Store m, UploadEnvelope envelope, byte[] body) {
    String id = m.key() != null ? m.key() : envelope.batchId();
    if (id == null) {
      return null;
    }
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(m.resource().wire().getBytes(StandardCharsets.UTF_8));
      return new IdempotencyKeys.KeyedUpload(
          new IdempotencyKeys.Key(m.user(), id), sha.digest(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ServiceException nothingUsable(ParsedUpload pushed) {
    return ServiceException.validationFailed(
        pushed.rejected().stream()
            .map(r -> new FieldError(r.loc(), r.reason(), r.type()))
            .toList());
  }
}
