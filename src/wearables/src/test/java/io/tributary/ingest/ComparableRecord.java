package io.tributary.ingest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Deflate;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.model.Sample;
import io.tributary.model.SampleJson;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStreamCodec;
import io.tributary.model.WorkoutStreamRenderer;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.UUID;

/** Records as key and JSON, which makes stored, expected and announced records comparable. */
final class ComparableRecord {
  private ComparableRecord() {}

  private interface Writer {
    void write(JsonGenerator gen) throws IOException;
  }

  private static JsonNode json(Writer writer) {
    StringWriter out = new StringWriter();
    try (JsonGenerator gen = Json.MAPPER.getFactory().createGenerator(out)) {
      writer.write(gen);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Json.parse(out.toString());
  }

  /** Returns the identity of a sample. */
  static String key(Sample s) {
    return key(s.resource().wire(), s.source().provider(), s.source().type().wire(), json(s));
  }

  static String key(String resource, String provider, String type, JsonNode sample) {
    String part =
        switch (resource) {
          case "cholesterol" -> sample.get("type").asText();
          case "note" -> sample.get("value").asText();
          default -> "";
        };
    return String.join("|", resource, provider, type, sample.get("timestamp").asText(), part);
  }

  /** Returns the sample as clients see it, with the workout and sport of its source. */
  static JsonNode json(Sample s) {
    ObjectNode out = (ObjectNode) Json.parse(SampleJson.of(s));
    UUID workout = s.source().workoutId();
    return out.put("workout_id", workout == null ? null : workout.toString())
        .put("sport", s.source().sport());
  }

  static JsonNode json(WorkoutStream stream) {
    return json(gen -> WorkoutStreamRenderer.write(gen, stream));
  }

  static void summaries(Db db, UUID user, Map<String, JsonNode> into) {
    for (Row r :
        db.query(
            "select id, created_at, updated_at, content::text as content from summary where user_id"
                + " = $1",
            user)) {
      into.put("summary|" + r.getUUID("id"), Json.parse(r.getString("content")));
      into.put(
          "updated|" + r.getUUID("id"),
          Json.tree(Times.format(RowMapping.instant(r, "updated_at"))));
    }
  }

  static void streams(Db db, UUID user, Map<String, JsonNode> into) {
    for (Row r :
        db.query("select workout_id, content from workout_stream where user_id = $1", user)) {
      into.put(
          "stream|" + r.getUUID("workout_id"),
          json(
              WorkoutStreamCodec.decode(Deflate.inflate(RowMapping.bytes(r, "content"), 1 << 20))));
    }
  }
}
