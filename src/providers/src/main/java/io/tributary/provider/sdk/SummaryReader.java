package io.tributary.provider.sdk;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import io.tributary.core.Json;
import io.tributary.model.Resource;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;

/**
 * Reads uploaded summaries. Unusable records are rejected individually and the others are accepted.
 */
public final class SummaryReader {
  /** Permits trailing tokens, because the envelope continues after the tree. */
  private static final ObjectReader TREE_READER =
      Json.MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Resource resource;
  private final UploadLimits limits;
  private final UploadDefaults fallback;
  private final UploadCollector collector;

  private SummaryReader(Resource resource, UploadLimits limits, UploadDefaults fallback) {
    this.resource = resource;
    this.limits = limits;
    this.fallback = fallback;
    this.collector = new UploadCollector(limits);
  }

  /**
   * @param resource one of {@link SdkResource#SUMMARIES}
   * @param json UTF-8, of which the first {@code length} bytes count
   * @throws io.tributary.core.ServiceException 400 for a body that is not JSON, 422 for an invalid
   *     envelope or too many records
   */
  public static ParsedUpload read(
      Resource resource, byte[] json, int length, UploadLimits limits, UploadDefaults fallback) {
    SummaryReader reader = new SummaryReader(resource, limits, fallback);
    return BodyReader.read(json, length, reader.collector, fallback, reader::records);
  }

  private interface Mapper {
    void map(RecordNode record);
  }

  private void records(JsonParser p, SdkProvider provider, ZoneId zone) throws IOException {
    JsonNode data = TREE_READER.readTree(p);
    if (data == null || data.isNull()) {
      return;
    }
    if (data.path("deleted_ids").isArray()) {
      collector.addDeletions(data.get("deleted_ids").size());
    }
    SummaryMapperSupport inner =
        new SummaryMapperSupport(
            provider, zone, collector, new ItemReader(limits.samples()), fallback);
    switch (resource) {
      case PROFILE -> mapAll(data, "profile", new ProfileMapper(inner)::map);
      case BODY -> new BodyMapper(inner).map(data);
      case ACTIVITY -> mapAll(data, "activities", new ActivityMapper(inner)::map);
      case SLEEP -> mapAll(data, "sleep", new SleepMapper(inner)::map);
      case WORKOUTS -> mapAll(data, "workouts", new WorkoutMapper(inner)::map);
      case MEAL -> mapAll(data, "meals", new MealMapper(inner)::map);
      case MENSTRUAL_CYCLE -> mapAll(data, "menstrual_cycle", new CycleMapper(inner)::map);
      case ELECTROCARDIOGRAM -> mapAll(data, "electrocardiogram", new EcgMapper(inner)::map);
      default -> throw new IllegalArgumentException("not a summary resource: " + resource);
    }
  }

  /** Maps the records of a list with this name, of a bare list, or of a single object. */
  private void mapAll(JsonNode data, String name, Mapper mapper) {
    if (data.path(name).isArray()) {
      list(data.get(name), List.of(name), mapper);
    } else if (data.isArray()) {
      list(data, List.of(), mapper);
    } else if (!data.has("deleted_ids") || data.size() > 1) {
      mapRecord(new RecordNode(data, List.of()), 0, mapper);
    }
  }

  private void list(JsonNode list, List<Object> path, Mapper mapper) {
    for (int i = 0; i < list.size(); i++) {
      List<Object> where = new java.util.ArrayList<>(path);
      where.add(i);
      mapRecord(new RecordNode(list.get(i), where), i, mapper);
    }
  }

  private void mapRecord(RecordNode record, int index, Mapper mapper) {
    collector.countReceived();
    try {
      if (!record.node().isObject()) {
        collector.reject(index, record.path(), "Input should be an object", "object_type");
      } else {
        mapper.map(record);
      }
    } catch (RecordNode.UnusableRecord e) {
      collector.reject(index, e.loc(), e.getMessage(), e.type());
    } catch (IllegalArgumentException e) {
      collector.reject(
          index, record.path(), SummaryMapperSupport.rejectionReason(e), "value_error");
    }
  }
}
