package io.tributary.report.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ReportConfig;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.http.JsonFields;
import io.tributary.http.Principal;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.portal.PageSecurityHeaders;
import io.tributary.portal.StaticAssets;
import io.tributary.report.review.ReviewService.Reviewer;
import io.vertx.core.Future;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Review page of one report and its calls. A call requires the session cookie and a CSRF token that
 * only the page itself can read. The cookie is limited to one report, so that several can be open
 * at once.
 */
final class ReviewPage implements Routes.Source {
  static final String PAGE = "/review";
  private static final String COOKIE = "tributary-review";
  private static final String CSRF_HEADER = "x-review-word";
  private static final String FILES = PAGE + "/files/{name}";
  private static final String API = PAGE + "/api/{job_id}";

  /** Widgets and styles of the self-service portal. */
  private static final List<String> SHARED =
      List.of("api-client.js", "dom.js", "labels.js", "ui.js", "style.css", "icon.svg");

  private static final List<String> OWN =
      List.of(
          "index.html",
          "review.css",
          "api.js",
          "app.js",
          "grid.js",
          "lock.js",
          "loinc.js",
          "metadata.js",
          "model.js",
          "page-view.js",
          "report.js",
          "result-dialog.js",
          "warnings.js");

  private final ReviewHandlers calls;
  private final ReviewAssist assist;
  private final ReviewLinks links;
  private final ReportConfig.Review settings;
  private final Supplier<String> publicUrl;
  private final StaticAssets files = new StaticAssets(Map.of("/review/", OWN, "/portal/", SHARED));

  ReviewPage(
      ReviewHandlers calls,
      ReviewAssist help,
      ReviewLinks links,
      ReportConfig.Review life,
      Supplier<String> publicUrl) {
    this.calls = calls;
    this.assist = help;
    this.links = links;
    this.settings = life;
    this.publicUrl = publicUrl;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .errorFormat(PAGE, PageSecurityHeaders::addTo)
        .get(PAGE + "/{job_id}", RouteAccess.OPEN, c -> file(c, "index.html"))
        .get(FILES, RouteAccess.OPEN, c -> file(c, c.pathParameter("name")))
        .post(API + "/session", RouteAccess.SESSION, this::openLink)
        .get(
            API + "/session",
            RouteAccess.SESSION,
            c -> ongoingSession(c).map(s -> sessionResponse(c, s)))
        .delete(API + "/session", RouteAccess.SESSION, this::endSession)
        .get(API, RouteAccess.SESSION, c -> withCsrf(c, s -> calls.view(s.organisation(), s.job())))
        // Browsers request images and downloads without the CSRF token.
        .get(
            API + "/file/{part}",
            RouteAccess.SESSION,
            c -> imageOrFile(c, s -> calls.file(c, s.organisation(), s.job())))
        .get(
            API + "/page/{page}",
            RouteAccess.SESSION,
            c -> imageOrFile(c, s -> calls.page(c, s.organisation(), s.job())))
        .post(API + "/claim", RouteAccess.SESSION, c -> withCsrf(c, calls::claim))
        .post(API + "/release", RouteAccess.SESSION, c -> withCsrf(c, calls::release))
        // Requests that end the review are repeatable, because their response may have been lost.
        .post(
            API + "/approve", RouteAccess.SESSION, c -> withCsrf(c, anySession(c), calls::approve))
        .post(
            API + "/reject",
            RouteAccess.SESSION,
            c -> withCsrf(c, anySession(c), s -> calls.reject(c, c.body(), s)))
        .post(
            API + "/derive",
            RouteAccess.SESSION,
            c -> withBody(c, (b, s) -> assist.derive(c, b, s)))
        .get(API + "/loinc", RouteAccess.SESSION, c -> withCsrf(c, s -> assist.search(c, s)))
        .add(
            HttpMethod.PUT,
            API + "/data",
            RouteAccess.SESSION,
            ReviewRoutes.DATA_LIMIT,
            c -> withCsrf(c, who -> calls.save(c, body -> who)));
  }

  private Future<Response> file(RequestContext call, String name) {
    return Future.succeededFuture(files.respond(call, name));
  }

  private Future<Response> openLink(RequestContext call) {
    // A cross-site form cannot send this content type.
    String type = call.header("content-type");
    if (type == null || !type.startsWith("application/json")) {
      throw ServiceException.badRequest("send JSON");
    }
    UUID job = call.pathUuid("job_id");
    JsonFields body = call.body();
    String link = body.requiredText("link", 1, 200);
    call.requireValid();
    String token = Ids.randomBase62(ReviewRoutes.TOKEN_LENGTH);
    return links
        .open(job, link, token, settings.sessionTtl())
        .map(s -> identify(call, s))
        .map(
            s ->
                PageSecurityHeaders.with(
                    Response.ok(view(s, token)),
                    Map.of("set-cookie", cookie(job, token, settings.sessionTtl()))));
  }

  private Future<Response> endSession(RequestContext call) {
    UUID job = call.pathUuid("job_id");
    return withCsrf(
            call, anySession(call), s -> links.end(token(call)).map(done -> Response.noContent()))
        .map(
            reply ->
                PageSecurityHeaders.with(
                    reply, Map.of("set-cookie", cookie(job, "", Duration.ZERO))));
  }

  private Response sessionResponse(RequestContext call, ReviewLinks.Session session) {
    return PageSecurityHeaders.addTo(Response.ok(view(session, token(call))));
  }

  private static ObjectNode view(ReviewLinks.Session s, String token) {
    return Json.object()
        .put("job_id", s.reviewer().job().toString())
        .put("reviewer", s.reviewer().name())
        .put("expires_at", Times.format(s.expiresAt()))
        .put("word", csrfToken(token));
  }

  private interface Work {
    Future<Response> by(Reviewer who);
  }

  private Future<Response> imageOrFile(RequestContext call, Work work) {
    return ongoingSession(call).compose(s -> work.by(s.reviewer())).map(PageSecurityHeaders::addTo);
  }

  /** Handles a call with a body and the CSRF token. */
  private Future<Response> withBody(
      RequestContext call, BiFunction<JsonFields, Reviewer, Future<Response>> work) {
    return withCsrf(call, who -> work.apply(call.body(), who));
  }

  private Future<Response> withCsrf(RequestContext call, Work work) {
    return withCsrf(call, ongoingSession(call), work);
  }

  private Future<Response> withCsrf(
      RequestContext call, Future<ReviewLinks.Session> session, Work work) {
    return session
        .compose(
            s -> {
              String word = call.header(CSRF_HEADER);
              byte[] own = csrfToken(token(call)).getBytes(StandardCharsets.UTF_8);
              if (word == null
                  || !MessageDigest.isEqual(own, word.getBytes(StandardCharsets.UTF_8))) {
                throw ServiceException.featureDisabled(
                    "this page belongs to another session; reload it");
              }
              return call.awaitAdmission().compose(v -> work.by(s.reviewer()));
            })
        .map(PageSecurityHeaders::addTo);
  }

  /** Returns the session of an ongoing review; 410 once the review has ended. */
  private Future<ReviewLinks.Session> ongoingSession(RequestContext call) {
    return anySession(call)
        .map(
            s -> {
              if (s.hasEnded()) {
                throw s.endedError();
              }
              return s;
            });
  }

  private Future<ReviewLinks.Session> anySession(RequestContext call) {
    String token = token(call);
    if (token.isEmpty()) {
      throw sessionExpired();
    }
    return links
        .session(call.pathUuid("job_id"), token)
        .map(s -> identify(call, s.orElseThrow(ReviewPage::sessionExpired)));
  }

  private static ReviewLinks.Session identify(RequestContext call, ReviewLinks.Session s) {
    call.setAuditCaller(
        Principal.session(Principal.Kind.REVIEW_SESSION, s.reviewer().organisation(), s.tenant()));
    call.setAuditUser(s.user());
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
    return HexFormat.of().formatHex(Encryption.sha256("review word " + token));
  }

  private String cookie(UUID job, String token, Duration age) {
    return Cookie.cookie(COOKIE, token)
        .setPath(PAGE + "/api/" + job)
        .setMaxAge(age.toSeconds())
        .setHttpOnly(true)
        .setSecure(publicUrl.get().startsWith("https:"))
        .setSameSite(CookieSameSite.STRICT)
        .encode();
  }
}
