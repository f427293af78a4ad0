package io.tributary.report.layout;

import io.tributary.report.interpret.ReportInterpreter;
import io.tributary.report.interpret.Thresholds;
import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.ReportUnreadable;
import io.tributary.testkit.fuzz.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Fuzz targets: words on a report page, from layout to interpretation. */
public final class ReportLayoutFuzzTargets {
  private static final ReportInterpreter MEANING =
      new ReportInterpreter(LoincMatcher.bundled(), Thresholds.DEFAULT);

  private ReportLayoutFuzzTargets() {}

  public static List<FuzzTarget> all() {
    return List.of(
        FuzzTarget.bytes(
                "report/page",
                in ->
                    MEANING.interpret(
                        ReportLayoutReader.read(
                            TextPage.all(new String(in, StandardCharsets.UTF_8).split("\f"))),
                        Synonyms.NONE))
            .expecting(ReportUnreadable.class)
            .seed(
                """
                Example Laboratory                    Patient: Ann Example
                Collected: 03/02/2026  Age: 39 Y      DOB 05/17/1986  Sex F
                Test              Result   Flag   Units     Reference Range
                LIPID PANEL
                Cholesterol       212      H      mg/dL     <200
                HDL               61              mg/dL     >= 40
                Triglycerides     1.2e3           mg/dL     30 - 149
                TSH               <0,01    L      mIU/L     0,45 bis 4,5
                WBC               5.4             x10^3/uL  M: 3.4-10.8 F: 3.0 - 9.9
                Urine color       Yellow                    Yellow
                """)
            .words(
                "<",
                ">",
                "-",
                "..",
                "1,234.56",
                "10^9/L",
                "\u00b5g/dL",
                "Reference Range",
                "Result",
                "Units",
                "H*",
                "**",
                "\f",
                "0",
                "1-",
                "-1",
                "99999999999999999999",
                "DOB",
                "02/30/2026",
                "Age: 999 Y",
                "(",
                "%",
                "\u2264",
                "\u00bd",
                "NEGATIVE",
                "see note"));
  }
}
