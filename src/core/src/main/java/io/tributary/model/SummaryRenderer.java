package io.tributary.model;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Times;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.UUID;

/**
 * Renders summaries as JSON, identically in reads and events.
 *
 * <p>The stored content is inserted as raw text, so a page of summaries is neither parsed nor
 * rebuilt. The generator must therefore write characters or bytes; a token buffer does not work.
 */
public final class SummaryRenderer {
  private SummaryRenderer() {}

  /**
   * Returns the content as minified JSON, which is stored and compared.
   *
   * <p>It lacks ID, user, source, times and the flattened {@code source_*} keys. It includes {@code
   * sleep_id}, which depends on the user.
   */
  public static String content(Summary summary, UUID user, Source source) {
    if (!(summary instanceof SleepCycleSummary cycle)) {
      return ModelJson.text(summary);
    }
    UUID sleep =
        SummaryId.of(
            user,
            source.provider(),
            Resource.SLEEP,
            source.type(),
            source.appId(),
            cycle.sleepKey());
    ObjectNode node = ModelJson.MAPPER.createObjectNode().put("sleep_id", sleep.toString());
    return ModelJson.text(node.setAll(ModelJson.MAPPER.<ObjectNode>valueToTree(cycle)));
  }

  /** Writes a summary as a value. */
  public static void write(JsonGenerator gen, StoredSummary row, Optional<LegacySource> legacy)
      throws IOException {
    gen.writeStartObject();
    gen.writeStringField("id", row.id().toString());
    gen.writeStringField("user_id", row.userId().toString());
    splice(gen, row.content());
    writeExtraFields(gen, row);
    gen.writeFieldName("source");
    SourceRenderer.write(gen, row.source(), legacy);
    gen.writeStringField("created_at", Times.format(row.createdAt()));
    gen.writeStringField("updated_at", Times.format(row.updatedAt()));
    gen.writeEndObject();
  }

  /** Returns a summary as a tree, for callers that build an envelope around it. */
  public static ObjectNode node(StoredSummary row, Optional<LegacySource> legacy) {
    StringWriter out = new StringWriter();
    try (JsonGenerator gen = ModelJson.MAPPER.createGenerator(out)) {
      write(gen, row, legacy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      return (ObjectNode) ModelJson.MAPPER.readTree(out.toString());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("content is not JSON", e);
    }
  }

  /**
   * Inserts the content after the two fields already written; the generator adds the following
   * separator itself.
   */
  private static void splice(JsonGenerator gen, String content) throws IOException {
    int from = 1;
    int to = content.length() - 1;
    while (from < to && content.charAt(from) <= ' ') {
      from++;
    }
    if (from < to) {
      gen.writeRaw(',');
      gen.writeRaw(content, from, to - from);
    }
  }

  private static void writeExtraFields(JsonGenerator gen, StoredSummary row) throws IOException {
    switch (row.resource()) {
      case SLEEP_CYCLE, MENSTRUAL_CYCLE, ELECTROCARDIOGRAM -> {
        gen.writeStringField("source_provider", row.source().provider());
        gen.writeStringField("source_type", row.source().type().wire());
        writeFlatSource(gen, row.source());
      }
      case MEAL -> {
        gen.writeNumberField("priority_id", 0);
        gen.writeNumberField("source_id", 0);
        gen.writeStringField("provider_id", row.id().toString());
        writeFlatSource(gen, row.source());
      }
      // The other 56 resources have no additional fields.
      default -> {}
    }
  }

  private static void writeFlatSource(JsonGenerator gen, Source source) throws IOException {
    gen.writeStringField("source_app_id", source.appId());
    gen.writeStringField(
        "source_device_id", source.deviceId() == null ? null : source.deviceId().toString());
  }
}
