package io.tributary.lab.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.http.JsonFields;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.lab.state.FullStatus;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Route that drives a sandbox order to a status. */
final class SandboxRoutes implements Routes.Source {
  private static final int MAX_DELAY = 86_400;
  private static final int MAX_TYPES = 20;

  private final Db db;
  private final SandboxRunRepo runs;

  SandboxRoutes(Db db, SandboxRunRepo runs) {
    this.db = db;
    this.runs = runs;
  }

  @Override
  public void mount(Routes routes) {
    routes.post("/v3/order/{order_id}/test", RouteAccess.TEAM, this::startRun);
  }

  private Future<Response> startRun(RequestContext call) {
    UUID order = call.pathUuid("order_id");
    QueryParameters q = call.query();
    Optional<String> wanted = q.text("final_status");
    int delay = q.integer("delay", 0, 0, MAX_DELAY);
    SandboxResultProfile flags = parseProfile(body(call));
    Optional<String> status = wanted.flatMap(FullStatus::canonical);
    if (wanted.isPresent() && status.isEmpty()) {
      call.addError(
          new FieldError(
              List.of("query", "final_status"), "Input should be the status of an order", "enum"));
    }
    call.requireValid();
    if (!call.tenant().sandbox()) {
      throw ServiceException.notFound("order");
    }
    return db.txAsync(
            tx -> {
              runs.begin(tx, call.tenant(), order, status, Duration.ofSeconds(delay), flags);
              return null;
            })
        .map(v -> Response.ok(Json.object().put("success", true)));
  }

  /** Accepts an absent or null body. */
  private static Optional<JsonFields> body(RequestContext call) {
    if (call.raw().length() == 0) {
      return Optional.empty();
    }
    JsonNode json = call.json();
    return json.isNull() ? Optional.empty() : Optional.of(call.body());
  }

  private static SandboxResultProfile parseProfile(Optional<JsonFields> body) {
    if (body.isEmpty()) {
      return new SandboxResultProfile("normal", List.of(), false);
    }
    JsonFields f = body.get();
    String interpretation =
        f.choice(
                "interpretation",
                w -> listed(SandboxResultProfile.INTERPRETATIONS, w),
                SandboxResultProfile.INTERPRETATIONS)
            .orElse("normal");
    List<String> types = f.texts("result_types", MAX_TYPES, 40).orElse(List.of());
    if (!SandboxResultProfile.TYPES.containsAll(types)) {
      f.addError(
          "result_types",
          "Input should be one of: " + String.join(", ", SandboxResultProfile.TYPES),
          "enum");
    }
    return new SandboxResultProfile(
        interpretation, types, f.flag("has_missing_results").orElse(false));
  }

  private static Optional<String> listed(List<String> words, String word) {
    return words.contains(word) ? Optional.of(word) : Optional.empty();
  }
}
