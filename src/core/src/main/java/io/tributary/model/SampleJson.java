package io.tributary.model;

import io.tributary.core.JsonBytes;
import java.util.List;

/**
 * Renders samples of one resource as JSON, identically in reads and events.
 *
 * <p>An instance serves one writer; it is not thread-safe.
 */
public final class SampleJson {
  /** End of a momentary reading. */
  public static final long NO_END = Long.MIN_VALUE;

  /** Unknown offset. */
  public static final int NO_OFFSET = Integer.MIN_VALUE;

  private static final byte[] BEGIN = JsonBytes.ascii("{\"id\":null,\"timestamp\":\"");
  private static final byte[] START = JsonBytes.ascii("\",\"start\":\"");
  private static final byte[] END = JsonBytes.ascii("\",\"end\":\"");
  private static final byte[] OFFSET = JsonBytes.ascii("\",\"timezone_offset\":");
  private static final byte[] NULL = JsonBytes.ascii("null");
  private static final byte[] TYPE = JsonBytes.ascii(",\"type\":");
  private static final byte[] VALUE = JsonBytes.ascii(",\"value\":");
  private static final byte[] SYSTOLIC = JsonBytes.ascii(",\"systolic\":");
  private static final byte[] DIASTOLIC = JsonBytes.ascii(",\"diastolic\":");

  private final Resource resource;
  private final boolean interval;
  private final byte[] unit;

  /**
   * Rendered part from the offset to the unit, cached because consecutive samples usually share it.
   */
  private byte[] sharedPart;

  private int middleOffset;
  private SampleExtras middleExtras;

  public SampleJson(Resource resource) {
    this.resource = resource;
    this.interval = resource.showsInterval();
    JsonBytes u = new JsonBytes(32).raw(JsonBytes.ascii(",\"unit\":")).text(resource.unit());
    this.unit = u.bytes();
  }

  /** Renders a single sample. */
  public static byte[] of(Sample sample) {
    JsonBytes out = new JsonBytes(256);
    new SampleJson(sample.resource()).write(out, sample);
    return out.bytes();
  }

  public Resource resource() {
    return resource;
  }

  /** Writes a sample as an object. */
  public void write(JsonBytes out, Sample s) {
    SampleExtras extras = s.extras();
    write(
        out,
        micros(s.at()),
        s.end() == null ? NO_END : micros(s.end()),
        s.offsetSeconds() == null ? NO_OFFSET : s.offsetSeconds(),
        s.value(),
        extras == null || extras.diastolic() == null ? 0 : extras.diastolic(),
        extras == null ? null : extras.text(),
        extras);
  }

  private static long micros(java.time.Instant at) {
    return at.getEpochSecond() * 1_000_000L + at.getNano() / 1000;
  }

  /**
   * Writes a sample as an object from its values.
   *
   * @param at microseconds since 1970
   * @param end microseconds since 1970, or {@link #NO_END}
   * @param offset seconds east, or {@link #NO_OFFSET}
   * @param value2 diastolic value; ignored for other resources
   * @param note text of a note, otherwise null
   * @param extras other extras, or null; its diastolic value and text are ignored
   */
  public void write(
      JsonBytes out,
      long at,
      long end,
      int offset,
      double value,
      double value2,
      String note,
      SampleExtras extras) {
    out.raw(BEGIN).time(at);
    if (interval) {
      out.raw(START).time(at);
      // A momentary reading of an interval resource has start = end.
      out.raw(END).time(end == NO_END ? at : end);
    }
    if (sharedPart == null || offset != middleOffset || extras != middleExtras) {
      sharedPart = renderSharedPart(offset, extras);
      middleOffset = offset;
      middleExtras = extras;
    }
    out.raw(sharedPart);
    switch (resource) {
      case BLOOD_PRESSURE -> out.raw(SYSTOLIC).number(value).raw(DIASTOLIC).number(value2);
      case NOTE -> out.raw(VALUE).text(note);
      default -> out.raw(VALUE).number(value);
    }
    extras(out, extras);
    out.raw('}');
  }

  private byte[] renderSharedPart(int offset, SampleExtras extras) {
    JsonBytes out = new JsonBytes(96).raw(OFFSET);
    if (offset == NO_OFFSET) {
      out.raw(NULL);
    } else {
      out.number(offset);
    }
    return out.raw(TYPE).text(extras == null ? null : extras.type()).raw(unit).bytes();
  }

  private void extras(JsonBytes out, SampleExtras e) {
    switch (resource) {
      case BODY_TEMPERATURE, BODY_TEMPERATURE_DELTA ->
          field(out, "sensor_location", e == null ? null : e.sensorLocation());
      case WORKOUT_DURATION -> field(out, "intensity", e == null ? null : e.intensity());
      case INSULIN_INJECTION -> {
        field(out, "delivery_mode", e == null ? null : e.deliveryMode());
        field(out, "delivery_form", e == null ? null : e.deliveryForm());
        field(out, "bolus_purpose", e == null ? null : e.bolusPurpose());
      }
      case NOTE -> tags(out, e == null ? null : e.tags());
      default -> {}
    }
  }

  private static void field(JsonBytes out, String name, String text) {
    out.raw(',').text(name).raw(':').text(text);
  }

  private static void tags(JsonBytes out, List<String> tags) {
    out.raw(',').text("tags").raw(':');
    if (tags == null) {
      out.raw(NULL);
      return;
    }
    out.raw('[');
    for (int i = 0; i < tags.size(); i++) {
      if (i > 0) {
        out.raw(',');
      }
      out.text(tags.get(i));
    }
    out.raw(']');
  }
}
