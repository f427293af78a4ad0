package io.tributary.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Selects a Vert.x router by HTTP method and the first two segments of the path.
 *
 * <p>A router tries its routes one after another, so a single router for all routes would be slow.
 */
final class PrefixRouter {
  private final Vertx vertx;
  private final Map<String, Router> routers = new HashMap<>();
  private final Router fallback;

  PrefixRouter(Vertx vertx) {
    this.vertx = vertx;
    this.fallback = Router.router(vertx);
  }

  /** Returns the router that the route is to be added to. */
  Router routerFor(Routes.RouteSpec spec) {
    return routers.computeIfAbsent(prefix(spec), k -> Router.router(vertx));
  }

  /** Applies an action to every router, once all routes have been added. */
  void forEachRouter(Consumer<Router> action) {
    routers.values().forEach(action);
    action.accept(fallback);
  }

  void route(HttpServerRequest r) {
    Router area = routers.get(prefix(r.method(), r.path()));
    Router open = routers.getOrDefault(parameterPrefix(r.method(), r.path()), fallback);
    (area == null ? open : area).handle(r);
  }

  private static String prefix(HttpMethod method, String path) {
    int second = path == null ? -1 : path.indexOf('/', 1);
    int third = second < 0 ? -1 : path.indexOf('/', second + 1);
    String area = third < 0 ? path : path.substring(0, third);
    // "/x" and "/x/" use the same router.
    return method
        + " "
        + (second == -1 || second < area.length() - 1 ? area : area.substring(0, second));
  }

  private static String prefix(Routes.RouteSpec spec) {
    List<String> segments = spec.segments();
    if (segments.size() == 2 && segments.get(1).startsWith("{")) {
      return parameterPrefix(spec.method(), spec.template());
    }
    if (segments.stream().limit(2).anyMatch(x -> x.startsWith("{"))) {
      throw new IllegalArgumentException(
          "in longer paths, the first two segments must be literal: " + spec.template());
    }
    return prefix(spec.method(), spec.template());
  }

  /**
   * Returns the key for two-segment paths whose second segment is a parameter and that have no
   * router of their own.
   */
  private static String parameterPrefix(HttpMethod method, String path) {
    int second = path == null ? -1 : path.indexOf('/', 1);
    return method + " " + (second < 0 ? path : path.substring(0, second)) + "/{}";
  }
}
