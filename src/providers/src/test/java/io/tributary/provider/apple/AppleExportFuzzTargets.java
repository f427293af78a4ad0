package io.tributary.provider.apple;

import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.testkit.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;

/** Fuzz targets: the XML of an Apple Health export. */
public final class AppleExportFuzzTargets {
  private AppleExportFuzzTargets() {}

  public static List<FuzzTarget> all() {
    return List.of(
        FuzzTarget.bytes("apple/xml", AppleExportFuzzTargets::read)
            .expecting(InvalidExportException.class)
            .seed(
                ExportXml.file(
                    List.of(
                        ExportXml.watch(
                            "HKQuantityTypeIdentifierHeartRate",
                            "count/min",
                            ExportXml.AT,
                            ExportXml.LATER,
                            "61"),
                        ExportXml.phone(
                            "HKQuantityTypeIdentifierStepCount",
                            "count",
                            ExportXml.AT,
                            ExportXml.LATER,
                            "612"),
                        ExportXml.watch(
                            "HKCategoryTypeIdentifierSleepAnalysis",
                            "",
                            ExportXml.AT,
                            ExportXml.LATER,
                            "HKCategoryValueSleepAnalysisAsleepREM"),
                        ExportXml.phone(
                            "HKQuantityTypeIdentifierBodyMass",
                            "lb",
                            ExportXml.AT,
                            ExportXml.AT,
                            "150.5"),
                        ExportXml.workout(ExportXml.meta("HKTimeZone", "Europe/Berlin")))))
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
