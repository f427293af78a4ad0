package io.tributary.aggregate;

import io.tributary.core.Json;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.vertx.core.Future;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Rejects requests whose {@code Accept} header excludes JSON with 406. */
final class AcceptHeader {
  private static final Set<String> JSON = Set.of("*/*", "application/*", "application/json");

  private AcceptHeader() {}

  static Future<Response> requireJson(RequestContext c, Supplier<Future<Response>> handler) {
    String accept = c.header("accept");
    return accept == null
            || accept.isBlank()
            || Arrays.stream(accept.split(",")).anyMatch(AcceptHeader::acceptsJson)
        ? handler.get()
        : Future.succeededFuture(
            Response.of(
                406,
                Json.object()
                    .put(
                        "detail",
                        "this service returns application/json only; change the Accept header")));
  }

  private static boolean acceptsJson(String range) {
    String[] parts = range.split(";");
    String type = parts[0].strip().toLowerCase(Locale.ROOT);
    boolean refused =
        Arrays.stream(parts).skip(1).map(String::strip).anyMatch(p -> p.matches("q=0(\\.0*)?"));
    return JSON.contains(type) && !refused;
  }

  /** Returns a 200 response with an already rendered JSON body. */
  static Response jsonResponse(byte[] json) {
    return new Response(200, new Response.Raw("application/json", json), Map.of());
  }
}
