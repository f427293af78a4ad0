package io.tributary.sdk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.SdkConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.UUID;

/** Computes the sync state of phones and records their progress. */
final class SyncStateService {
  private static final String RECORD_SYNC =
      """
      insert into sdk_client (user_id, provider, time_zone, synced_at)
      values ($1, $2, $3, now())
      on conflict (user_id, provider) do update
         set time_zone = coalesce(excluded.time_zone, sdk_client.time_zone), synced_at = now()
      """;
  private static final String TEAM_SETTINGS =
      """
      select now() as now, coalesce(e.sdk_per_device_activity_timeseries, false) as per_device,
             (select jsonb_object_agg(p.resource, p.historical_days)::text from pull_preference p
               where p.team_id = $1 and p.environment = $2 and p.provider = $3) as days
        from team_environment e where e.team_id = $1 and e.environment = $2
      """;

  private final Db db;
  private final SdkConnections connections;
  private final BackfillTracker stages;
  private final SdkConfig settings;
  private final Duration lateWindow;
  private final DefaultDays defaults;

  /** Default history range of a provider, for teams without a preference. */
  interface DefaultDays {
    int of(String slug);
  }

  SyncStateService(
      Db db,
      SdkConnections connections,
      BackfillTracker stages,
      ServiceConfig config,
      DefaultDays defaults) {
    this.db = db;
    this.connections = connections;
    this.stages = stages;
    this.settings = config.sdk();
    this.lateWindow = config.pull().ingestionGracePeriod();
    this.defaults = defaults;
  }

  /** Connects if the client's mode allows it, and returns the range to read. */
  byte[] syncState(PushMessages.SyncState m) {
    return db.tx(
        tx -> {
          UploadContext before =
              UploadContext.lock(tx, m.tenant(), m.user(), m.provider(), lateWindow);
          if (!"paused".equals(before.status()) || !before.lateWindowOver()) {
            connections.ensureConnected(tx, m.tenant(), m.user(), m.provider(), m.granted());
          }
          String zone = m.zone() == null ? null : m.zone().getId();
          tx.update(RECORD_SYNC, m.user(), m.provider().slug(), zone);
          UploadContext state =
              UploadContext.lock(tx, m.tenant(), m.user(), m.provider(), lateWindow);
          return answer(tx, m, state);
        });
  }

  private byte[] answer(Tx tx, PushMessages.SyncState m, UploadContext state) {
    Row facts =
        tx.first(
                TEAM_SETTINGS,
                m.tenant().team(),
                m.tenant().environment().wire(),
                m.provider().slug())
            .orElseThrow();
    Instant now = RowMapping.instant(facts, "now");
    String text = facts.getString("days");
    ObjectNode days = text == null ? Json.object() : (ObjectNode) Json.parse(text);
    int back = days.has("") ? days.remove("").intValue() : defaults.of(m.provider().slug());
    Instant end = m.end() == null || m.end().isAfter(now) ? now : m.end();
    if (state.ingestionEnd() != null) {
      Instant bound =
          state.ingestionEnd().atTime(LocalTime.of(23, 59, 59)).toInstant(ZoneOffset.UTC);
      end = bound.isBefore(end) ? bound : end;
    }
    Instant start = m.start() == null ? now.minus(Duration.ofDays(back)) : m.start();
    LocalDate from = state.ingestionStart();
    if (from != null && from.atStartOfDay(ZoneOffset.UTC).toInstant().isAfter(start)) {
      start = from.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    ObjectNode out =
        Json.object()
            .put(
                "status",
                switch (String.valueOf(state.status())) {
                  case "connected" -> "active";
                  case "paused" -> "paused";
                  default -> "error";
                })
            .put("ingestion_start", from == null ? null : from.toString())
            .put(
                "ingestion_end",
                state.ingestionEnd() == null ? null : state.ingestionEnd().toString())
            .put("request_start_date", Times.format(start.isAfter(end) ? end : start))
            .put("request_end_date", Times.format(end))
            .put("per_device_activity_ts", facts.getBoolean("per_device"))
            .put("expires_in", settings.syncStateTtl().toSeconds());
    ObjectNode preferences = out.putObject("pull_preferences");
    preferences.put("historical_days_to_pull", back);
    preferences.set("resource_overrides", days);
    return Json.bytes(out);
  }

  /** Starts a historical stage. Fails with 409 unless connected. */
  void startStage(PushMessages.StartStage m) {
    db.tx(
        tx -> {
          UploadContext state =
              UploadContext.lock(tx, m.tenant(), m.user(), m.provider(), lateWindow);
          stages.startStage(tx, m, requireConnected(state));
          return null;
        });
  }

  /** Records progress. Fails with 409 unless connected. */
  void recordProgress(PushMessages.Progress m) {
    db.tx(
        tx -> {
          requireConnected(UploadContext.lock(tx, m.tenant(), m.user(), m.provider(), lateWindow));
          return tx.update(RECORD_SYNC, m.user(), m.provider().slug(), null);
        });
  }

  private static UUID requireConnected(UploadContext state) {
    if (!state.isConnected()) {
      throw ServiceException.conflict("the user is not connected");
    }
    return state.connection();
  }
}
