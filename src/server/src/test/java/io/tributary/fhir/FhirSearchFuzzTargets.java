package io.tributary.fhir;

import io.tributary.testkit.fuzz.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Fuzz targets: values of FHIR search parameters. */
public final class FhirSearchFuzzTargets {
  private FhirSearchFuzzTargets() {}

  public static List<FuzzTarget> all() {
    return List.of(
        FuzzTarget.bytes("fhir/date", in -> date(text(in)))
            .seed(
                "ge2026-03-02",
                "2026",
                "eq2026-03",
                "lt2026-03-02T07:48:11.5+01:00",
                "eb2026-03-02T07:48Z")
            .words("eq", "sa", "9999-12-31", "0000", "T23:59:60", "+18:00"),
        FuzzTarget.bytes("fhir/token", in -> TokenParameter.parseList(text(in)))
            .seed("http://loinc.org|8867-4,|x,y,a|", "final")
            .words("|", ",", "\\,", "\\|"));
  }

  private static void date(String value) {
    Optional<DateRangeFilter> narrowed = DateParameter.narrow(DateRangeFilter.ALWAYS, value);
    narrowed.ifPresent(DateRangeFilter::toString);
  }

  private static String text(byte[] in) {
    return new String(in, StandardCharsets.UTF_8);
  }
}
