package io.tributary.read;

import io.tributary.db.RowMapping;
import io.tributary.model.Resource;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.StoredSummary;
import io.vertx.sqlclient.Row;
import java.util.UUID;

/** Converts rows of the table summary. */
final class SummaryRow {
  private SummaryRow() {}

  static StoredSummary read(Resource resource, UUID user, Row row) {
    return new StoredSummary(
        resource,
        row.getUUID("id"),
        user,
        new Source(
            row.getString("provider"),
            SourceType.of(row.getString("source_type")),
            row.getString("app_id"),
            row.getUUID("device_id"),
            null,
            null),
        RowMapping.instant(row, "created_at"),
        RowMapping.instant(row, "updated_at"),
        row.getString("content"));
  }
}
