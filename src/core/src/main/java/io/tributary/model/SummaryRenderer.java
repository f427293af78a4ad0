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
 * Summaries as clients see them, the same in reads and in events (data contract, section 2).
 *
 * <p>Writing splices the stored content as raw text, so a page of summaries is neither parsed nor
 * rebuilt; hence the generator must be one over characters or bytes, not a token buffer.
 */
public final class SummaryRenderer {
  private SummaryRenderer() {}

  /**
   * The content part, minified: what a store keeps and compares. It lacks id, user, source, times
   * and the flattened {@code source_*} keys, but holds {@code sleep_id}, which needs the user.
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

  /** Writes one summary as a value. */
  public static void write(JsonGenerator gen, StoredSummary row, Optional<LegacySource> legacy)
      throws IOException {
    gen.writeStartObject();
    gen.writeStringField("id", row.id().toString());
    gen.writeStringField("user_id", row.userId().toString());
    splice(gen, row.content());
    addedBy(gen, row);
    gen.writeFieldName("source");
    SourceRenderer.write(gen, row.source(), legacy);
    gen.writeStringField("created_at", Times.wire(row.createdAt()));
    gen.writeStringField("updated_at", Times.wire(row.updatedAt()));
    gen.writeEndObject();
  }

  /** The same object as a tree, for a caller that builds an envelope around it. */
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

  /** The generator has written two fields, so it separates what follows by itself. */
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

  private static void addedBy(JsonGenerator gen, StoredSummary row) throws IOException {
    switch (row.resource()) {
      case SLEEP_CYCLE, MENSTRUAL_CYCLE, ELECTROCARDIOGRAM -> {
        gen.writeStringField("source_provider", row.source().provider());
        gen.writeStringField("source_type", row.source().type().wire());
        flatSource(gen, row.source());
      }
      case MEAL -> {
        gen.writeNumberField("priority_id", 0);
        gen.writeNumberField("source_id", 0);
        gen.writeStringField("provider_id", row.id().toString());
        flatSource(gen, row.source());
      }
      // Not exhaustive on purpose: the other 56 resources have nothing of the kind.
      default -> {}
    }
  }

  private static void flatSource(JsonGenerator gen, Source source) throws IOException {
    gen.writeStringField("source_app_id", source.appId());
    gen.writeStringField(
        "source_device_id", source.deviceId() == null ? null : source.deviceId().toString());
  }
}
