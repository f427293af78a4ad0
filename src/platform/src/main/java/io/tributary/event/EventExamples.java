package io.tributary.event;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.SampleJson;
import io.tributary.model.Source;
import io.tributary.model.SourceRenderer;
import io.tributary.model.SourceType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;

/**
 * Fictitious values of {@code data}, rendered where possible by the code that renders real ones.
 */
final class EventExamples {
  private static final Instant AT = Instant.parse("2026-03-02T07:47:00Z");
  private static final int MINUTE = 60;
  private static final int BERLIN = 3600;

  private final JsonNode examples = EventSchemas.resource("/event/examples.json");

  private interface Writer {
    void write(JsonGenerator gen) throws IOException;
  }

  String team() {
    return examples.get("team_id").textValue();
  }

  String user() {
    return examples.get("user_id").textValue();
  }

  String clientUser() {
    return examples.get("client_user_id").textValue();
  }

  JsonNode named(String name) {
    return examples.get("data").get(name);
  }

  JsonNode dailyData(Resource resource) {
    return switch (resource.kind()) {
      case SUMMARY -> examples.get("summaries").get(resource.wire());
      case SHALLOW -> named(resource.wire());
      case POINT, INTERVAL -> sampleGroup(resource, examples.get("samples").get(resource.wire()));
    };
  }

  private ObjectNode sampleGroup(Resource resource, JsonNode sample) {
    Source source =
        new Source(
            sample.get("provider").textValue(),
            SourceType.of(sample.get("source_type").textValue()),
            null,
            null,
            null,
            null);
    SampleExtras extras =
        sample.has("extras") ? SampleExtras.parse(sample.get("extras").toString()) : null;
    ObjectNode out = Json.object().put("user_id", user());
    out.set("source", tree(gen -> SourceRenderer.write(gen, source, Optional.empty())));
    out.put("source_id", 7);
    out.putArray("data")
        .add(
            Json.parse(
                SampleJson.of(
                    new Sample(
                        resource,
                        source,
                        AT,
                        AT.plusSeconds(MINUTE),
                        BERLIN,
                        sample.get("value").doubleValue(),
                        extras))));
    return out;
  }

  private static JsonNode tree(Writer writer) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(256);
    try (JsonGenerator gen = Json.MAPPER.getFactory().createGenerator(out)) {
      writer.write(gen);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Json.parse(out.toByteArray());
  }
}
