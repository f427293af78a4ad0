package io.tributary.read;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.http.StreamedJson;
import io.tributary.model.Resource;
import io.vertx.sqlclient.Row;
import java.io.IOException;

/** A bare array of samples. */
final class FlatDocument implements StreamedJson.Document {
  private final SampleWriter samples;

  FlatDocument(Resource resource) {
    this.samples = new SampleWriter(resource);
  }

  @Override
  public void open(JsonGenerator out) throws IOException {
    out.writeStartArray();
  }

  @Override
  public void row(JsonGenerator out, Row row) throws IOException {
    samples.write(out, row);
  }

  @Override
  public void close(JsonGenerator out) throws IOException {
    out.writeEndArray();
  }
}
