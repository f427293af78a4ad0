package io.tributary.provider.apple;

import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.testkit.fuzz.Target;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;

/** The XML of an Apple Health export. */
public final class AppleTargets {
  private AppleTargets() {}

  public static List<Target> all() {
    return List.of(
        Target.bytes("apple/xml", AppleTargets::read)
            .refusing(InvalidExportException.class)
            .seed(
                Xml.file(
                    List.of(
                        Xml.watch(
                            "HKQuantityTypeIdentifierHeartRate",
                            "count/min",
                            Xml.AT,
                            Xml.LATER,
                            "61"),
                        Xml.phone(
                            "HKQuantityTypeIdentifierStepCount", "count", Xml.AT, Xml.LATER, "612"),
                        Xml.watch(
                            "HKCategoryTypeIdentifierSleepAnalysis",
                            "",
                            Xml.AT,
                            Xml.LATER,
                            "HKCategoryValueSleepAnalysisAsleepREM"),
                        Xml.phone(
                            "HKQuantityTypeIdentifierBodyMass", "lb", Xml.AT, Xml.AT, "150.5"),
                        Xml.workout(Xml.meta("HKTimeZone", "Europe/Berlin")))))
            .words(
                "<Record ",
                "/>",
                "</Record>",
                "&#x0;",
                "&amp;",
                "<!--",
                "]]>",
                "startDate=\"",
                "value=\"",
                "unit=\"mmol<180.15588>/L\"",
                "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\">",
                "2026-13-45 25:61:61 +9999"));
  }

  private static void read(byte[] in) throws IOException {
    ExportReader reader =
        new ExportReader(
            new ByteArrayInputStream(in),
            0,
            new ExportReader.ExportSink() {
              @Override
              public Source source(HkSource by) {
                return Source.of("apple_health_kit", SourceType.WATCH);
              }

              @Override
              public void sample(Sample sample) {}

              @Override
              public void pendingRecord(PendingRecord fact) {}
            });
    while (reader.next()) {
      reader.position();
    }
  }
}
