package io.tributary.provider.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.ElectrocardiogramSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.Units;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** Maps electrocardiograms: the recording as a summary and its voltages as samples per lead. */
record EcgMapper(SummaryMapperSupport support) {
  private static final int MICROS_PER_MILLI = 1000;

  void map(RecordNode r) {
    RecordNode e = r.has("electrocardiogram") ? r.child("electrocardiogram") : r;
    Instant start = e.requiredTime("session_start", support.times);
    Instant end = e.requiredTime("session_end", support.times);
    ZoneId zone = support.zone(e);
    Source source = support.source(e, r);
    RecordNode voltage = r.child("voltage_data");
    int count = voltage.node().path("session_start_offset_millisecond").size();
    Double told = e.number("voltage_sample_count");
    support.add(
        ElectrocardiogramSummary.of(start, end, told == null ? count : Units.round(told))
            .heartRateMean(Units.round(e.number("heart_rate_mean")))
            .samplingFrequencyHz(e.number("sampling_frequency_hz"))
            .classification(
                enumValue(e, "classification", ElectrocardiogramSummary.Classification.class))
            .inconclusiveCause(
                enumValue(
                    e, "inconclusive_cause", ElectrocardiogramSummary.InconclusiveCause.class))
            .algorithmVersion(e.text("algorithm_version"))
            .timeZone(SummaryMapperSupport.name(zone))
            .offsetSeconds(SummaryMapperSupport.offset(zone, start))
            .sourceDeviceModel(
                e.has("source_device_model")
                    ? e.text("source_device_model")
                    : e.text("product_type"))
            .build(),
        source);
    voltages(voltage, start, SummaryMapperSupport.offset(zone, start), source.withAppId(null));
  }

  private void voltages(RecordNode v, Instant start, Integer offset, Source source) {
    JsonNode at = v.node().path("session_start_offset_millisecond");
    for (Map.Entry<String, JsonNode> lead : v.node().properties()) {
      if (!lead.getKey().startsWith("lead_")) {
        continue;
      }
      if (!lead.getValue().isArray() || lead.getValue().size() != at.size()) {
        throw v.unusable(
            lead.getKey(), "List should be as long as session_start_offset_millisecond", "length");
      }
      SampleExtras extras = SampleExtras.type(lead.getKey());
      for (int i = 0; i < at.size(); i++) {
        JsonNode mv = lead.getValue().get(i);
        if (!mv.isNumber() || !at.path(i).isNumber()) {
          throw v.unusable(lead.getKey(), "List should contain only numbers", "float_type");
        }
        support.collector().countReceived();
        Instant when = start.plusNanos((long) (at.get(i).doubleValue() * MICROS_PER_MILLI) * 1000);
        support
            .collector()
            .add(
                new Sample(
                    Resource.ELECTROCARDIOGRAM_VOLTAGE,
                    source,
                    when,
                    null,
                    offset,
                    mv.doubleValue(),
                    extras));
      }
    }
  }

  private static <E extends Enum<E>> E enumValue(RecordNode r, String name, Class<E> type) {
    String text = r.text(name);
    if (text == null) {
      return null;
    }
    return Arrays.stream(type.getEnumConstants())
        .filter(e -> e.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                r.unusable(
                    name,
                    "Input should be one of: "
                        + String.join(
                            ", ",
                            Arrays.stream(type.getEnumConstants())
                                .map(e -> e.name().toLowerCase(Locale.ROOT))
                                .toList()),
                    "enum"));
  }
}
