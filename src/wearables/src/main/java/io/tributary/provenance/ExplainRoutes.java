package io.tributary.provenance;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.config.ProvenanceConfig;
import io.tributary.core.Cursor;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.http.JsonFields;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.model.Resource;
import io.tributary.read.MergedSamples;
import io.tributary.read.TimeRange;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Routes under /v2/explain: provenance, merges and remapping. */
final class ExplainRoutes implements Routes.Source {
  private final Bus bus;
  private final RemapRepo runs;
  private final ProvenanceConfig settings;

  ExplainRoutes(Bus bus, RemapRepo runs, ProvenanceConfig settings) {
    this.bus = bus;
    this.runs = runs;
    this.settings = settings;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get("/v2/explain/summary/{summary_id}", RouteAccess.TEAM, this::summary)
        .get("/v2/explain/timeseries/{user_id}/{path}", RouteAccess.TEAM, this::sample)
        .get("/v2/explain/merge/{user_id}/{path}", RouteAccess.TEAM, this::merge)
        .post("/v2/explain/renormalise/{user_id}", RouteAccess.TEAM, this::remap)
        .get("/v2/explain/renormalise/{user_id}/{run_id}", RouteAccess.TEAM, this::run);
  }

  private Future<Response> summary(RequestContext call) {
    UUID id = call.pathUuid("summary_id");
    boolean data = booleanParameter(call.query(), "data");
    call.requireValid();
    return request(new ExplainMessages.ExplainSummary(call.tenant(), id, data)).map(Response::ok);
  }

  private Future<Response> sample(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    Resource resource = timeseries(call);
    QueryParameters q = call.query();
    String text = q.requiredText("timestamp");
    Optional<Instant> at = Times.parseInstant(text);
    if (at.isEmpty() && !text.isEmpty()) {
      q.addError("timestamp", "Input should be an ISO 8601 date-time", "datetime_parsing");
    }
    boolean data = booleanParameter(q, "data");
    call.requireValid();
    return request(
            new ExplainMessages.ExplainSample(
                call.tenant(),
                user,
                resource,
                at.orElseThrow(),
                q.text("provider").orElse(""),
                q.text("source_type"),
                q.text("type"),
                data))
        .map(Response::ok);
  }

  private static Resource timeseries(RequestContext call) {
    return Resource.ofPath(call.pathParameter("path"))
        .filter(Resource::isTimeseries)
        .orElseThrow(() -> ServiceException.notFound("timeseries"));
  }

  private Future<Response> merge(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    Resource resource = timeseries(call);
    MergedSamples.requireMergeable(resource);
    QueryParameters q = call.query();
    TimeRange.Instants reach = TimeRange.ofInstants(q, Instant.now());
    call.requireValid();
    String provider = q.text("provider").orElse("");
    List<Object> filters =
        List.of(
            "merge",
            user,
            resource.path(),
            q.text("start_date").orElse(""),
            q.text("end_date").orElse(""),
            provider);
    Optional<MergedSamples.MergePosition> after =
        Cursor.decode(q.text("next_cursor").orElse(null), filters, 2)
            .map(MergedSamples.MergePosition::of);
    return request(
            new ExplainMessages.ExplainMerge(
                call.tenant(), user, resource, provider, reach.from(), reach.to(), after, filters))
        .map(Response::ok);
  }

  private Future<Response> remap(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    JsonFields body = call.body();
    String provider = body.requiredText("provider", 1, 64);
    LocalDate first = day(body, "start_date").orElse(null);
    if (first == null && body.raw("start_date").isEmpty()) {
      body.addError("start_date", "Field required", "missing");
    }
    LocalDate last = day(body, "end_date").orElseGet(() -> LocalDate.now(ZoneOffset.UTC));
    if (first != null && first.isAfter(last)) {
      body.addError("start_date", "start_date should not be after end_date", "value_error");
    } else if (first != null && ChronoUnit.DAYS.between(first, last) >= settings.maxDays()) {
      body.addError(
          "start_date", "a run can span at most " + settings.maxDays() + " days", "value_error");
    }
    call.requireValid();
    return request(new ExplainMessages.Renormalise(call.tenant(), user, provider, first, last))
        .map(run -> Response.of(202, run));
  }

  private static Optional<LocalDate> day(JsonFields body, String name) {
    Optional<String> text = body.text(name, 10);
    Optional<LocalDate> day = text.flatMap(Times::parseDate);
    if (text.isPresent() && day.isEmpty()) {
      body.addError(name, "Input should be a date, YYYY-MM-DD", "date_parsing");
    }
    return day;
  }

  private Future<Response> run(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    UUID id = call.pathUuid("run_id");
    return runs.find(call.tenant(), user, id)
        .map(
            found -> Response.ok(found.orElseThrow(() -> ServiceException.notFound("run")).view()));
  }

  private static boolean booleanParameter(QueryParameters q, String name) {
    return q.choice(
            name,
            v ->
                v.equals("true") || v.equals("false")
                    ? Optional.of(v.equals("true"))
                    : Optional.empty(),
            List.of("true", "false"))
        .orElse(false);
  }

  private Future<Object> request(ExplainMessages message) {
    return bus.<ExplainMessages.Explanation>request(Address.EXPLAIN, message)
        .map(ExplainMessages.Explanation::tree);
  }
}
