package io.tributary.provider.sdk;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tributary.model.Resource;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;

/**
 * Reads an uploaded time series: converts tokens to samples directly, without an intermediate tree.
 * Unusable records are rejected individually and the others are accepted.
 */
public final class TimeseriesReader {
  private final Resource resource;
  private final UploadCollector collector;
  private final ItemReader items;
  private final SampleRecord item = new SampleRecord();
  private final SampleRecord systolic = new SampleRecord();
  private final SampleRecord diastolic = new SampleRecord();
  private final SampleRecord pulse = new SampleRecord();
  private SdkSampleMapper mapper;

  private TimeseriesReader(Resource resource, UploadLimits limits) {
    this.resource = resource;
    this.collector = new UploadCollector(limits);
    this.items = new ItemReader(limits.samples());
  }

  /**
   * @param json UTF-8, of which the first {@code length} bytes count
   * @throws io.tributary.core.ServiceException 400 for a body that is not JSON, 422 for an invalid
   *     envelope or too many records
   */
  public static ParsedUpload read(
      Resource resource, byte[] json, int length, UploadLimits limits, UploadDefaults fallback) {
    TimeseriesReader reader = new TimeseriesReader(resource, limits);
    return BodyReader.read(json, length, reader.collector, fallback, reader::records);
  }

  private void records(JsonParser p, SdkProvider provider, ZoneId zone) throws IOException {
    mapper = new SdkSampleMapper(provider, zone, collector);
    switch (p.currentToken()) {
      case START_ARRAY -> {
        int index = 0;
        for (JsonToken t = p.nextToken(); t != JsonToken.END_ARRAY; t = p.nextToken()) {
          record(p, t, index++);
        }
      }
      case START_OBJECT -> record(p, JsonToken.START_OBJECT, 0);
      case VALUE_NULL -> {}
      default -> record(p, p.currentToken(), 0);
    }
  }

  private void record(JsonParser p, JsonToken t, int index) throws IOException {
    if (t != JsonToken.START_OBJECT) {
      collector.countReceived();
      collector.reject(index, List.of(index), "Input should be an object", "object_type");
      p.skipChildren();
      return;
    }
    if (resource != Resource.BLOOD_PRESSURE) {
      items.read(p, item, null);
    } else {
      systolic.clear();
      diastolic.clear();
      pulse.clear();
      items.read(p, item, this::readBloodPressureField);
    }
    if (item.deletedCount > 0 && !item.hasStart && !item.hasValue) {
      collector.addDeletions(item.deletedCount);
    } else if (resource == Resource.BLOOD_PRESSURE) {
      mapper.pressure(systolic, diastolic, pulse, index);
    } else {
      mapper.map(resource, item, index, List.of(index));
    }
  }

  private boolean readBloodPressureField(String field, JsonParser p) throws IOException {
    SampleRecord to =
        switch (field) {
          case "systolic" -> systolic;
          case "diastolic" -> diastolic;
          case "pulse" -> pulse;
          default -> null;
        };
    if (to == null || p.currentToken() != JsonToken.START_OBJECT) {
      return false;
    }
    items.read(p, to, null);
    return true;
  }
}
