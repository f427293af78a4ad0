package io.tributary.ingest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tributary.core.Json;
import io.tributary.core.JsonBytes;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.model.LegacySource;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleJson;
import io.tributary.model.Source;
import io.tributary.model.SourceRenderer;
import io.tributary.model.Sport;
import io.tributary.model.SummaryRenderer;
import io.tributary.sampleblock.BlockMerger.Change;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Builds the {@code daily.data.*} events of a batch.
 *
 * <p>Each summary becomes one event. Samples are grouped by series, device, workout and sport, with
 * created and updated ones separate, in time order, and split into events of limited size.
 */
final class DataEvents {
  static final int MAX_SAMPLES = 1000;
  private static final int MAX_BYTES = 256 * 1024;

  /** Reserve for the envelope, the source object and the longest user reference, escaped. */
  private static final int ENVELOPE_RESERVE = 8 * 1024;

  private final boolean legacyFields;
  private final Function<String, LegacySource> sources;

  DataEvents(boolean legacyFields, Function<String, LegacySource> sources) {
    this.legacyFields = legacyFields;
    this.sources = sources;
  }

  private record SampleGroup(
      int series, UUID device, UUID workout, String sport, boolean created) {}

  Event of(IngestUnit share, SummaryStore.WrittenSummary changed) {
    Resource resource = changed.summary().resource();
    return event(
        share,
        changed.created() ? EventTypes.created(resource) : EventTypes.updated(resource),
        SummaryRenderer.node(changed.summary(), legacy(changed.summary().source().provider())));
  }

  /** Returns a thin event, which contains the path of the stream instead of its data. */
  Event of(IngestUnit share, WorkoutStreams.WrittenStream changed) {
    String path = "/v2/timeseries/workouts/" + changed.workoutId() + "/stream";
    Sport sport = changed.stream().sport();
    ObjectNode data =
        Json.object()
            .put("user_id", share.target().userId().toString())
            .put("workout_id", changed.workoutId().toString())
            .put("provider_id", changed.stream().workoutKey());
    data.putObject("sport")
        .put("id", sport.id())
        .put("name", sport.name())
        .put("slug", sport.slug());
    data.put("message", "The stream is too large for an event; read it from " + path + ".");
    data.set("source", rawJson(renderSource(changed.source())));
    return event(
        share,
        changed.created()
            ? EventTypes.created(Resource.WORKOUT_STREAM)
            : EventTypes.updated(Resource.WORKOUT_STREAM),
        data);
  }

  List<Event> of(IngestUnit share, SampleRows rows, Change[] changes) {
    Map<SampleGroup, List<Sample>> groups = new LinkedHashMap<>();
    for (int i = 0; i < changes.length; i++) {
      if (changes[i] != Change.NONE) {
        Sample s = rows.sample(i);
        groups
            .computeIfAbsent(
                new SampleGroup(
                    rows.series(i),
                    rows.device(i),
                    s.source().workoutId(),
                    s.source().sport(),
                    changes[i] == Change.CREATED),
                g -> new ArrayList<>())
            .add(s);
      }
    }
    List<Event> out = new ArrayList<>();
    groups.forEach((group, samples) -> splitIntoEvents(share, group, samples, out));
    return out;
  }

  private void splitIntoEvents(
      IngestUnit share, SampleGroup group, List<Sample> samples, List<Event> out) {
    SampleJson json = new SampleJson(samples.getFirst().resource());
    JsonBytes bytes = new JsonBytes(Math.min(MAX_BYTES, 160 * samples.size()));
    int count = 0;
    for (Sample sample : samples) {
      int before = bytes.size();
      bytes.raw(count == 0 ? '[' : ',');
      json.write(bytes, sample);
      if (count == MAX_SAMPLES || count > 0 && bytes.size() + 1 > MAX_BYTES - ENVELOPE_RESERVE) {
        bytes.truncate(before);
        out.add(event(share, group, samples.getFirst(), bytes));
        bytes.clear();
        bytes.raw('[');
        json.write(bytes, sample);
        count = 0;
      }
      count++;
    }
    out.add(event(share, group, samples.getFirst(), bytes));
  }

  private Event event(IngestUnit share, SampleGroup group, Sample any, JsonBytes samples) {
    samples.raw(']');
    Resource resource = any.resource();
    Source source =
        new Source(
            any.source().provider(),
            any.source().type(),
            null,
            group.device(),
            group.sport(),
            group.workout());
    ObjectNode data = Json.object().put("user_id", share.target().userId().toString());
    data.set("source", rawJson(renderSource(source)));
    data.put("source_id", group.series());
    data.set("data", rawJson(samples.bytes()));
    return event(
        share, group.created() ? EventTypes.created(resource) : EventTypes.updated(resource), data);
  }

  private static Event event(IngestUnit share, String type, ObjectNode data) {
    IngestTarget target = share.target();
    return new Event(
        type, target.tenant(), target.userId(), target.clientUserId(), data, share.audience());
  }

  private Optional<LegacySource> legacy(String provider) {
    return legacyFields ? Optional.of(sources.apply(provider)) : Optional.empty();
  }

  /**
   * Embeds rendered JSON; a tree of nodes for a thousand samples would only be serialized again.
   */
  private static com.fasterxml.jackson.databind.JsonNode rawJson(byte[] json) {
    return (com.fasterxml.jackson.databind.JsonNode)
        JsonNodeFactory.instance.rawValueNode(
            new RawValue(new String(json, StandardCharsets.UTF_8)));
  }

  private interface JsonFieldWriter {
    void write(JsonGenerator gen) throws IOException;
  }

  private byte[] renderSource(Source source) {
    return bytes(gen -> SourceRenderer.write(gen, source, legacy(source.provider())));
  }

  private static byte[] bytes(JsonFieldWriter writer) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(256);
    try (JsonGenerator gen = Json.MAPPER.getFactory().createGenerator(out)) {
      writer.write(gen);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
