package io.tributary.lab.document;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Documents with fictitious data. */
final class SampleDocuments {
  static final LocalDate BORN = LocalDate.of(1980, 2, 29);
  static final LocalDate DAY = LocalDate.of(2026, 3, 2);
  static final String NUMBER = "TRB-4Q7KX2";
  static final String NAME = "Zo\u00e9 N\u00fa\u00f1ez-\u0141ukasiewicz";

  private SampleDocuments() {}

  static Requisition requisition(int tests) {
    return requisition(tests, NAME, "Please call \u03b1-feto results\nto the clinic.");
  }

  static Requisition requisition(int number, String patient, String notes) {
    List<Requisition.Test> tests = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      List<Requisition.Answer> answers =
          i == 1 ? List.of(new Requisition.Answer("Hours since the last meal?", "12")) : List.of();
      tests.add(
          new Requisition.Test(
              "%06d".formatted(100 + i), "Test number " + i + " in serum", answers));
    }
    return new Requisition(
        NUMBER,
        "Meridian Diagnostics",
        "1234567890",
        new Requisition.Patient(
            patient,
            BORN,
            "Female",
            List.of("12 Rue de l'\u00c9glise", "Phoenix, AZ 85004, US"),
            "+16025550123",
            "zoe@example.com"),
        new Requisition.Physician("Fran\u00e7ois O'Brien", "1234567893"),
        tests,
        List.of("E11.9", "Z00.00"),
        "Client",
        notes,
        true,
        true,
        DAY);
  }

  static TubeLabel label(String number) {
    return new TubeLabel(number, NAME, BORN, "F", DAY, "Meridian Diagnostics");
  }

  static ResultReport results(int number, boolean complete) {
    List<ResultReport.ResultLine> lines = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      ResultReport.Flag flag =
          switch (i % 4) {
            case 1, 2 -> ResultReport.Flag.HIGH;
            case 3 -> ResultReport.Flag.CRITICAL;
            default -> ResultReport.Flag.NONE;
          };
      lines.add(
          new ResultReport.ResultLine(
              "Glucose " + i + " in serum",
              String.valueOf(80 + 20 * (i % 4)),
              "mg/dL",
              "70\u201399",
              flag,
              i == 2 ? "Goal: \u2265 60 \u00b5mol/L, see the guideline of the laboratory." : ""));
    }
    return new ResultReport(
        NAME,
        "Meridian Diagnostics",
        NUMBER,
        complete,
        List.of(
            new ResultReport.Fact("Born", "29 Feb 1980"),
            new ResultReport.Fact("Collected", "2 Mar 2026"),
            new ResultReport.Fact("Reported", "3 Mar 2026"),
            new ResultReport.Fact("Physician", "Fran\u00e7ois O'Brien")),
        lines,
        complete
            ? List.of(new ResultReport.MissingResult("Insulin in serum", "Quantity not sufficient"))
            : List.of());
  }

  static Instructions instructions() {
    return new Instructions(
        "Lipid Panel",
        "Meridian Diagnostics",
        NUMBER,
        List.of(
            "Do not eat for ten hours before; water is allowed.",
            "Drink water in the morning.",
            "Bring the requisition and a photo ID."));
  }
}
