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
 * Interpreted report before human review.
 *
 * @param results in printed order
 * @param decimalComma whether numbers use a decimal comma; empty in drafts from before this was
 *     stored
 * @param decimalCertain whether there was evidence for it
 */
public record ParsedReport(
    List<RawReport.PageInfo> sheets,
    DraftMetadata metadata,
    List<DraftResult> results,
    Optional<Boolean> decimalComma,
    boolean decimalCertain) {
  public ParsedReport {
    sheets = List.copyOf(sheets);
    results = List.copyOf(results);
  }

  /** Creates a report without a known number format. */
  public ParsedReport(
      List<RawReport.PageInfo> sheets, DraftMetadata metadata, List<DraftResult> results) {
    this(sheets, metadata, results, Optional.empty(), false);
  }

  /**
   * Returns the JSON with positions, confidences and warnings, for reviewers only, never for
   * clients.
   */
  public ObjectNode toJson() {
    ObjectNode out = Json.object();
    ArrayNode pages = out.putArray("sheets");
    for (RawReport.PageInfo s : sheets) {
      pages
          .addObject()
          .put("number", s.number())
          .put("width", s.width())
          .put("height", s.height())
          .put("source", s.source().name().toLowerCase(Locale.ROOT));
    }
    decimalComma.ifPresent(
        comma -> out.put("decimal_comma", comma).put("decimal_sure", decimalCertain));
    out.set("metadata", metadata.toClientJson());
    out.set("metadata_evidence", metadata.evidenceJson());
    ArrayNode rows = out.putArray("results");
    results.forEach(r -> rows.add(r.toJson()));
    return out;
  }

  /** Reads the stored JSON of a report. */
  public static ParsedReport fromJson(JsonNode n) {
    List<RawReport.PageInfo> sheets = new ArrayList<>();
    for (JsonNode s : n.path("sheets")) {
      sheets.add(
          new RawReport.PageInfo(
              s.path("number").asInt(),
              s.path("width").asDouble(),
              s.path("height").asDouble(),
              Page.Source.valueOf(s.path("source").asText().toUpperCase(Locale.ROOT))));
    }
    List<DraftResult> results = new ArrayList<>();
    n.path("results").forEach(r -> results.add(DraftReader.readResult(r)));
    return new ParsedReport(
        sheets,
        DraftMetadata.fromJson(n.path("metadata"), n.path("metadata_evidence")),
        results,
        PrintedJson.flag(n, "decimal_comma"),
        n.path("decimal_sure").asBoolean());
  }

  /**
   * Returns the JSON for clients.
   *
   * @param withDoubtful whether to include results with warnings
   */
  public ObjectNode toClientJson(boolean withDoubtful) {
    ObjectNode out = Json.object();
    out.set("metadata", metadata.toClientJson());
    ArrayNode rows = out.putArray("results");
    results.stream()
        .filter(r -> withDoubtful || !r.hasWarnings())
        .forEach(r -> rows.add(r.toClientJson()));
    return out;
  }

  /** Returns true if any result has a warning. */
  public boolean hasWarnings() {
    return countResultsWithWarnings() > 0;
  }

  /** Counts the results with warnings. */
  public int countResultsWithWarnings() {
    return (int) results.stream().filter(DraftResult::hasWarnings).count();
  }
}
