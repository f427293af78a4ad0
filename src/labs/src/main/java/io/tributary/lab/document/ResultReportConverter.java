package io.tributary.lab.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Times;
import io.tributary.lab.document.ResultReport.Fact;
import io.tributary.lab.document.ResultReport.Flag;
import io.tributary.lab.document.ResultReport.MissingResult;
import io.tributary.lab.document.ResultReport.ResultLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.multipdf.PDFMergerUtility;

/**
 * Converts results from their API form into reports. CPU-intensive: never call on an event loop.
 */
final class ResultReportConverter {
  private ResultReportConverter() {}

  static ResultReport toReport(JsonNode report, boolean complete) {
    JsonNode m = report.get("metadata");
    List<ResultLine> lines = new ArrayList<>();
    report.get("results").forEach(r -> lines.add(toLine(r)));
    List<MissingResult> gaps = new ArrayList<>();
    report
        .get("missing_results")
        .forEach(g -> gaps.add(new MissingResult(text(g, "name"), reason(g))));
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("Born", PdfDocumentRenderer.formatDate(LocalDate.parse(text(m, "dob")))));
    addFact(facts, "Collected", day(text(m, "date_collected")));
    addFact(facts, "Received", day(text(m, "date_received")));
    addFact(facts, "Reported", day(text(m, "date_reported")));
    addFact(facts, "Specimen", text(m, "specimen_number"));
    addFact(facts, "Physician", text(m, "provider"));
    addFact(facts, "CLIA", text(m, "clia_number"));
    return new ResultReport(
        text(m, "patient"),
        text(m, "laboratory"),
        text(m, "specimen_number"),
        complete,
        facts,
        lines,
        gaps);
  }

  private static void addFact(List<Fact> facts, String name, String value) {
    if (!value.isEmpty()) {
      facts.add(new Fact(name, value));
    }
  }

  private static String day(String instant) {
    return Times.parseInstant(instant)
        .map(
            t -> PdfDocumentRenderer.formatDate(t.atOffset(java.time.ZoneOffset.UTC).toLocalDate()))
        .orElse("");
  }

  private static ResultLine toLine(JsonNode r) {
    String value = text(r, "result");
    String notes = text(r, "notes");
    // A non-numeric value is repeated at the start of its notes.
    String more = notes.startsWith(value) ? notes.substring(value.length()).strip() : notes;
    return new ResultLine(
        text(r, "name"),
        value,
        displayUnit(text(r, "unit")),
        text(r, "reference_range"),
        toFlag(r),
        more);
  }

  /**
   * Returns a unit as a reader expects it. UCUM writes words in braces with underscores, such as
   * {@code mL/min/{1.73_m2}}.
   */
  private static String displayUnit(String unit) {
    StringBuilder out = new StringBuilder();
    boolean annotation = false;
    for (char c : unit.toCharArray()) {
      if (c == '{' || c == '}') {
        annotation = c == '{';
      } else {
        out.append(annotation && c == '_' ? ' ' : c);
      }
    }
    return out.toString();
  }

  private static Flag toFlag(JsonNode r) {
    return switch (text(r, "interpretation")) {
      case "critical" -> Flag.CRITICAL;
      case "abnormal" ->
          r.path("is_above_max_range").asBoolean()
              ? Flag.HIGH
              : r.path("is_below_min_range").asBoolean() ? Flag.LOW : Flag.ABNORMAL;
      default -> Flag.NONE;
    };
  }

  private static String reason(JsonNode missing) {
    String note = text(missing, "note");
    return note.isEmpty() ? text(missing, "inferred_failure_type").replace('_', ' ') : note;
  }

  private static String text(JsonNode of, String field) {
    JsonNode v = of.path(field);
    return v.isTextual() ? v.textValue() : "";
  }

  /** Merges several files into one, in order. */
  static byte[] mergePdfs(List<byte[]> files) {
    if (files.size() == 1) {
      return files.getFirst();
    }
    try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      PDFMergerUtility merger = new PDFMergerUtility();
      files.forEach(f -> merger.addSource(new RandomAccessReadBuffer(f)));
      merger.setDestinationStream(out);
      merger.mergeDocuments(IOUtils.createMemoryOnlyStreamCache());
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
