package io.tributary.http;

import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The table of all routes. Templates are written {@code /v2/user/{user_id}}; every path is served
 * with and without a trailing slash. More literal templates win over those with parameters.
 */
public final class Routes {
  /** Body limit of a route whose handler reads the paused request by itself, however long. */
  public static final int STREAMED = -1;

  /** One route; {@code bodyLimit} 0 takes the configured limit, {@link #STREAMED} none. */
  public record Spec(
      HttpMethod method,
      String template,
      RouteAccess access,
      int bodyLimit,
      Function<RequestContext, Future<Response>> handler) {
    boolean streamed() {
      return bodyLimit == STREAMED;
    }

    /** Whether it changes nothing. */
    public boolean reads() {
      return RequiredScopes.reads(method, template);
    }

    /** What a key must be allowed. */
    public Set<KeyScope> needs() {
      return RequiredScopes.of(method, template);
    }

    List<String> segments() {
      return List.of(template.substring(1).split("/"));
    }

    boolean fits(List<String> path) {
      List<String> own = segments();
      if (own.size() != path.size()) {
        return false;
      }
      for (int i = 0; i < own.size(); i++) {
        if (own.get(i).startsWith("{") ? path.get(i).isEmpty() : !own.get(i).equals(path.get(i))) {
          return false;
        }
      }
      return true;
    }
  }

  /** A feature's routes. */
  public interface Source {
    void mount(Routes routes);
  }

  /** The words in which failures below a path are told. */
  private record Failing(String path, UnaryOperator<Response> words) {}

  private final List<Spec> specs = new ArrayList<>();
  private final List<Failing> failing = new ArrayList<>();

  public static Routes of(List<? extends Source> sources) {
    Routes routes = new Routes();
    sources.forEach(s -> s.mount(routes));
    return routes;
  }

  /**
   * Failures below this path are told in other words than the service's own.
   *
   * @param words makes a reply of the usual one, with the same status
   */
  public Routes failuresOf(String path, UnaryOperator<Response> words) {
    failing.add(new Failing(path, words));
    return this;
  }

  /** A failure in the words of the area that the path is in. */
  Response failure(String path, Response usual) {
    for (Failing f : failing) {
      if (path != null && (path.equals(f.path()) || path.startsWith(f.path() + "/"))) {
        return f.words().apply(usual);
      }
    }
    return usual;
  }

  public Routes get(
      String template, RouteAccess access, Function<RequestContext, Future<Response>> handler) {
    return add(HttpMethod.GET, template, access, 0, handler);
  }

  public Routes post(
      String template, RouteAccess access, Function<RequestContext, Future<Response>> handler) {
    return add(HttpMethod.POST, template, access, 0, handler);
  }

  public Routes put(
      String template, RouteAccess access, Function<RequestContext, Future<Response>> handler) {
    return add(HttpMethod.PUT, template, access, 0, handler);
  }

  public Routes patch(
      String template, RouteAccess access, Function<RequestContext, Future<Response>> handler) {
    return add(HttpMethod.PATCH, template, access, 0, handler);
  }

  public Routes delete(
      String template, RouteAccess access, Function<RequestContext, Future<Response>> handler) {
    return add(HttpMethod.DELETE, template, access, 0, handler);
  }

  /** With a body limit of its own, in bytes. */
  public Routes add(
      HttpMethod method,
      String template,
      RouteAccess access,
      int bodyLimit,
      Function<RequestContext, Future<Response>> handler) {
    if (!template.startsWith("/") || template.length() > 1 && template.endsWith("/")) {
      throw new IllegalArgumentException("template: " + template);
    }
    for (Spec s : specs) {
      if (s.method().equals(method) && s.template().equals(template)) {
        throw new IllegalStateException("two routes " + method + " " + template);
      }
    }
    specs.add(new Spec(method, template, access, bodyLimit, handler));
    return this;
  }

  /** The routes, most literal first. */
  public List<Spec> specs() {
    return specs.stream().sorted(Comparator.comparing(Routes::rank)).toList();
  }

  /** Literal segments sort before parameters, position by position. */
  private static String rank(Spec s) {
    StringBuilder out = new StringBuilder();
    for (String segment : s.segments()) {
      out.append(segment.startsWith("{") ? '1' : '0');
    }
    return out.toString();
  }

  /** Methods that the path knows; empty = unknown path. */
  Set<String> methods(String path) {
    if (!path.startsWith("/")) {
      return Set.of();
    }
    String p =
        path.endsWith("/") && path.length() > 1 ? path.substring(0, path.length() - 1) : path;
    List<String> segments = List.of(p.substring(1).split("/", -1));
    Set<String> out = new TreeSet<>();
    for (Spec s : specs) {
      if (s.fits(segments)) {
        out.add(s.method().name());
      }
    }
    return out;
  }
}
