package io.tributary.provider.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.BodySummary;
import io.tributary.model.Resource;
import io.tributary.model.Source;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps body measurements: values of one instant and source form one record. Weight and fat
 * additionally become samples.
 */
final class BodyMapper {
  private final SummaryMapperSupport support;
  private final Map<Key, BodySummary.Builder> weighIns = new LinkedHashMap<>();
  private final Map<LocalDate, ZoneId> zonesByDay = new HashMap<>();

  private record Key(Instant at, Source source) {}

  BodyMapper(SummaryMapperSupport inner) {
    this.support = inner;
  }

  void map(JsonNode data) {
    if (data.isArray()) {
      for (int i = 0; i < data.size(); i++) {
        readLists(new RecordNode(data.get(i), List.of(i)));
      }
    } else {
      readLists(new RecordNode(data, List.of()));
    }
    weighIns.forEach((key, b) -> support.add(b.build(), key.source()));
  }

  private void readLists(RecordNode r) {
    try {
      readZones(r.node().path("time_zones"));
      readList(r, "body_mass", Resource.WEIGHT, "weight", 0.1, 1000, BodySummary.Builder::weight);
      readList(r, "body_fat_percentage", Resource.FAT, "fat", 0, 100, BodySummary.Builder::fat);
      readList(
          r,
          "body_mass_index",
          Resource.BODY_MASS_INDEX,
          "",
          0,
          Double.MAX_VALUE,
          BodySummary.Builder::bodyMassIndex);
      readList(
          r,
          "waist_circumference",
          Resource.WAIST_CIRCUMFERENCE,
          "",
          0,
          Double.MAX_VALUE,
          BodySummary.Builder::waistCircumferenceCentimeter);
      readList(
          r,
          "lean_body_mass",
          Resource.LEAN_BODY_MASS,
          "",
          0,
          Double.MAX_VALUE,
          BodySummary.Builder::leanBodyMassKilogram);
    } catch (RecordNode.UnusableRecord e) {
      support.collector().countReceived();
      support.collector().reject(0, e.loc(), e.getMessage(), e.type());
    }
  }

  /** Reads pairs of a day and the phone's time zone on that day. */
  private void readZones(JsonNode pairs) {
    for (JsonNode pair : pairs) {
      try {
        zonesByDay.put(
            LocalDate.parse(pair.path(0).asText().substring(0, 10)),
            ZoneId.of(pair.path(1).asText()));
      } catch (DateTimeException | IndexOutOfBoundsException e) {
        // The envelope's zone applies to this day.
      }
    }
  }

  private interface Setter {
    void set(BodySummary.Builder b, Double value);
  }

  private void readList(
      RecordNode r,
      String list,
      Resource resource,
      String sample,
      double least,
      double most,
      Setter setter) {
    for (RecordNode one : r.list(list)) {
      int index = SummaryMapperSupport.index(one);
      try {
        readMeasurement(one, resource, !sample.isEmpty(), least, most, setter, index);
      } catch (RecordNode.UnusableRecord e) {
        support.collector().reject(index, e.loc(), e.getMessage(), e.type());
      }
    }
  }

  private void readMeasurement(
      RecordNode one,
      Resource resource,
      boolean sample,
      double least,
      double most,
      Setter setter,
      int index) {
    support.collector().countReceived();
    if (!one.node().isObject()) {
      throw new RecordNode.UnusableRecord(one.path(), "Input should be an object", "object_type");
    }
    SampleRecord it = support.readCommonFields(one);
    if (!it.hasFault() && !it.hasValue) {
      it.fault("value", "Field required", "missing");
    }
    if (!it.hasFault() && !it.hasStart) {
      it.fault("start_date", "Field required", "missing");
    }
    double value = it.hasFault() ? 0 : support.convertValue(resource, it);
    if (!it.hasFault() && !(value >= least && value <= most)) {
      it.fault("value", "Input should be " + least + " to " + most, "out_of_range");
    }
    if (it.hasFault()) {
      throw one.unusable(it.faultField, it.faultText, it.faultType);
    }
    Instant at = IsoTime.instant(it.start);
    Source source = support.source(one);
    if (sample && !support.sampleOfCountedRecord(one, resource, index)) {
      return;
    }
    ZoneId zone = support.zone(one);
    ZoneId there = zonesByDay.getOrDefault(SummaryMapperSupport.day(zone, at), zone);
    setter.set(
        weighIns.computeIfAbsent(
            new Key(at, source), k -> BodySummary.at(SummaryMapperSupport.day(there, at), at)),
        value);
  }
}
