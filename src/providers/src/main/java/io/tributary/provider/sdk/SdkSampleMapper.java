package io.tributary.provider.sdk;

import io.tributary.model.DeviceDescription;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Sports;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Converts records to samples: units, sources, devices and time zones. Not thread-safe. */
final class SdkSampleMapper {
  private static final long MICROS = 1_000_000;

  /** Maximum offset from an anchor: one hundred years in seconds. */
  private static final double MAX_OFFSET_SECONDS = 100 * 366 * 86_400.0;

  private final SdkProvider provider;
  private final LocalOffsets offsets;
  private final UploadCollector collector;
  private final Source[] sourcesByType = new Source[SourceType.values().length];
  private Source workoutSource;
  private UnitTable.Conversion conversion;
  private String lastType;
  private SourceType lastSourceType;
  private String lastProduct;
  private SourceType lastProductType;

  SdkSampleMapper(SdkProvider provider, ZoneId zone, UploadCollector into) {
    this.provider = provider;
    this.offsets = new LocalOffsets(zone);
    this.collector = into;
  }

  /**
   * Adds the samples of one record to the collector, or rejects it with the reason.
   *
   * @param path path of the record below {@code data}; the first element is its index
   */
  void map(Resource resource, SampleRecord it, int index, List<Object> path) {
    if (!it.bulk || it.hasFault()) {
      collector.countReceived();
    }
    mapCounted(resource, it, index, path);
  }

  /** Maps a record that has been counted already, unless it is a bulk record. */
  void mapCounted(Resource resource, SampleRecord it, int index, List<Object> path) {
    if (!it.hasFault()) {
      try {
        if (it.bulk) {
          bulk(resource, it, index, path);
        } else {
          single(resource, it);
        }
      } catch (IllegalArgumentException e) {
        it.fault("", String.valueOf(e.getMessage()), "value_error");
      }
    }
    if (it.hasFault()) {
      reject(it, index, path);
    }
  }

  void reject(SampleRecord it, int index, List<Object> path) {
    collector.reject(
        index,
        it.faultField.isEmpty() ? path : append(path, it.faultField),
        it.faultText,
        it.faultType);
  }

  private void single(Resource resource, SampleRecord it) {
    if (!it.hasStart) {
      it.fault("start_date", "Field required", "missing");
      return;
    }
    if (resource == Resource.NOTE || !it.hasValue && needsNoValue(resource)) {
      it.value = resource == Resource.NOTE ? 0 : 1;
    } else if (!it.hasValue) {
      it.fault(
          "value",
          it.text == null ? "Field required" : "Input should be a valid number",
          it.text == null ? "missing" : "float_type");
      return;
    }
    Source source = source(resource, it);
    SampleExtras extras = SampleExtrasReader.of(resource, it, it.type);
    if (it.hasFault()) {
      return;
    }
    double value = convert(resource, it, extras);
    String objection = PlausibilityLimits.violation(provider, resource, value, 0, "value");
    if (objection != null) {
      it.fault("value", "Input " + objection, "out_of_range");
    }
    if (it.controlSolution) {
      it.fault("metadata", "Input should not be a control solution reading", "control");
    }
    if (!it.hasFault()) {
      add(resource, it, source, it.start, it.hasEnd ? it.end : it.start, value, extras);
    }
  }

  /**
   * Returns whether the record needs no value, because each alert and each stand hour counts as
   * one.
   */
  private static boolean needsNoValue(Resource resource) {
    return resource == Resource.HEART_RATE_ALERT || resource == Resource.STAND_HOUR;
  }

  private void bulk(Resource resource, SampleRecord it, int index, List<Object> path) {
    if (!it.hasAnchor) {
      it.fault("anchor", "Field required", "missing");
    } else if (it.valueCount == 0 && it.hasValue) {
      it.fault("value", "Input should be a valid list", "list_type");
    } else if (it.startCount != it.valueCount) {
      it.fault("start_offset", "List should be as long as value", "length");
    } else if (it.endCount != 0 && it.endCount != it.valueCount) {
      it.fault("end_offset", "List should be as long as value", "length");
    } else if (resource == Resource.NOTE) {
      it.fault("value", "Input should be a valid string", "string_type");
    }
    if (it.hasFault()) {
      collector.countReceived();
      return;
    }
    Source source = source(resource, it);
    SampleExtras extras = SampleExtrasReader.of(resource, it, it.type);
    convert(resource, it, extras);
    if (it.hasFault()) {
      collector.countReceived();
      return;
    }
    for (int i = 0; i < it.valueCount; i++) {
      collector.countReceived();
      double value = conversion.of(it.values[i]);
      String objection = PlausibilityLimits.violation(provider, resource, value, 0, "value");
      double end = it.endCount == 0 ? it.starts[i] : it.ends[i];
      if (objection != null) {
        collector.reject(index, append(path, "value", i), "Input " + objection, "out_of_range");
      } else if (!(Math.abs(it.starts[i]) <= MAX_OFFSET_SECONDS)) {
        collector.reject(
            index,
            append(path, "start_offset", i),
            "Input should be a number of seconds",
            "float_type");
      } else if (!(Math.abs(end) <= MAX_OFFSET_SECONDS) || end < it.starts[i]) {
        collector.reject(
            index,
            append(path, "end_offset", i),
            "Input should not be before start_offset",
            "order");
      } else if (!IsoTime.isSupported(shifted(it, it.starts[i]))
          || !IsoTime.isSupported(shifted(it, end))) {
        collector.reject(
            index,
            append(path, "start_offset", i),
            "Input should be between the years 1 and 9999",
            "range");
      } else {
        add(resource, it, source, shifted(it, it.starts[i]), shifted(it, end), value, extras);
      }
    }
  }

  private static long shifted(SampleRecord it, double seconds) {
    return it.anchor + Math.round(seconds * MICROS);
  }

  /**
   * Adds a blood pressure and the pulse that was measured with it.
   *
   * @param pulse empty record if the device sends none
   */
  void pressure(SampleRecord systolic, SampleRecord diastolic, SampleRecord pulse, int index) {
    collector.countReceived();
    List<Object> path = List.of(index);
    if (!convertComponent(Resource.BLOOD_PRESSURE, systolic, "systolic", index)
        || !convertComponent(Resource.BLOOD_PRESSURE, diastolic, "diastolic", index)
        || pulse.present && !convertComponent(Resource.HEARTRATE, pulse, "pulse", index)) {
      return;
    }
    if (diastolic.hasStart && diastolic.start != systolic.start) {
      collector.reject(
          index,
          append(path, "diastolic", "start_date"),
          "Input should equal start_date of systolic",
          "value_error");
      return;
    }
    Source source = source(Resource.BLOOD_PRESSURE, systolic);
    if (systolic.hasFault()) {
      reject(systolic, index, append(path, "systolic"));
      return;
    }
    add(
        Resource.BLOOD_PRESSURE,
        systolic,
        source,
        systolic.start,
        systolic.start,
        systolic.value,
        SampleExtras.diastolic(diastolic.value));
    if (pulse.present) {
      add(Resource.HEARTRATE, systolic, source, systolic.start, systolic.start, pulse.value, null);
    }
  }

  /** Validates one value of a blood pressure and converts it to our unit. */
  private boolean convertComponent(Resource resource, SampleRecord it, String name, int index) {
    if (!it.present) {
      collector.reject(index, List.of(index, name), "Field required", "missing");
      return false;
    }
    if (!it.hasValue) {
      it.fault("value", "Field required", "missing");
    } else if (name.equals("systolic") && !it.hasStart) {
      it.fault("start_date", "Field required", "missing");
    } else {
      double value = convert(resource, it, null);
      String objection =
          it.hasFault()
              ? null
              : PlausibilityLimits.violation(provider, resource, value, value, name);
      if (objection != null) {
        it.fault("value", "Input " + objection, "out_of_range");
      }
      if (it.controlSolution) {
        it.fault("metadata", "Input should not be a control solution reading", "control");
      }
      it.value = value;
    }
    if (it.hasFault()) {
      reject(it, index, List.of(index, name));
    }
    return !it.hasFault();
  }

  /**
   * Returns the value in the resource's unit; an unsupported unit is a fault. Stores the conversion
   * in {@link #conversion}, which bulk values then use.
   */
  double convert(Resource resource, SampleRecord it, SampleExtras extras) {
    conversion =
        it.unit == null
            ? UnitTable.Conversion.IDENTITY
            : UnitTable.find(resource, it.unit, extras == null ? null : extras.type());
    if (conversion == null) {
      it.fault(
          "unit",
          "Input should be one of: " + String.join(", ", UnitTable.unitsOf(resource)),
          "unit");
      return it.value;
    }
    return conversion.of(it.value);
  }

  /** Returns the source and records its device; consecutive records share one object. */
  private Source source(Resource resource, SampleRecord it) {
    if (it.type != lastType) {
      lastType = it.type;
      lastSourceType = it.type == null ? null : SourceTypes.find(it.type);
    }
    SourceType named = it.type == null ? null : lastSourceType;
    if (it.type != null && named == null) {
      if (SampleExtrasReader.hasReadingType(resource) && it.reading == null) {
        it.reading = it.type;
      } else {
        it.fault("type", "Input should be a known source type", "enum");
      }
    }
    if (resource == Resource.CHOLESTEROL) {
      it.reading = SampleExtrasReader.fullCholesterolType(it.reading);
    }
    SourceType type = SourceTypes.of(provider, named, it.product);
    device(it, type);
    if (it.workout != null || it.sport != null || belongsToWorkout(resource)) {
      return workoutSource(resource, it, type);
    }
    Source source = sourcesByType[type.ordinal()];
    if (source == null) {
      source = Source.of(provider.slug(), type);
      sourcesByType[type.ordinal()] = source;
    }
    return source;
  }

  private static boolean belongsToWorkout(Resource resource) {
    return resource == Resource.WORKOUT_DISTANCE || resource == Resource.WORKOUT_SWIMMING_STROKE;
  }

  private Source workoutSource(Resource resource, SampleRecord it, SourceType type) {
    UUID workout = null;
    if (it.workout != null) {
      try {
        workout = UUID.fromString(it.workout);
      } catch (IllegalArgumentException e) {
        it.fault("workout_id", "Input should be a valid UUID", "uuid_parsing");
      }
    } else if (belongsToWorkout(resource)) {
      it.fault("workout_id", "Field required", "missing");
    }
    String sport = it.sport;
    if (belongsToWorkout(resource)) {
      sport = Sports.of(sport).slug();
    } else if (sport != null && !sport.startsWith("wheelchair")) {
      sport = Sports.of(sport).slug();
    } else if (sport != null) {
      sport = "wheelchair_pushing";
    }
    Source wanted = new Source(provider.slug(), type, null, null, sport, workout);
    if (!wanted.equals(workoutSource)) {
      workoutSource = wanted;
    }
    return workoutSource;
  }

  private void device(SampleRecord it, SourceType type) {
    boolean told =
        it.manufacturer != null || it.model != null || it.version != null || it.deviceId != null;
    if (!told && (it.product == null || it.product == lastProduct && type == lastProductType)) {
      return;
    }
    String model = it.model != null ? it.model : it.product;
    if (!told) {
      lastProduct = it.product;
      lastProductType = type;
      if (SourceTypes.isSourceTypeName(it.product)) {
        return;
      }
    }
    String maker = it.manufacturer != null ? it.manufacturer : provider.manufacturer();
    collector.add(
        new DeviceDescription(provider.slug(), type, null, maker, model, it.version, it.deviceId));
  }

  private void add(
      Resource resource,
      SampleRecord it,
      Source source,
      long start,
      long end,
      double value,
      SampleExtras extras) {
    if (end < start) {
      it.fault("end_date", "Input should not be before start_date", "order");
      return;
    }
    Integer offset = it.offset != null ? it.offset : offsets.at(start);
    Instant at = IsoTime.instant(start);
    boolean interval = resource.showsInterval() && end > start;
    collector.add(
        new Sample(
            resource, source, at, interval ? IsoTime.instant(end) : null, offset, value, extras));
  }

  private static List<Object> append(List<Object> path, Object... more) {
    List<Object> out = new ArrayList<>(path);
    out.addAll(List.of(more));
    return out;
  }
}
