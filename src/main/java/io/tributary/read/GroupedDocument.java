package io.tributary.read;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.http.StreamedJson;
import io.tributary.model.Resource;
import io.tributary.model.Source;
import io.tributary.model.SourceRenderer;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One page of samples: provider to groups, each with its source and its samples in time order. Rows
 * come sorted by group.
 */
final class GroupedDocument implements StreamedJson.Document {
  private static final int READING = 9;
  private static final int DEVICE = 10;
  private static final int WORKOUT = 11;
  private static final int SPORT = 12;
  private static final int NUMBER = 13;

  private final Map<Integer, SampleQueries.Series> series = new HashMap<>();
  private final SourceNames names;
  private final int page;
  private final Function<SampleQueries.Position, String> cursor;
  private final SampleWriter samples;
  private Source group;
  private SampleQueries.Position last;
  private boolean more;

  GroupedDocument(
      Resource resource,
      List<SampleQueries.Series> series,
      SourceNames names,
      int page,
      Function<SampleQueries.Position, String> cursor) {
    series.forEach(s -> this.series.put(s.id(), s));
    this.names = names;
    this.page = page;
    this.cursor = cursor;
    this.samples = new SampleWriter(resource);
  }

  @Override
  public void open(JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeObjectFieldStart("groups");
  }

  @Override
  public void row(JsonGenerator out, Row row) throws IOException {
    long number = row.getLong(NUMBER);
    if (number > page) {
      more = true;
      return;
    }
    if (number == page) {
      last =
          new SampleQueries.Position(
              row.getOffsetDateTime(SampleWriter.AT).toInstant(),
              row.getInteger(SampleWriter.SERIES),
              row.getString(READING));
    }
    enter(out, source(row));
    samples.write(out, row);
  }

  private Source source(Row row) {
    SampleQueries.Series s = series.get(row.getInteger(SampleWriter.SERIES));
    return new Source(
        s.provider(),
        s.type(),
        null,
        row.getUUID(DEVICE),
        row.getString(SPORT),
        row.getUUID(WORKOUT));
  }

  private void enter(JsonGenerator out, Source source) throws IOException {
    if (source.equals(group)) {
      return;
    }
    boolean sameProvider = group != null && group.provider().equals(source.provider());
    leaveGroup(out);
    if (!sameProvider) {
      leaveProvider(out);
      out.writeArrayFieldStart(source.provider());
    }
    out.writeStartObject();
    out.writeFieldName("source");
    SourceRenderer.write(out, source, names.legacy(source.provider()));
    out.writeArrayFieldStart("data");
    group = source;
  }

  private void leaveGroup(JsonGenerator out) throws IOException {
    if (group != null) {
      out.writeEndArray();
      out.writeEndObject();
    }
  }

  private void leaveProvider(JsonGenerator out) throws IOException {
    if (group != null) {
      out.writeEndArray();
    }
  }

  @Override
  public void close(JsonGenerator out) throws IOException {
    leaveGroup(out);
    leaveProvider(out);
    out.writeEndObject();
    String next = more ? cursor.apply(last) : null;
    out.writeStringField("next_cursor", next);
    out.writeStringField("next", next);
    out.writeEndObject();
  }
}
