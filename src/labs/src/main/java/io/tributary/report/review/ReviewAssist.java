package io.tributary.report.review;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.http.JsonFields;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.report.interpret.DraftResult;
import io.tributary.report.interpret.ParsedReport;
import io.tributary.report.interpret.ReportInterpreter;
import io.tributary.report.interpret.ReviewedRow;
import io.tributary.report.loinc.LoincMatch;
import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.loinc.LoincQuery;
import io.tributary.report.parsing.SynonymRepo;
import io.tributary.report.review.ReviewService.Reviewer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Assistance for the review page: values derived from a corrected row, and LOINC search by name.
 */
final class ReviewAssist {
  private static final int MAX_TEXT_LENGTH = ReviewedData.MAX_TEXT_LENGTH;
  private static final int MAX_VALUE_LENGTH = ReviewedData.MAX_LONG_TEXT_LENGTH;
  private static final Pattern CODE = Pattern.compile("[0-9]{1,7}-[0-9]");

  private final Vertx vertx;
  private final ReviewRepo repo;
  private final SynonymRepo synonyms;
  private final Supplier<ReportInterpreter> interpreter;
  private final Supplier<Optional<LoincMatcher>> matcher;

  ReviewAssist(
      Vertx vertx,
      ReviewRepo repo,
      SynonymRepo synonyms,
      Supplier<ReportInterpreter> meaning,
      Supplier<Optional<LoincMatcher>> matcher) {
    this.vertx = vertx;
    this.repo = repo;
    this.synonyms = synonyms;
    this.interpreter = meaning;
    this.matcher = matcher;
  }

  /** Interprets one result again from corrected texts. Stores nothing. */
  Future<Response> derive(RequestContext call, JsonFields body, Reviewer who) {
    Optional<Integer> row = body.integer("row", 0, Integer.MAX_VALUE);
    ReviewedRow now =
        new ReviewedRow(
            body.requiredText("test_name", 1, MAX_TEXT_LENGTH),
            body.requiredText("value", 1, MAX_VALUE_LENGTH),
            body.text("units", MAX_TEXT_LENGTH).orElse(""),
            body.text("range", MAX_VALUE_LENGTH).orElse(""),
            body.text("flag", MAX_TEXT_LENGTH).orElse(""),
            body.text("source_panel_name", MAX_TEXT_LENGTH).orElse(""),
            body.text("specimen", MAX_TEXT_LENGTH).orElse(""),
            body.text("method", MAX_TEXT_LENGTH).orElse(""));
    call.requireValid();
    return repo.one(who.organisation(), who.job())
        .compose(
            job ->
                synonyms
                    .ofTeam(tenant(job))
                    .compose(
                        said ->
                            vertx.executeBlocking(
                                () -> {
                                  ObjectNode tree =
                                      ReviewDraft.of(Json.parse(job.getString("draft"))).tree();
                                  ParsedReport draft = ParsedReport.fromJson(tree);
                                  DraftResult before = resultOfRow(tree, draft, row);
                                  return interpreter
                                      .get()
                                      .reinterpretRow(draft, before, now, said)
                                      .toJson();
                                },
                                false)))
        .map(Response::ok);
  }

  private static Tenant tenant(Row job) {
    if (!job.getBoolean("is_read")) {
      throw ServiceException.conflict("this report has not been processed yet");
    }
    return Tenant.of(job.getUUID("team_id"), job.getString("environment"));
  }

  /** Returns null for a new row. */
  private static DraftResult resultOfRow(
      ObjectNode tree, ParsedReport draft, Optional<Integer> row) {
    for (int i = 0; i < draft.results().size() && row.isPresent(); i++) {
      if (tree.at("/results/" + i + "/row").intValue() == row.get()) {
        return draft.results().get(i);
      }
    }
    return null;
  }

  /** Searches LOINC codes by name or code. */
  Future<Response> search(RequestContext call, Reviewer who) {
    String text = call.query().requiredText("q").strip();
    String unit = call.query().text("unit").orElse("");
    String specimen = call.query().text("specimen").orElse("");
    if (text.length() > MAX_TEXT_LENGTH
        || unit.length() > MAX_TEXT_LENGTH
        || specimen.length() > MAX_TEXT_LENGTH) {
      call.query()
          .addError(
              "q",
              "String should have at most " + MAX_TEXT_LENGTH + " characters",
              "string_too_long");
    }
    call.requireValid();
    LoincQuery query =
        new LoincQuery(
            text,
            unit,
            "",
            specimen,
            "",
            CODE.matcher(text).matches() ? text : "",
            LoincQuery.ValueScale.UNKNOWN);
    return repo.head(who.organisation(), who.job())
        .compose(job -> synonyms.ofTeam(tenant(job)))
        .compose(
            said ->
                vertx.executeBlocking(
                    () -> matcher.get().map(m -> m.match(query, said)).orElse(List.of()), false))
        .map(found -> Response.ok(json(found)));
  }

  private static ObjectNode json(List<LoincMatch> found) {
    ObjectNode out = Json.object();
    ArrayNode matches = out.putArray("matches");
    for (LoincMatch m : found) {
      ObjectNode match =
          matches
              .addObject()
              .put("loinc_code", m.code())
              .put("loinc_name", m.name())
              .put("display_name", m.displayName());
      m.aliases().forEach(match.putArray("aliases")::add);
      match.put("confidence_score", Math.round(m.score() * 1000) / 1000.0);
    }
    return out;
  }
}
