package io.tributary.testkit.fuzz;

import io.tributary.aggregate.AggregateFuzzTargets;
import io.tributary.bus.BusFuzzTargets;
import io.tributary.config.ConfigFuzzTargets;
import io.tributary.core.Cursor;
import io.tributary.core.Deflate;
import io.tributary.core.Json;
import io.tributary.core.JsonSanitizer;
import io.tributary.core.KeysetCursor;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.eventlog.LogPositionFuzzTargets;
import io.tributary.fhir.FhirSearchFuzzTargets;
import io.tributary.healthimport.ImportFuzzTargets;
import io.tributary.http.HttpFuzzTargets;
import io.tributary.lab.exchange.LabHl7FuzzTargets;
import io.tributary.lab.protocol.fhir.LabFhirFuzzTargets;
import io.tributary.link.LinkFormFuzzTargets;
import io.tributary.provider.ProviderFuzzTargets;
import io.tributary.provider.apple.AppleExportFuzzTargets;
import io.tributary.provider.sdk.SdkFuzzTargets;
import io.tributary.report.extract.ReportFileFuzzTargets;
import io.tributary.report.layout.ReportLayoutFuzzTargets;
import io.tributary.streaming.BrokerFuzzTargets;
import io.tributary.telemetry.TraceContextFuzzTargets;
import io.tributary.workout.WorkoutFileFuzzTargets;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/** Registry of the parsers for untrusted input. Add every new parser here. */
final class FuzzTargets {
  private static final List<String> FILTERS = List.of("a");

  private FuzzTargets() {}

  static List<FuzzTarget> all() {
    List<FuzzTarget> out = new ArrayList<>(core());
    out.addAll(HttpFuzzTargets.all());
    out.addAll(TraceContextFuzzTargets.all());
    out.addAll(BusFuzzTargets.all());
    out.addAll(BrokerFuzzTargets.all());
    out.addAll(ConfigFuzzTargets.all());
    out.addAll(LogPositionFuzzTargets.all());
    out.addAll(AggregateFuzzTargets.all());
    out.addAll(FhirSearchFuzzTargets.all());
    out.addAll(LinkFormFuzzTargets.all());
    out.addAll(SdkFuzzTargets.all());
    out.addAll(ProviderFuzzTargets.all());
    out.addAll(WorkoutFileFuzzTargets.all());
    out.addAll(AppleExportFuzzTargets.all());
    out.addAll(ImportFuzzTargets.all());
    out.addAll(LabHl7FuzzTargets.all());
    out.addAll(LabFhirFuzzTargets.all());
    out.addAll(ReportLayoutFuzzTargets.all());
    out.addAll(ReportFileFuzzTargets.all());
    out.forEach(FuzzTargets::check);
    return out;
  }

  private static void check(FuzzTarget target) {
    if (target.seeds().isEmpty()) {
      throw new IllegalStateException(target + " has nothing to begin with");
    }
  }

  private static List<FuzzTarget> core() {
    String cursor = KeysetCursor.encode(FILTERS, Instant.EPOCH, new UUID(1, 2));
    return List.of(
        FuzzTarget.bytes("kernel/json", Json::parse)
            .expecting(IllegalArgumentException.class)
            .seed("{\"a\":[1,-2.5e3,true,null,\"\\u00e9\\ud83d\\ude00\"],\"b\":{}}"),
        FuzzTarget.bytes("kernel/foreign-json", in -> JsonSanitizer.sanitize(in, in.length))
            .seed("{\"a\":\"\\u0000\\ud83d\\ude00\\ud83d \u0000\"}")
            .words("\\u", "\\ud83d", "\\ude00", "\\u0000", "\\\\"),
        FuzzTarget.json("kernel/cursor", in -> cursor(Base64.getUrlEncoder().encodeToString(in)))
            .expecting(ServiceException.class)
            .seed(Base64.getUrlDecoder().decode(cursor)),
        FuzzTarget.bytes("kernel/cursor-text", in -> cursor(text(in)))
            .expecting(ServiceException.class)
            .seed(cursor),
        FuzzTarget.bytes("kernel/times", FuzzTargets::times)
            .seed("2026-03-02T07:48:11.123456+01:00", "2026-03-02 07:48", "2026-03-02"),
        FuzzTarget.bytes("kernel/zip", in -> Deflate.inflate(in, 1000))
            .expecting(IllegalArgumentException.class)
            .seed(Deflate.deflate("some text that is some text".getBytes(StandardCharsets.UTF_8))));
  }

  private static String text(byte[] in) {
    return new String(in, StandardCharsets.UTF_8);
  }

  private static void cursor(String text) {
    KeysetCursor.decode(text, FILTERS);
    Cursor.decode(text, FILTERS, 2);
  }

  private static void times(byte[] in) {
    Times.parseInstant(text(in)).ifPresent(Times::format);
    Times.parseDate(text(in));
  }
}
