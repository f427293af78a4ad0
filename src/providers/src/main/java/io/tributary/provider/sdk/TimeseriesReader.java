package io.tributary.provider.sdk;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tributary.model.Resource;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;

/**
 * Reads a pushed timeseries: tokens become samples directly, without a tree in between. A record
 * that cannot be used is noted, the others are taken.
 */
public final class TimeseriesReader {
  private final Resource resource;
  private final Collected into;
  private final ItemReader items;
  private final Item item = new Item();
  private final Item systolic = new Item();
  private final Item diastolic = new Item();
  private final Item pulse = new Item();
  private SampleMapper mapper;

  private TimeseriesReader(Resource resource, Limits limits) {
    this.resource = resource;
    this.into = new Collected(limits);
    this.items = new ItemReader(limits.samples());
  }

  /**
   * @param json UTF-8, of which the first {@code length} bytes count
   * @throws io.tributary.kernel.Refusal 400 for a body that is not JSON, 422 for a faulty envelope
   *     or too many records
   */
  public static Pushed read(
      Resource resource, byte[] json, int length, Limits limits, Fallback fallback) {
    TimeseriesReader reader = new TimeseriesReader(resource, limits);
    return BodyReader.read(json, length, reader.into, fallback, reader::records);
  }

  private void records(JsonParser p, PushProvider provider, ZoneId zone) throws IOException {
    mapper = new SampleMapper(provider, zone, into);
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
      into.received();
      into.reject(index, List.of(index), "Input should be an object", "object_type");
      p.skipChildren();
      return;
    }
    if (resource != Resource.BLOOD_PRESSURE) {
      items.read(p, item, null);
    } else {
      systolic.clear();
      diastolic.clear();
      pulse.clear();
      items.read(p, item, this::figure);
    }
    if (item.deleted > 0 && !item.hasStart && !item.hasValue) {
      into.deleted(item.deleted);
    } else if (resource == Resource.BLOOD_PRESSURE) {
      mapper.pressure(systolic, diastolic, pulse, index);
    } else {
      mapper.map(resource, item, index, List.of(index));
    }
  }

  private boolean figure(String field, JsonParser p) throws IOException {
    Item to =
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
