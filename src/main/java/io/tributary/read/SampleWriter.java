package io.tributary.read;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.model.Resource;
import io.tributary.model.SampleExtras;
import io.tributary.model.SampleRenderer;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;

/** Writes sample rows, whose first columns are the same in every query. Serves one reply. */
final class SampleWriter {
  static final int SERIES = 0;
  static final int AT = 1;
  private static final int END = 2;
  private static final int OFFSET = 3;
  private static final int VALUE = 4;
  private static final int VALUE2 = 5;
  private static final int NOTE = 6;
  private static final int CONTEXT = 7;
  private static final int EXTRAS = 8;

  private final Resource resource;
  private final Map<Integer, SampleExtras> parsed = new HashMap<>();

  SampleWriter(Resource resource) {
    this.resource = resource;
  }

  void write(JsonGenerator out, Row row) throws IOException {
    OffsetDateTime end = row.getOffsetDateTime(END);
    SampleRenderer.write(
        out,
        resource,
        row.getOffsetDateTime(AT).toInstant(),
        end == null ? null : end.toInstant(),
        row.getInteger(OFFSET),
        row.getDouble(VALUE),
        extras(row));
  }

  private SampleExtras extras(Row row) {
    String json = row.getString(EXTRAS);
    SampleExtras shared =
        json == null
            ? null
            : parsed.computeIfAbsent(row.getInteger(CONTEXT), id -> SampleExtras.parse(json));
    return switch (resource) {
      case BLOOD_PRESSURE -> SampleExtras.diastolic(row.getDouble(VALUE2));
      case NOTE -> SampleExtras.note(row.getString(NOTE), shared == null ? null : shared.tags());
      // The others have all they need in the shared part.
      default -> shared;
    };
  }
}
