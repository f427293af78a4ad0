package io.tributary.report.review;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ReportConfig;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.KeysetCursor;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.http.JsonFields;
import io.tributary.http.KeyScope;
import io.tributary.http.ManagementPath;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.report.review.ReviewService.Reviewer;
import io.tributary.team.ApiKeyAuthenticator;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Review routes of the management API. */
final class ReviewRoutes implements Routes.Source {
  static final String LIST_PATH = "/v1/org/{org_id}/lab_report/review";
  static final String REPORT_PATH = LIST_PATH + "/{job_id}";

  /** Length of link and session tokens: 43 characters of an alphabet of 62 hold 256 bits. */
  static final int TOKEN_LENGTH = 43;

  /**
   * Maximum body size: corrected data of the maximum number of results, each with its candidates.
   */
  static final int DATA_LIMIT = 16 << 20;

  static final int MAX_NAME_LENGTH = 100;
  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_LIMIT = 100;

  private final Db db;
  private final ReviewRepo repo;
  private final ReviewHandlers calls;
  private final ReviewLinks links;
  private final ReportConfig.Review settings;
  private final Supplier<String> publicUrl;

  ReviewRoutes(
      Db db,
      ReviewRepo repo,
      ReviewHandlers calls,
      ReviewLinks links,
      ReportConfig.Review life,
      Supplier<String> publicUrl) {
    this.db = db;
    this.repo = repo;
    this.calls = calls;
    this.links = links;
    this.settings = life;
    this.publicUrl = publicUrl;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get(LIST_PATH, RouteAccess.MANAGEMENT, this::page)
        .get(REPORT_PATH, RouteAccess.MANAGEMENT, c -> calls.view(org(c), job(c)))
        .get(
            REPORT_PATH + "/file/{part}",
            RouteAccess.MANAGEMENT,
            c -> calls.file(c, org(c), job(c)))
        .get(
            REPORT_PATH + "/page/{page}",
            RouteAccess.MANAGEMENT,
            c -> calls.page(c, org(c), job(c)))
        .post(
            REPORT_PATH + "/claim",
            RouteAccess.MANAGEMENT,
            c -> withReviewer(c, (b, who) -> calls.claim(who)))
        .post(
            REPORT_PATH + "/release",
            RouteAccess.MANAGEMENT,
            c -> withReviewer(c, (b, who) -> calls.release(who)))
        .add(
            HttpMethod.PUT,
            REPORT_PATH + "/data",
            RouteAccess.MANAGEMENT,
            DATA_LIMIT,
            c -> calls.save(c, body -> requireReviewer(c, body)))
        .post(
            REPORT_PATH + "/approve",
            RouteAccess.MANAGEMENT,
            c -> withReviewer(c, (b, who) -> calls.approve(who)))
        .post(
            REPORT_PATH + "/reject",
            RouteAccess.MANAGEMENT,
            c -> withReviewer(c, (b, who) -> calls.reject(c, b, who)))
        .post(REPORT_PATH + "/link", RouteAccess.MANAGEMENT, this::link);
  }

  private static UUID org(RequestContext call) {
    return ManagementPath.organisation(call);
  }

  private static UUID job(RequestContext call) {
    return call.pathUuid("job_id");
  }

  /** Handles a call whose body names the reviewer. */
  private static Future<Response> withReviewer(
      RequestContext call, BiFunction<JsonFields, Reviewer, Future<Response>> work) {
    JsonFields body = call.body();
    return work.apply(body, requireReviewer(call, body));
  }

  private static Reviewer requireReviewer(RequestContext call, JsonFields body) {
    Reviewer who = reviewer(org(call), job(call), body);
    if (who.name() == null) {
      call.requireValid();
    }
    return who;
  }

  private static Reviewer reviewer(UUID org, UUID job, JsonFields body) {
    String name = body.requiredText("reviewer", 1, MAX_NAME_LENGTH);
    if (name != null && name.isBlank()) {
      body.addError("reviewer", "String should not be blank", "string_too_short");
      name = null;
    }
    return new Reviewer(org, job, name == null ? null : name.strip());
  }

  private Future<Response> page(RequestContext call) {
    UUID org = org(call);
    QueryParameters q = call.query();
    ReviewRepo.Filter filter =
        new ReviewRepo.Filter(
            q.uuid("team_id"),
            q.choice("environment", Environment::of, List.of("production", "sandbox")));
    int limit = q.integer("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
    String cursor = q.text("next_cursor").orElse(null);
    call.requireValid();
    List<?> filters = List.of("report_review", org, filter);
    return repo.page(org, filter, KeysetCursor.decode(cursor, filters), limit + 1)
        .map(rows -> Response.ok(page(rows, limit, filters)));
  }

  private static ObjectNode page(List<Row> rows, int limit, List<?> filters) {
    List<Row> shown = rows.size() > limit ? rows.subList(0, limit) : rows;
    ObjectNode out = Json.object();
    ArrayNode data = out.putArray("data");
    shown.forEach(
        r ->
            data.add(
                ReviewRepo.toJson(r)
                    .put("results", r.getInteger("results"))
                    .put("doubtful_results", r.getInteger("doubtful"))));
    Row last = rows.size() > limit ? shown.getLast() : null;
    return out.put(
        "next_cursor",
        last == null
            ? null
            : KeysetCursor.encode(
                filters, RowMapping.instant(last, "created_at"), last.getUUID("id")));
  }

  private Future<Response> link(RequestContext call) {
    UUID org = org(call);
    JsonFields body = call.body();
    Reviewer who = reviewer(org, job(call), body);
    int seconds =
        body.integer(
                "expires_in",
                (int) ReportConfig.Review.MIN_LINK_LIFETIME.toSeconds(),
                (int) settings.maxLinkTtl().toSeconds())
            .orElse((int) settings.linkTtl().toSeconds());
    call.requireValid();
    // The link displays the report, so the key needs the read scope.
    call.caller().requireScopes(Set.of(KeyScope.READ));
    String token = Ids.randomBase62(TOKEN_LENGTH);
    // Browsers never send the fragment after #, so the token appears in no log, proxy or Referer
    // header.
    String url = publicUrl.get() + ReviewPage.PAGE + "/" + who.job() + "#link=" + token;
    String key = call.header(ApiKeyAuthenticator.MANAGEMENT_HEADER);
    return db.txAsync(
            tx -> {
              String status = repo.lockHead(tx, org, who.job()).getString("status");
              if (!status.equals("pending_review")) {
                throw ServiceException.conflict(
                    "this report is " + status + " and cannot be reviewed");
              }
              return links.add(tx, who, token, key, seconds);
            })
        .map(expiry -> Response.ok(linkJson(url, expiry)));
  }

  private static ObjectNode linkJson(String url, Instant expiry) {
    return Json.object().put("url", url).put("expires_at", Times.format(expiry));
  }
}
