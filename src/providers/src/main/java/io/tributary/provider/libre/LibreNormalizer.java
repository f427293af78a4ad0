package io.tributary.provider.libre;

import io.tributary.model.DeviceDescription;
import io.tributary.model.LocalZone;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.SampleKey;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.TimeZonePolicy;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentNormalizer;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Converts readings to samples at their wall-clock time. Stateless and thread-safe. It never
 * throws; a reading that cannot be used is one entry in {@link NormalizedBatch#refused()}.
 */
final class LibreNormalizer implements DocumentNormalizer<LibreFeed> {
  static final String DEVICE = "device";
  static final String LOG = "log";
  static final String SENSOR = "sensor";
  static final String CURRENT = "glucoseMeasurement";
  static final String POINTS = "graphData";

  private static final LocalZone FLOATING =
      new LocalZone(null, null, null, TimeZonePolicy.FLOATING);

  /** Source types by the record number that exports and the app use. */
  private static final Map<String, SourceType> TYPES =
      Map.of("0", SourceType.AUTOMATIC, "1", SourceType.MANUAL_SCAN, "2", SourceType.FINGERPRICK);

  private final String slug;

  LibreNormalizer(String slug) {
    this.slug = slug;
  }

  @Override
  public NormalizedBatch normalize(LibreFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    // Later entries win: the second pass of a repeated hour, and the app over the portal.
    Map<SampleKey, Sample> samples = new LinkedHashMap<>();
    documents.of(LibreDocumentKind.REPORT).stream()
        .sorted(Comparator.comparing(LibreNormalizer::sortKey))
        .forEach(d -> addLog(d.child(FetchContext.ANSWER), batch, samples));
    for (LenientJson graph : documents.of(LibreDocumentKind.GRAPH)) {
      addGraph(graph, batch, samples);
    }
    samples.values().forEach(batch::add);
    return batch.build();
  }

  /** Returns a sort key that makes the result independent of the order of documents. */
  private static String sortKey(LenientJson dated) {
    return dated.node().path(FetchContext.ASKED_DAY).asText()
        + " "
        + dated.child(FetchContext.ANSWER).node().path(DEVICE).asText();
  }

  private void addLog(
      LenientJson answer, NormalizedBatch.Builder batch, Map<SampleKey, Sample> samples) {
    List<LibreDailyLog.Point> points = LibreDailyLog.points(answer.child(LOG).node());
    Optional<LibreGlucose> unit =
        LibreGlucose.of(
            points.stream().map(LibreDailyLog.Point::value).filter(Objects::nonNull).toList());
    for (LibreDailyLog.Point p : points) {
      if (p.value() == null || p.value() <= 0) {
        continue;
      }
      if (p.wall() == null || unit.isEmpty()) {
        batch.reject(
            LibreDocumentKind.REPORT.wire(),
            p.wall() == null ? "Timestamp is missing" : "value has an unknown unit");
        continue;
      }
      put(samples, p.wall(), p.type(), unit.get().mmolPerLiter(p.value()));
    }
  }

  private void addGraph(
      LenientJson graph, NormalizedBatch.Builder batch, Map<SampleKey, Sample> samples) {
    graph.list(POINTS).stream()
        .sorted(
            Comparator.comparing(
                p -> LibreTime.orNull(p.text("FactoryTimestamp")),
                Comparator.nullsFirst(Comparator.naturalOrder())))
        .forEach(p -> addItem(p, batch, samples));
    if (graph.has(CURRENT)) {
      addItem(graph.child(CURRENT), batch, samples);
    }
    String serial = graph.child(SENSOR).id("sn");
    if (serial != null) {
      batch.add(
          new DeviceDescription(slug, SourceType.AUTOMATIC, null, "Abbott", null, null, serial));
    }
  }

  private void addItem(
      LenientJson item, NormalizedBatch.Builder batch, Map<SampleKey, Sample> samples) {
    try {
      Optional<Double> value = value(item);
      if (value.isPresent()) {
        SourceType type =
            item.has("type")
                ? LenientJson.required("type", item.lookup("type", TYPES))
                : SourceType.AUTOMATIC;
        put(samples, LibreTime.required(item.text("Timestamp")), type, value.get());
      }
    } catch (IllegalArgumentException e) {
      batch.reject(LibreDocumentKind.GRAPH.wire(), e.getMessage());
    }
  }

  /** Returns empty for a reading that is only high or low, or has no value. */
  private static Optional<Double> value(LenientJson item) {
    Double milligrams = item.number("ValueInMgPerDl", 0, Double.MAX_VALUE);
    if (milligrams != null && milligrams > 0) {
      return Optional.of(LibreGlucose.MG_PER_DL.mmolPerLiter(milligrams));
    }
    Double value = item.number("Value", 0, Double.MAX_VALUE);
    if (value == null || value <= 0) {
      return Optional.empty();
    }
    LibreGlucose unit =
        LibreGlucose.of(item.integer("GlucoseUnits", 0, 1))
            .orElseThrow(() -> new IllegalArgumentException("value has an unknown unit"));
    return Optional.of(unit.mmolPerLiter(value));
  }

  private void put(
      Map<SampleKey, Sample> samples, LocalDateTime wall, SourceType type, double mmolPerLitre) {
    OffsetInstant at = OffsetInstant.local(wall, FLOATING);
    Sample sample =
        Sample.point(
                Resource.GLUCOSE, Source.of(slug, type), at.at(), at.offsetSeconds(), mmolPerLitre)
            .withExtras(SampleExtras.type(type.wire()));
    samples.put(sample.key(), sample);
  }
}
