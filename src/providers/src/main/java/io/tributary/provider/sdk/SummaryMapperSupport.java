package io.tributary.provider.sdk;

import io.tributary.model.DeviceDescription;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedSummary;
import io.tributary.model.Summary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Shared functions of the summary mappers: sources, time zones and the samples that accompany a
 * summary.
 */
final class SummaryMapperSupport {
  private final SdkProvider provider;
  private final ZoneId zone;
  private final UploadCollector collector;
  private final ItemReader items;
  private final SdkSampleMapper samples;
  private final SampleRecord item = new SampleRecord();
  private final UploadDefaults fallback;
  private Optional<LocalDate> birthDate;
  final IsoTime times = new IsoTime();

  SummaryMapperSupport(
      SdkProvider provider,
      ZoneId zone,
      UploadCollector into,
      ItemReader items,
      UploadDefaults fallback) {
    this.provider = provider;
    this.zone = zone;
    this.collector = into;
    this.items = items;
    this.fallback = fallback;
    this.samples = new SdkSampleMapper(provider, zone, into);
  }

  /**
   * Returns the source of a record from its {@code type}, {@code product_type} and {@code
   * source_bundle}.
   */
  Source source(RecordNode r) {
    return source(r, r);
  }

  /**
   * @param outer supplies fields that the record lacks
   */
  Source source(RecordNode r, RecordNode outer) {
    String word = r.has("type") ? r.text("type") : outer.text("type");
    SourceType named = word == null ? null : SourceTypes.find(word);
    if (word != null && named == null) {
      throw r.unusable("type", "Input should be a known source type", "enum");
    }
    String product = r.has("product_type") ? r.text("product_type") : outer.text("product_type");
    String app = r.has("source_bundle") ? r.text("source_bundle") : outer.text("source_bundle");
    SourceType type = SourceTypes.of(provider, named, product);
    if (product != null && !SourceTypes.isSourceTypeName(product)) {
      collector.add(
          new DeviceDescription(
              provider.slug(), type, null, provider.manufacturer(), product, null, null));
    }
    return Source.of(provider.slug(), type).withAppId(app);
  }

  void add(Summary summary, Source source) {
    collector.add(new SourcedSummary(summary, source));
  }

  UploadCollector collector() {
    return collector;
  }

  SdkProvider provider() {
    return provider;
  }

  /** Returns the user's birth date, loaded once; null if unknown. */
  LocalDate birthDate() {
    if (birthDate == null) {
      birthDate = fallback.birthDate();
    }
    return birthDate.orElse(null);
  }

  /**
   * Adds the samples of a list inside a record; invalid ones are rejected individually.
   *
   * @return the accepted samples
   */
  List<Sample> samples(RecordNode r, String list, Resource resource, int index) {
    int before = collector.sampleCount();
    for (RecordNode one : r.list(list)) {
      sample(one, resource, index);
    }
    return collector.samplesFrom(before);
  }

  /** Adds one sample inside a record; returns false if it is invalid, after rejecting it. */
  boolean sample(RecordNode one, Resource resource, int index) {
    if (!one.node().isObject()) {
      collector.countReceived();
      collector.reject(index, one.path(), "Input should be an object", "object_type");
      return false;
    }
    readCommonFields(one);
    samples.map(resource, item, index, one.path());
    return !item.hasFault();
  }

  /** Adds a sample of a record that has been counted already. */
  boolean sampleOfCountedRecord(RecordNode one, Resource resource, int index) {
    readCommonFields(one);
    samples.mapCounted(resource, item, index, one.path());
    return !item.hasFault();
  }

  /** Reads the common fields of a record into the shared item. */
  SampleRecord readCommonFields(RecordNode one) {
    try (var p = one.node().traverse()) {
      p.nextToken();
      items.read(p, item, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return item;
  }

  /**
   * Converts an item's value to the unit of a resource; an unsupported unit is recorded in the
   * item.
   */
  double convertValue(Resource resource, SampleRecord it) {
    return samples.convert(resource, it, null);
  }

  /** Returns the time zone of a record, or otherwise of the envelope; null if neither names one. */
  ZoneId zone(RecordNode r) {
    String own = r.text("time_zone");
    try {
      return own == null ? zone : ZoneId.of(own);
    } catch (java.time.DateTimeException e) {
      throw r.unusable("time_zone", "Input should be the name of a time zone", "time_zone");
    }
  }

  static Integer offset(ZoneId zone, Instant at) {
    return zone == null ? null : zone.getRules().getOffset(at).getTotalSeconds();
  }

  static LocalDate day(ZoneId zone, Instant at) {
    return at.atZone(zone == null ? ZoneOffset.UTC : zone).toLocalDate();
  }

  /** Returns the name of a zone for summaries; null if it is unknown. */
  static String name(ZoneId zone) {
    return zone == null ? null : zone.getId();
  }

  /** Returns the model's reason for rejecting a value; it names fields but never values. */
  static String rejectionReason(IllegalArgumentException e) {
    Throwable t = e;
    while (t.getCause() instanceof IllegalArgumentException inner) {
      t = inner;
    }
    return t.getMessage() == null || t.getClass() != IllegalArgumentException.class
        ? "Input is invalid"
        : t.getMessage();
  }

  static int index(RecordNode r) {
    List<Object> path = r.path();
    for (int i = path.size() - 1; i >= 0; i--) {
      if (path.get(i) instanceof Integer n) {
        return n;
      }
    }
    return 0;
  }
}
