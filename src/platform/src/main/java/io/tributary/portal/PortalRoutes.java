package io.tributary.portal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.PortalConfig;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.event.EventTypes;
import io.tributary.http.JsonFields;
import io.tributary.http.Principal;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Portal page and its API calls.
 *
 * <p>A call needs the session cookie and a CSRF token that only the page itself can read. Other
 * sites therefore can't make calls, and a page that was opened for another team is rejected when
 * the session changes.
 */
public final class PortalRoutes implements Routes.Source {
  static final String PAGE = "/portal/webhooks";
  static final String COOKIE = "tributary-portal";

  /** Header with the CSRF token of the session. */
  static final String CSRF_HEADER = "x-portal-word";

  private static final String INDEX = "index.html";

  static final List<String> FILES =
      List.of(
          INDEX,
          "style.css",
          "icon.svg",
          "app.js",
          "actions.js",
          "api.js",
          "api-client.js",
          "chart.js",
          "dom.js",
          "endpoint.js",
          "endpoints.js",
          "event-types.js",
          "labels.js",
          "message.js",
          "messages.js",
          "ui.js");

  private static final String API = "/portal/api";
  private static final String SESSION = API + "/session";

  private final PortalRepo repo;
  private final PortalConfig settings;
  private final Supplier<String> publicUrl;
  private final Duration oldSecretTtl;
  private final List<PortalApiRoutes.SharedCall> calls;
  private final StaticAssets files = new StaticAssets(Map.of("/portal/", FILES));

  /**
   * @param oldSecretTtl time during which a rotated secret remains valid, shown to users
   * @param managed routes of the management API; those about webhooks are shared with the page
   */
  public PortalRoutes(
      Db db,
      PortalConfig settings,
      Supplier<String> publicUrl,
      Duration oldSecretTtl,
      List<? extends Routes.Source> managed) {
    this.repo = new PortalRepo(db);
    this.settings = settings;
    this.publicUrl = publicUrl;
    this.oldSecretTtl = oldSecretTtl;
    this.calls = PortalApiRoutes.of(managed);
  }

  @Override
  public void mount(Routes routes) {
    routes
        .errorFormat("/portal", PageSecurityHeaders::addTo)
        .get(PAGE, RouteAccess.OPEN, c -> Future.succeededFuture(files.respond(c, INDEX)))
        .get(
            "/portal/files/{name}",
            RouteAccess.OPEN,
            c -> Future.succeededFuture(files.respond(c, c.pathParameter("name"))))
        .post(SESSION, RouteAccess.SESSION, this::open)
        .get(SESSION, RouteAccess.SESSION, c -> session(c).map(s -> sessionResponse(c, s)))
        .delete(SESSION, RouteAccess.SESSION, this::end)
        .get(API + "/event_types", RouteAccess.SESSION, this::types);
    for (PortalApiRoutes.SharedCall call : calls) {
      routes.add(
          call.spec().method(),
          API + call.path(),
          RouteAccess.SESSION,
          call.spec().bodyLimit(),
          c -> forward(c, call));
    }
  }

  /** Calls the management API handler for the session's team. */
  private Future<Response> forward(RequestContext call, PortalApiRoutes.SharedCall to) {
    return requireCsrfToken(call)
        .compose(
            s -> {
              if (s.readOnly() && to.privileged()) {
                throw ServiceException.featureDisabled("this session is read-only");
              }
              RequestContext within =
                  call.asManagementCall(
                      s.organisation(),
                      Map.of(
                          "org_id", s.organisation().toString(),
                          "team_id", s.tenant().team().toString(),
                          "environment", s.tenant().environment().wire()));
              return call.awaitAdmission().compose(v -> to.spec().handler().apply(within));
            })
        .map(PageSecurityHeaders::addTo);
  }

  private Future<Response> open(RequestContext call) {
    // An HTML form on another site can't send this content type.
    String type = call.header("content-type");
    if (type == null || !type.startsWith("application/json")) {
      throw ServiceException.badRequest("send JSON");
    }
    JsonFields body = call.body();
    String link = body.requiredText("link", 1, 200);
    call.requireValid();
    String token = Ids.randomBase62(PortalLinkRoutes.TOKEN_LENGTH);
    return repo.open(link, token, settings.sessionTtl())
        .map(s -> identify(call, s))
        .map(
            s ->
                PageSecurityHeaders.with(
                    Response.ok(view(s, token)),
                    Map.of("set-cookie", cookie(token, settings.sessionTtl()))));
  }

  private Future<Response> types(RequestContext call) {
    return requireCsrfToken(call)
        .map(s -> PageSecurityHeaders.addTo(Response.ok(Map.of("types", EventTypes.allTypes()))));
  }

  private Future<Response> end(RequestContext call) {
    return requireCsrfToken(call)
        .compose(s -> call.awaitAdmission())
        .compose(v -> repo.end(token(call)))
        .map(
            done ->
                PageSecurityHeaders.with(
                    Response.noContent(), Map.of("set-cookie", cookie("", Duration.ZERO))));
  }

  private Response sessionResponse(RequestContext call, PortalSession session) {
    return PageSecurityHeaders.addTo(Response.ok(view(session, token(call))));
  }

  private ObjectNode view(PortalSession s, String token) {
    return Json.object()
        .put("team_id", s.tenant().team().toString())
        .put("team_name", s.teamName())
        .put("environment", s.tenant().environment().wire())
        .put("read_only", s.readOnly())
        .put("expires_at", Times.format(s.expiresAt()))
        .put("old_secret_seconds", oldSecretTtl.toSeconds())
        .put("word", csrfToken(token));
  }

  /** Returns the session if the caller sent its CSRF token. */
  private Future<PortalSession> requireCsrfToken(RequestContext call) {
    return session(call)
        .map(
            s -> {
              String word = call.header(CSRF_HEADER);
              byte[] own = csrfToken(token(call)).getBytes(StandardCharsets.UTF_8);
              if (word == null
                  || !MessageDigest.isEqual(own, word.getBytes(StandardCharsets.UTF_8))) {
                throw ServiceException.featureDisabled(
                    "this page belongs to another session; reload it");
              }
              return s;
            });
  }

  private Future<PortalSession> session(RequestContext call) {
    String token = token(call);
    if (token.isEmpty()) {
      throw sessionExpired();
    }
    return repo.session(token)
        .map(s -> identify(call, s.orElseThrow(PortalRoutes::sessionExpired)));
  }

  private static PortalSession identify(RequestContext call, PortalSession s) {
    call.setAuditCaller(
        Principal.session(Principal.Kind.PORTAL_SESSION, s.organisation(), s.tenant()));
    return s;
  }

  private static ServiceException sessionExpired() {
    return ServiceException.unauthorized("the session has expired; request a new link");
  }

  private static String token(RequestContext call) {
    Cookie cookie = call.request().getCookie(COOKIE);
    return cookie == null ? "" : cookie.getValue();
  }

  /** Derives the CSRF token from the session token, so that it need not be stored. */
  private static String csrfToken(String token) {
    return HexFormat.of().formatHex(Encryption.sha256("word " + token));
  }

  private String cookie(String token, Duration life) {
    return Cookie.cookie(COOKIE, token)
        .setPath("/portal")
        .setMaxAge(life.toSeconds())
        .setHttpOnly(true)
        .setSecure(publicUrl.get().startsWith("https:"))
        .setSameSite(CookieSameSite.STRICT)
        .encode();
  }
}
