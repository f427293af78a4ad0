package io.tributary.portal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.PortalConfig;
import io.tributary.db.Db;
import io.tributary.event.EventTypes;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Caller;
import io.tributary.http.Fields;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Json;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Secrets;
import io.tributary.kernel.Times;
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
 * The page and its calls. A call is made by the holder of the session's cookie who also knows the
 * session's word, which only the page itself can read: no other site can make one, and a page that
 * was opened for another team notices.
 */
public final class PortalRoutes implements Routes.Source {
  static final String PAGE = "/portal/webhooks";
  static final String COOKIE = "tributary-portal";

  /** The header with the session's word. */
  static final String WORD = "x-portal-word";

  private static final String INDEX = "index.html";

  static final List<String> FILES =
      List.of(
          INDEX,
          "style.css",
          "icon.svg",
          "app.js",
          "actions.js",
          "api.js",
          "calls.js",
          "chart.js",
          "dom.js",
          "endpoint.js",
          "endpoints.js",
          "message.js",
          "messages.js",
          "types.js",
          "ui.js",
          "words.js");

  private static final String API = "/portal/api";
  private static final String SESSION = API + "/session";

  private final PortalRepo repo;
  private final PortalConfig settings;
  private final Supplier<String> publicUrl;
  private final Duration oldSecretLife;
  private final List<ManagementCalls.Shared> calls;
  private final PageFiles files = new PageFiles(Map.of("/portal/", FILES));

  /**
   * @param oldSecretLife how long a rotated secret goes on signing, for people
   * @param managed routes of the management API; those about webhooks are the page's too
   */
  public PortalRoutes(
      Db db,
      PortalConfig settings,
      Supplier<String> publicUrl,
      Duration oldSecretLife,
      List<? extends Routes.Source> managed) {
    this.repo = new PortalRepo(db);
    this.settings = settings;
    this.publicUrl = publicUrl;
    this.oldSecretLife = oldSecretLife;
    this.calls = ManagementCalls.of(managed);
  }

  @Override
  public void mount(Routes routes) {
    routes
        .failuresOf("/portal", PageHeaders::on)
        .get(PAGE, Access.OPEN, c -> Future.succeededFuture(files.answer(c, INDEX)))
        .get(
            "/portal/files/{name}",
            Access.OPEN,
            c -> Future.succeededFuture(files.answer(c, c.path("name"))))
        .post(SESSION, Access.SESSION, this::open)
        .get(SESSION, Access.SESSION, c -> session(c).map(s -> shown(c, s)))
        .delete(SESSION, Access.SESSION, this::end)
        .get(API + "/event_types", Access.SESSION, this::types);
    for (ManagementCalls.Shared call : calls) {
      routes.add(
          call.spec().method(),
          API + call.path(),
          Access.SESSION,
          call.spec().bodyLimit(),
          c -> pass(c, call));
    }
  }

  /** The handler of the management API, for the session's team. */
  private Future<Reply> pass(Call call, ManagementCalls.Shared to) {
    return knowing(call)
        .compose(
            s -> {
              if (s.readOnly() && to.trusted()) {
                throw Refusal.switchedOff("this link is for reading only");
              }
              Call within =
                  call.within(
                      s.organisation(),
                      Map.of(
                          "org_id", s.organisation().toString(),
                          "team_id", s.tenant().team().toString(),
                          "environment", s.tenant().environment().wire()));
              return call.begin().compose(v -> to.spec().handler().apply(within));
            })
        .map(PageHeaders::on);
  }

  private Future<Reply> open(Call call) {
    // A form of another site cannot send this type.
    String type = call.header("content-type");
    if (type == null || !type.startsWith("application/json")) {
      throw Refusal.invalid("send JSON");
    }
    Fields body = call.body();
    String link = body.requiredText("link", 1, 200);
    call.check();
    String token = Ids.random(PortalLinkRoutes.TOKEN);
    return repo.open(link, token, settings.sessionLife())
        .map(s -> known(call, s))
        .map(
            s ->
                PageHeaders.with(
                    Reply.ok(view(s, token)),
                    Map.of("set-cookie", cookie(token, settings.sessionLife()))));
  }

  private Future<Reply> types(Call call) {
    return knowing(call).map(s -> PageHeaders.on(Reply.ok(Map.of("types", EventTypes.every()))));
  }

  private Future<Reply> end(Call call) {
    return knowing(call)
        .compose(s -> call.begin())
        .compose(v -> repo.end(token(call)))
        .map(
            done ->
                PageHeaders.with(
                    Reply.noContent(), Map.of("set-cookie", cookie("", Duration.ZERO))));
  }

  private Reply shown(Call call, PortalSession session) {
    return PageHeaders.on(Reply.ok(view(session, token(call))));
  }

  private ObjectNode view(PortalSession s, String token) {
    return Json.object()
        .put("team_id", s.tenant().team().toString())
        .put("team_name", s.teamName())
        .put("environment", s.tenant().environment().wire())
        .put("read_only", s.readOnly())
        .put("expires_at", Times.wire(s.expiresAt()))
        .put("old_secret_seconds", oldSecretLife.toSeconds())
        .put("word", word(token));
  }

  /** The session of a caller who knows its word. */
  private Future<PortalSession> knowing(Call call) {
    return session(call)
        .map(
            s -> {
              String word = call.header(WORD);
              byte[] own = word(token(call)).getBytes(StandardCharsets.UTF_8);
              if (word == null
                  || !MessageDigest.isEqual(own, word.getBytes(StandardCharsets.UTF_8))) {
                throw Refusal.switchedOff(
                    "this page is not the one that the session belongs to; load it again");
              }
              return s;
            });
  }

  private Future<PortalSession> session(Call call) {
    String token = token(call);
    if (token.isEmpty()) {
      throw over();
    }
    return repo.session(token).map(s -> known(call, s.orElseThrow(PortalRoutes::over)));
  }

  private static PortalSession known(Call call, PortalSession s) {
    call.by(Caller.session(Caller.Kind.PORTAL_SESSION, s.organisation(), s.tenant()));
    return s;
  }

  private static Refusal over() {
    return Refusal.unknownKey("the session is over; ask for a new link");
  }

  private static String token(Call call) {
    Cookie cookie = call.request().getCookie(COOKIE);
    return cookie == null ? "" : cookie.getValue();
  }

  /** Worked out of the token, so that it needs no place of its own. */
  private static String word(String token) {
    return HexFormat.of().formatHex(Secrets.sha256("word " + token));
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
