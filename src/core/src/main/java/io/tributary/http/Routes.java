package io.tributary.http;

import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Table of all routes.
 *
 * <p>Templates are written as {@code /v2/user/{user_id}}. Every path is served with and without a
 * trailing slash. Literal segments take precedence over parameters.
 */
public final class Routes {
  /**
   * Body limit of a route whose handler reads the paused request itself, without a length limit.
   */
  public static final int STREAMED = -1;

  /**
   * Route definition. {@code bodyLimit} 0 means the configured limit, {@link #STREAMED} means none.
   */
  public record RouteSpec(
      HttpMethod method,
      String template,
      RouteAccess access,
      int bodyLimit,
      Function<RequestContext, Future<Response>> handler) {
    boolean isStreamed() {
      return bodyLimit == STREAMED;
    }

    /** Returns whether the route only reads. */
    public boolean isReadOnly() {
      return RequiredScopes.isReadOnly(method, template);
    }

    /** Returns the scopes that a key needs. */
    public Set<KeyScope> requiredScopes() {
      return RequiredScopes.of(method, template);
    }

    List<String> segments() {
      return List.of(template.substring(1).split("/"));
    }

    boolean matches(List<String> path) {
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

  /** Routes of a feature. */
  public interface Source {
    void mount(Routes routes);
  }

  /** Error format of the paths below a prefix. */
  private record ErrorFormat(String path, UnaryOperator<Response> formatter) {}

  /** Explanation of unknown paths below a prefix. */
  private record PathExplanation(String prefix, Function<String, Optional<String>> explain) {}

  private final List<RouteSpec> specs = new ArrayList<>();
  private final List<ErrorFormat> errorFormats = new ArrayList<>();
  private final List<PathExplanation> explanations = new ArrayList<>();

  public static Routes of(List<? extends Source> sources) {
    Routes routes = new Routes();
    sources.forEach(s -> s.mount(routes));
    return routes;
  }

  /**
   * Sets a different error format for the paths below a prefix.
   *
   * @param formatter converts the standard error response; the status must stay the same
   */
  public Routes errorFormat(String path, UnaryOperator<Response> formatter) {
    errorFormats.add(new ErrorFormat(path, formatter));
    return this;
  }

  /** Converts an error response to the format of the path. */
  Response formatError(String path, Response usual) {
    for (ErrorFormat f : errorFormats) {
      if (path != null && (path.equals(f.path()) || path.startsWith(f.path() + "/"))) {
        return f.formatter().apply(usual);
      }
    }
    return usual;
  }

  /**
   * Explains the 404 of unknown paths below a prefix.
   *
   * @param prefix start of the path, with a trailing slash
   * @param explain receives the rest of the path as sent and returns the detail of the response;
   *     empty for the usual one
   */
  public Routes explainUnknownPath(String prefix, Function<String, Optional<String>> explain) {
    explanations.add(new PathExplanation(prefix, explain));
    return this;
  }

  /** Returns the detail of the 404 of an unknown path. */
  String unknownPathDetail(String path) {
    return explanations.stream()
        .filter(e -> path != null && path.startsWith(e.prefix()))
        .findFirst()
        .flatMap(e -> e.explain().apply(path.substring(e.prefix().length())))
        .orElse("no such path");
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

  /** Adds a route with its own body limit in bytes. */
  public Routes add(
      HttpMethod method,
      String template,
      RouteAccess access,
      int bodyLimit,
      Function<RequestContext, Future<Response>> handler) {
    if (!template.startsWith("/") || template.length() > 1 && template.endsWith("/")) {
      throw new IllegalArgumentException("template: " + template);
    }
    for (RouteSpec s : specs) {
      if (s.method().equals(method) && s.template().equals(template)) {
        throw new IllegalStateException("duplicate route: " + method + " " + template);
      }
    }
    specs.add(new RouteSpec(method, template, access, bodyLimit, handler));
    return this;
  }

  /** Returns the routes, most literal first. */
  public List<RouteSpec> specs() {
    return specs.stream().sorted(Comparator.comparing(Routes::sortKey)).toList();
  }

  /** Returns a sort key by which literal segments precede parameters, position by position. */
  private static String sortKey(RouteSpec s) {
    StringBuilder out = new StringBuilder();
    for (String segment : s.segments()) {
      out.append(segment.startsWith("{") ? '1' : '0');
    }
    return out.toString();
  }

  /** Returns the methods that a path supports; empty for an unknown path. */
  Set<String> methods(String path) {
    if (!path.startsWith("/")) {
      return Set.of();
    }
    String p =
        path.endsWith("/") && path.length() > 1 ? path.substring(0, path.length() - 1) : path;
    List<String> segments = List.of(p.substring(1).split("/", -1));
    Set<String> out = new TreeSet<>();
    for (RouteSpec s : specs) {
      if (s.matches(segments)) {
        out.add(s.method().name());
      }
    }
    return out;
  }
}
