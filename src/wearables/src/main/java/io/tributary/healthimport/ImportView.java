package io.tributary.healthimport;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.UUID;

/**
 * Import as returned to clients.
 *
 * @param bytesTotal unpacked size of the XML; size of the file until it is opened
 * @param error null unless the import failed
 */
record ImportView(
    UUID id,
    UUID userId,
    String provider,
    String status,
    String format,
    long fileBytes,
    long bytesRead,
    long bytesTotal,
    int percent,
    long records,
    long stored,
    long unchanged,
    long rejected,
    long ignored,
    long workouts,
    String error,
    Instant createdAt,
    Instant startedAt,
    Instant endedAt) {
  /** Share of reading in the total work; the remainder is joining. */
  private static final int PERCENT_READ = 90;

  static final String COLUMNS =
      "i.id, i.user_id, i.provider, i.status, i.format, i.bytes_total, i.xml_bytes, i.xml_total,"
          + " i.phase, i.records, i.stored, i.unchanged, i.rejected, i.ignored, i.workouts,"
          + " i.error, i.created_at, i.started_at, i.ended_at";

  static ImportView read(Row r) {
    String status = r.getString("status");
    long read = r.getLong("xml_bytes");
    Long xml = r.getLong("xml_total");
    long total = xml == null ? r.getLong("bytes_total") : xml;
    return new ImportView(
        r.getUUID("id"),
        r.getUUID("user_id"),
        r.getString("provider"),
        status,
        r.getString("format"),
        r.getLong("bytes_total"),
        read,
        total,
        percent(status, ImportPhase.of(r.getString("phase")), read, total),
        r.getLong("records"),
        r.getLong("stored"),
        r.getLong("unchanged"),
        r.getLong("rejected"),
        r.getLong("ignored"),
        r.getLong("workouts"),
        r.getString("error"),
        RowMapping.instant(r, "created_at"),
        RowMapping.instant(r, "started_at"),
        RowMapping.instant(r, "ended_at"));
  }

  private static int percent(String status, ImportPhase phase, long read, long total) {
    if (status.equals("success")) {
      return 100;
    }
    if (phase == ImportPhase.READ) {
      return total == 0 ? 0 : (int) Math.min(PERCENT_READ, PERCENT_READ * read / total);
    }
    return PERCENT_READ
        + (100 - PERCENT_READ) * phase.ordinal() / (ImportPhase.values().length + 1);
  }

  ObjectNode json() {
    return Json.object()
        .put("id", id.toString())
        .put("user_id", userId.toString())
        .put("provider", provider)
        .put("status", status)
        .put("format", format)
        .put("file_bytes", fileBytes)
        .put("bytes_read", bytesRead)
        .put("bytes_total", bytesTotal)
        .put("percent", percent)
        .put("records_seen", records)
        .put("records_stored", stored)
        .put("records_unchanged", unchanged)
        .put("records_rejected", rejected)
        .put("records_ignored", ignored)
        .put("workouts", workouts)
        .put("error", error)
        .put("created_at", Times.format(createdAt))
        .put("started_at", startedAt == null ? null : Times.format(startedAt))
        .put("ended_at", endedAt == null ? null : Times.format(endedAt));
  }
}
