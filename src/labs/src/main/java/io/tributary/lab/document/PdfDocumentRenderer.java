package io.tributary.lab.document;

import io.tributary.lab.document.PdfPageWriter.Cell;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/** Renders the documents of an order as PDF. CPU-intensive: never call on an event loop. */
public final class PdfDocumentRenderer {
  private static final PDRectangle LETTER = PDRectangle.LETTER;
  private static final PDRectangle LABEL = new PDRectangle(216, 108);
  private static final float MARGIN = 48;
  private static final DateTimeFormatter DATE_FORMAT =
      DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH);

  private PdfDocumentRenderer() {}

  /** Date format that cannot be misread as day-month or month-day. */
  static String formatDate(LocalDate date) {
    return DATE_FORMAT.format(date);
  }

  /** Renders a requisition of one or more pages; the first page carries its number as a QR code. */
  public static byte[] requisition(Requisition r) {
    try (PdfPageWriter s = new PdfPageWriter(LETTER, MARGIN, "Requisition " + r.number())) {
      float side = 92;
      float top = s.y();
      Barcodes.drawQrCode(s, r.number(), s.left() + s.width() - side, top - side, side);
      s.drawText("Laboratory requisition", s.left(), top - 18, 18, true, Color.DARK);
      s.drawText(r.laboratory(), s.left(), top - 38, 11, false, Color.DARK);
      s.drawText("No. " + r.number(), s.left(), top - 56, 11, true, Color.DARK);
      String account = r.account().isEmpty() ? "" : "Account " + r.account();
      s.drawText(account, s.left(), top - 72, 9, false, Color.MUTED);
      s.drawText(r.urgent() ? "STAT" : "", s.left() + 240, top - 18, 18, true, Color.CRITICAL);
      s.moveDown(side + 4);
      drawPeople(s, r);
      drawTests(s, r);
      if (!r.diagnoses().isEmpty()) {
        s.heading("Reasons (ICD-10)");
        s.paragraph(String.join(", ", r.diagnoses()), 10, false, Color.DARK);
      }
      if (!r.notes().isEmpty()) {
        s.heading("Notes for the laboratory");
        s.paragraph(r.notes(), 10, false, Color.DARK);
      }
      return s.finish("Requisition " + r.number() + "  \u00b7  " + r.patient().name());
    }
  }

  private static void drawPeople(PdfPageWriter s, Requisition r) {
    float[] shares = {0.18f, 0.82f};
    s.heading("Patient");
    drawFact(s, shares, "Name", r.patient().name());
    drawFact(s, shares, "Born", formatDate(r.patient().birthDate()));
    drawFact(s, shares, "Sex", r.patient().sex());
    drawFact(s, shares, "Address", String.join("\n", r.patient().address()));
    drawFact(s, shares, "Phone", r.patient().phone());
    drawFact(s, shares, "Mail", r.patient().email());
    s.heading("Order");
    drawFact(s, shares, "Ordered", formatDate(r.ordered()));
    String npi = r.physician().npi().isEmpty() ? "" : "  (NPI " + r.physician().npi() + ")";
    drawFact(s, shares, "Physician", r.physician().name() + npi);
    drawFact(s, shares, "Bill", r.bill());
    drawFact(s, shares, "Fasting", r.fasting() ? "Yes" : "No");
  }

  private static void drawFact(PdfPageWriter s, float[] shares, String name, String value) {
    if (!value.isBlank()) {
      s.row(shares, List.of(Cell.muted(name), Cell.of(value)), 10, false);
    }
  }

  private static void drawTests(PdfPageWriter s, Requisition r) {
    float[] shares = {0.18f, 0.82f};
    Runnable head = () -> s.row(shares, List.of(Cell.bold("Code"), Cell.bold("Test")), 10, true);
    s.heading("Tests (" + r.tests().size() + ")");
    head.run();
    s.setPageHeader(head);
    for (Requisition.Test t : r.tests()) {
      StringBuilder text = new StringBuilder(t.name());
      t.answers()
          .forEach(a -> text.append("\n  ").append(a.question()).append(": ").append(a.answer()));
      s.row(shares, List.of(Cell.of(t.code()), Cell.of(text.toString())), 10, false);
    }
    s.setPageHeader(null);
  }

  /** Renders labels, one small page each. */
  public static byte[] labels(TubeLabel label, int number) {
    try (PdfPageWriter s = new PdfPageWriter(LABEL, 8, "Labels " + label.number())) {
      for (int i = 0; i < number; i++) {
        if (i > 0) {
          s.newPage();
        }
        drawLabel(s, label);
      }
      return s.finish("");
    }
  }

  private static void drawLabel(PdfPageWriter s, TubeLabel l) {
    float top = s.y();
    boolean bars = Barcodes.fitsBars(l.number());
    float width = bars ? s.width() : s.width() - 66;
    s.drawText(truncate(s, l.patient(), 11, width), s.left(), top - 10, 11, true, Color.DARK);
    String who = "Born " + formatDate(l.birthDate()) + (l.sex().isEmpty() ? "" : "   " + l.sex());
    s.drawText(truncate(s, who, 8, width), s.left(), top - 22, 8, false, Color.DARK);
    s.drawText("Collected " + formatDate(l.collected()), s.left(), top - 33, 8, false, Color.DARK);
    if (bars) {
      Barcodes.drawCode128(s, l.number(), s.left(), top - 76, s.width(), 38);
    } else {
      Barcodes.drawQrCode(s, l.number(), s.left() + s.width() - 64, top - 68, 64);
    }
    s.drawText(truncate(s, l.number(), 9, s.width()), s.left(), top - 87, 9, true, Color.DARK);
    float at = s.left() + s.width() / 2;
    s.drawText(truncate(s, l.laboratory(), 7, s.width() / 2), at, top - 87, 7, false, Color.MUTED);
  }

  /** Truncates a text that does not fit the single line of a label, and marks the truncation. */
  private static String truncate(PdfPageWriter s, String text, float size, float width) {
    List<String> lines = s.font().wrap(text, size, width);
    return lines.size() == 1
        ? lines.getFirst()
        : s.font().wrap(text, size, width - size).getFirst() + "\u2026";
  }

  /** Renders the patient instructions on one page. */
  public static byte[] instructions(Instructions i) {
    try (PdfPageWriter s = new PdfPageWriter(LETTER, MARGIN, "Collection instructions")) {
      s.paragraph("How your sample is collected", 18, true, Color.DARK);
      s.paragraph(i.test(), 12, false, Color.DARK);
      s.paragraph(i.laboratory(), 10, false, Color.MUTED);
      if (!i.number().isEmpty()) {
        s.paragraph("Requisition " + i.number(), 10, false, Color.MUTED);
      }
      s.moveDown(14);
      float[] shares = {0.07f, 0.93f};
      for (int n = 0; n < i.steps().size(); n++) {
        s.row(
            shares,
            List.of(Cell.bold(String.valueOf(n + 1)), Cell.of(i.steps().get(n))),
            11,
            n % 2 == 1);
      }
      return s.finish("Ask your care team if anything here is unclear.");
    }
  }

  /** Renders a result report on as many pages as needed. */
  public static byte[] results(ResultReport r) {
    try (PdfPageWriter s = new PdfPageWriter(LETTER, MARGIN, "Results " + r.number())) {
      s.paragraph("Laboratory results", 18, true, Color.DARK);
      s.paragraph(r.laboratory(), 11, false, Color.DARK);
      if (!r.complete()) {
        s.paragraph("Partial: more results are expected.", 10, true, Color.CRITICAL);
      }
      s.moveDown(6);
      float[] shares = {0.22f, 0.78f};
      drawFact(s, shares, "Patient", r.patient());
      r.facts().forEach(f -> drawFact(s, shares, f.name(), f.value()));
      drawResults(s, r);
      drawMissing(s, r);
      return s.finish("Requisition " + r.number() + "  \u00b7  " + r.patient());
    }
  }

  private static void drawResults(PdfPageWriter s, ResultReport r) {
    float[] shares = {0.34f, 0.22f, 0.12f, 0.18f, 0.14f};
    Runnable head =
        () ->
            s.row(
                shares,
                List.of(
                    Cell.bold("Test"),
                    Cell.bold("Result"),
                    Cell.bold("Unit"),
                    Cell.bold("Reference"),
                    Cell.bold("Flag")),
                9,
                true);
    s.heading("Results (" + r.lines().size() + ")");
    head.run();
    s.setPageHeader(head);
    for (ResultReport.ResultLine l : r.lines()) {
      boolean marked = l.flag() != ResultReport.Flag.NONE;
      Color color = l.flag() == ResultReport.Flag.CRITICAL ? Color.CRITICAL : Color.DARK;
      s.row(
          shares,
          List.of(
              Cell.of(l.name()),
              new Cell(l.value(), marked, color),
              Cell.of(l.unit()),
              Cell.of(l.range()),
              new Cell(l.flag().label(), marked, color)),
          9,
          false);
      if (!l.notes().isBlank()) {
        s.row(new float[] {0.04f, 0.96f}, List.of(Cell.of(""), Cell.muted(l.notes())), 8, false);
      }
    }
    s.setPageHeader(null);
  }

  private static void drawMissing(PdfPageWriter s, ResultReport r) {
    if (r.missing().isEmpty()) {
      return;
    }
    s.heading("Not available (" + r.missing().size() + ")");
    for (ResultReport.MissingResult g : r.missing()) {
      s.row(new float[] {0.34f, 0.66f}, List.of(Cell.of(g.name()), Cell.of(g.reason())), 9, false);
    }
  }
}
