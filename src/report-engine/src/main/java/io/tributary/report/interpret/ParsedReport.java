package io.tributary.report.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.report.page.Page;
import io.tributary.report.page.RawReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A report as it was understood, before people look at it.
 *
 * @param results in the order of the paper
 * @param decimalComma whether its numbers have commas before their decimals; empty in drafts of
 *     before that was kept
 * @param decimalSure whether anything told so
 */
public record ParsedReport(
    List<RawReport.Sheet> sheets,
    DraftMetadata metadata,
    List<DraftResult> results,
    Optional<Boolean> decimalComma,
    boolean decimalSure) {
  public ParsedReport {
    sheets = List.copyOf(sheets);
    results = List.copyOf(results);
  }

  /** One that does not say how its numbers are written. */
  public ParsedReport(
      List<RawReport.Sheet> sheets, DraftMetadata metadata, List<DraftResult> results) {
    this(sheets, metadata, results, Optional.empty(), false);
  }

  /** With places, confidences and doubts: for those who review it, never for clients. */
  public ObjectNode toJson() {
    ObjectNode out = Json.object();
    ArrayNode pages = out.putArray("sheets");
    for (RawReport.Sheet s : sheets) {
      pages
          .addObject()
          .put("number", s.number())
          .put("width", s.width())
          .put("height", s.height())
          .put("source", s.source().name().toLowerCase(Locale.ROOT));
    }
    decimalComma.ifPresent(
        comma -> out.put("decimal_comma", comma).put("decimal_sure", decimalSure));
    out.set("metadata", metadata.wire());
    out.set("metadata_evidence", metadata.evidenceJson());
    ArrayNode rows = out.putArray("results");
    results.forEach(r -> rows.add(r.toJson()));
    return out;
  }

  /** What {@link #toJson} wrote. */
  public static ParsedReport fromJson(JsonNode n) {
    List<RawReport.Sheet> sheets = new ArrayList<>();
    for (JsonNode s : n.path("sheets")) {
      sheets.add(
          new RawReport.Sheet(
              s.path("number").asInt(),
              s.path("width").asDouble(),
              s.path("height").asDouble(),
              Page.Source.valueOf(s.path("source").asText().toUpperCase(Locale.ROOT))));
    }
    List<DraftResult> results = new ArrayList<>();
    n.path("results").forEach(r -> results.add(DraftReader.result(r)));
    return new ParsedReport(
        sheets,
        DraftMetadata.fromJson(n.path("metadata"), n.path("metadata_evidence")),
        results,
        PrintedJson.flag(n, "decimal_comma"),
        n.path("decimal_sure").asBoolean());
  }

  /**
   * As clients get it.
   *
   * @param withDoubtful whether results in doubt are in it
   */
  public ObjectNode data(boolean withDoubtful) {
    ObjectNode out = Json.object();
    out.set("metadata", metadata.wire());
    ArrayNode rows = out.putArray("results");
    results.stream().filter(r -> withDoubtful || !r.isDoubtful()).forEach(r -> rows.add(r.wire()));
    return out;
  }

  /** Whether any result is in doubt. */
  public boolean doubtful() {
    return doubtfulResults() > 0;
  }

  /** How many results are in doubt. */
  public int doubtfulResults() {
    return (int) results.stream().filter(DraftResult::isDoubtful).count();
  }
}
