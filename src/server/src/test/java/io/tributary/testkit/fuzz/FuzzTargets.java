package io.tributary.testkit.fuzz;

import io.tributary.aggregate.AggregateTargets;
import io.tributary.bus.BusTargets;
import io.tributary.config.ConfigTargets;
import io.tributary.core.Cursor;
import io.tributary.core.Deflate;
import io.tributary.core.Json;
import io.tributary.core.JsonSanitizer;
import io.tributary.core.KeysetCursor;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.eventlog.PlaceTargets;
import io.tributary.fhir.SearchTargets;
import io.tributary.healthimport.ImportTargets;
import io.tributary.http.HttpTargets;
import io.tributary.lab.exchange.LabTargets;
import io.tributary.lab.protocol.fhir.FhirTargets;
import io.tributary.link.FormTargets;
import io.tributary.provider.ProviderTargets;
import io.tributary.provider.apple.AppleTargets;
import io.tributary.provider.sdk.PushTargets;
import io.tributary.report.extract.ExtractTargets;
import io.tributary.report.layout.ReportTargets;
import io.tributary.streaming.StreamTargets;
import io.tributary.telemetry.TraceTargets;
import io.tributary.workout.WorkoutFileTargets;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/** Every parser of what comes from outside; a new one belongs here. */
final class FuzzTargets {
  private static final List<String> FILTERS = List.of("a");

  private FuzzTargets() {}

  static List<Target> all() {
    List<Target> out = new ArrayList<>(kernel());
    out.addAll(HttpTargets.all());
    out.addAll(TraceTargets.all());
    out.addAll(BusTargets.all());
    out.addAll(StreamTargets.all());
    out.addAll(ConfigTargets.all());
    out.addAll(PlaceTargets.all());
    out.addAll(AggregateTargets.all());
    out.addAll(SearchTargets.all());
    out.addAll(FormTargets.all());
    out.addAll(PushTargets.all());
    out.addAll(ProviderTargets.all());
    out.addAll(WorkoutFileTargets.all());
    out.addAll(AppleTargets.all());
    out.addAll(ImportTargets.all());
    out.addAll(LabTargets.all());
    out.addAll(FhirTargets.all());
    out.addAll(ReportTargets.all());
    out.addAll(ExtractTargets.all());
    out.forEach(FuzzTargets::check);
    return out;
  }

  private static void check(Target target) {
    if (target.seeds().isEmpty()) {
      throw new IllegalStateException(target + " has nothing to begin with");
    }
  }

  private static List<Target> kernel() {
    String cursor = KeysetCursor.encode(FILTERS, Instant.EPOCH, new UUID(1, 2));
    return List.of(
        Target.bytes("kernel/json", Json::parse)
            .refusing(IllegalArgumentException.class)
            .seed("{\"a\":[1,-2.5e3,true,null,\"\\u00e9\\ud83d\\ude00\"],\"b\":{}}"),
        Target.bytes("kernel/foreign-json", in -> JsonSanitizer.sanitize(in, in.length))
            .seed("{\"a\":\"\\u0000\\ud83d\\ude00\\ud83d \u0000\"}")
            .words("\\u", "\\ud83d", "\\ude00", "\\u0000", "\\\\"),
        Target.json("kernel/cursor", in -> cursor(Base64.getUrlEncoder().encodeToString(in)))
            .refusing(ServiceException.class)
            .seed(Base64.getUrlDecoder().decode(cursor)),
        Target.bytes("kernel/cursor-text", in -> cursor(text(in)))
            .refusing(ServiceException.class)
            .seed(cursor),
        Target.bytes("kernel/times", FuzzTargets::times)
            .seed("2026-03-02T07:48:11.123456+01:00", "2026-03-02 07:48", "2026-03-02"),
        Target.bytes("kernel/zip", in -> Deflate.inflate(in, 1000))
            .refusing(IllegalArgumentException.class)
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
