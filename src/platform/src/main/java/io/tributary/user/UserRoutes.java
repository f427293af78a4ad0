package io.tributary.user;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.core.Encryption;
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
import io.tributary.provider.ProviderCatalog;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Routes for users and the user search. */
public final class UserRoutes implements Routes.Source {
  private static final int PAGE = 100;
  private static final int MAX_PAGE = 500;
  private static final List<String> CONTEXTS = List.of("launch", "communications");

  private final Bus bus;
  private final UserRepo users;
  private final DemographicsRepo infos;
  private final UserMetricsReport metrics;
  private final UserJson json;
  private final Clock clock;

  public UserRoutes(Bus bus, Db db, Encryption secrets, ProviderCatalog catalog, Clock clock) {
    this.bus = bus;
    this.users = new UserRepo(db);
    this.infos = new DemographicsRepo(db, secrets);
    this.metrics = new UserMetricsReport(db);
    this.json = new UserJson(catalog);
    this.clock = clock;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get("/v2/user", RouteAccess.TEAM, this::list)
        .post("/v2/user", RouteAccess.TEAM, this::create)
        .get("/v2/user/metrics", RouteAccess.TEAM, c -> metrics.of(c.tenant()).map(Response::ok))
        .post("/v2/user/undo_delete", RouteAccess.TEAM, this::undo)
        .get("/v2/user/resolve/{client_user_id}", RouteAccess.TEAM, this::resolve)
        .get("/v2/user/{user_id}", RouteAccess.TEAM, this::get)
        .patch("/v2/user/{user_id}", RouteAccess.TEAM, this::patch)
        .delete("/v2/user/{user_id}", RouteAccess.TEAM, this::delete)
        .post("/v2/user/{user_id}/sign_in_token", RouteAccess.TEAM, this::signIn)
        .post("/v2/user/{user_id}/create_portal_url", RouteAccess.TEAM, this::portal)
        .patch("/v2/user/{user_id}/info", RouteAccess.TEAM, this::saveInfo)
        .get("/v2/user/{user_id}/info/latest", RouteAccess.TEAM, this::latestInfo)
        .get("/v2/team/users/search", RouteAccess.TEAM, this::search);
  }

  private Future<Response> list(RequestContext c) {
    int offset = c.query().integer("offset", 0, 0, Integer.MAX_VALUE);
    int limit = c.query().integer("limit", PAGE, 1, MAX_PAGE);
    c.requireValid();
    Future<List<User>> page = users.page(c.tenant(), limit, offset);
    Future<Long> total = users.count(c.tenant());
    return Future.all(page, total)
        .map(
            both -> {
              ObjectNode out = Json.object();
              out.set("users", array(page.result()));
              return Response.ok(
                  out.put("total", total.result()).put("offset", offset).put("limit", limit));
            });
  }

  private Future<Response> create(RequestContext c) {
    UserPatch fields = UserPatch.ofNew(c.body(), clock);
    c.requireValid();
    return this.<User>ask(new UserMessages.CreateUser(c.tenant(), fields)).map(this::ok);
  }

  private Future<Response> get(RequestContext c) {
    return found(users.byId(c.tenant(), c.pathUuid("user_id")));
  }

  private Future<Response> resolve(RequestContext c) {
    String reference = c.pathParameter("client_user_id");
    return found(users.byReference(c.tenant(), reference));
  }

  private Future<Response> found(Future<Optional<User>> user) {
    return user.map(u -> ok(u.orElseThrow(() -> ServiceException.notFound("user"))));
  }

  private Future<Response> patch(RequestContext c) {
    UUID id = c.pathUuid("user_id");
    UserPatch fields = UserPatch.ofChange(c.body(), clock);
    c.requireValid();
    return this.<User>ask(new UserMessages.PatchUser(c.tenant(), id, fields)).map(this::ok);
  }

  private Future<Response> delete(RequestContext c) {
    return this.<Ack>ask(new UserMessages.DeleteUser(c.tenant(), c.pathUuid("user_id")))
        .map(done -> success());
  }

  private Future<Response> undo(RequestContext c) {
    QueryParameters q = c.query();
    Optional<UUID> id = q.uuid("user_id");
    Optional<String> reference = q.text("client_user_id");
    c.requireValid();
    if (id.isPresent() == reference.isPresent()) {
      throw ServiceException.validationFailed(
          FieldError.query(
              "user_id", "Send exactly one of user_id and client_user_id", "value_error"));
    }
    UserMessages.DeletedUserRef which =
        id.<UserMessages.DeletedUserRef>map(UserMessages.DeletedUserRef.ById::new)
            .orElseGet(() -> new UserMessages.DeletedUserRef.ByReference(reference.orElseThrow()));
    return this.<Ack>ask(new UserMessages.UndoDelete(c.tenant(), which)).map(done -> success());
  }

  private Future<Response> signIn(RequestContext c) {
    return this.<UserMessages.SignInToken>ask(
            new UserMessages.MakeSignInToken(c.tenant(), c.pathUuid("user_id")))
        .map(
            t ->
                Response.ok(
                    Json.object()
                        .put("user_id", t.user().toString())
                        .put("sign_in_token", t.token())));
  }

  /**
   * Always fails after validation, because there is no patient portal yet and its feature flag is
   * off for every team. Validation errors take precedence.
   */
  private Future<Response> portal(RequestContext c) {
    UUID id = c.pathUuid("user_id");
    JsonFields body = c.body();
    body.requiredChoice("context", v -> Optional.of(v).filter(CONTEXTS::contains), CONTEXTS);
    body.uuid("order_id");
    c.requireValid();
    return users
        .byId(c.tenant(), id)
        .compose(
            user -> {
              user.orElseThrow(() -> ServiceException.notFound("user"));
              return infos.latest(c.tenant(), id);
            })
        .map(
            info -> {
              info.orElseThrow(
                  () ->
                      ServiceException.validationFailed(
                          FieldError.path(
                              "user_id", "The user has no demographics", "value_error")));
              throw ServiceException.featureDisabled(
                  "the patient portal is disabled for this team");
            });
  }

  private Future<Response> saveInfo(RequestContext c) {
    UUID id = c.pathUuid("user_id");
    JsonFields body = c.body();
    Demographics info = Demographics.of(body);
    c.requireValid();
    return this.<Ack>ask(new UserMessages.SaveInfo(c.tenant(), id, info))
        .map(done -> Response.ok(info.document()));
  }

  private Future<Response> latestInfo(RequestContext c) {
    return infos
        .latest(c.tenant(), c.pathUuid("user_id"))
        .map(d -> Response.ok(d.orElseThrow(() -> ServiceException.notFound("user info"))));
  }

  private Future<Response> search(RequestContext c) {
    String text = c.query().textOrEmpty("query_id").orElse(null);
    if (text != null && text.length() < 2) {
      throw ServiceException.validationFailed(
          FieldError.query(
              "query_id", "String should have at least 2 characters", "string_too_short"));
    }
    if (text == null) {
      return Future.succeededFuture(Response.ok(Json.array()));
    }
    return users.search(c.tenant(), uuid(text), text).map(found -> Response.ok(array(found)));
  }

  private static Optional<UUID> uuid(String text) {
    try {
      return text.length() == 36 ? Optional.of(UUID.fromString(text)) : Optional.empty();
    } catch (IllegalArgumentException notOne) {
      return Optional.empty();
    }
  }

  private <R extends BusMessage> Future<R> ask(UserMessages message) {
    return bus.request(Address.USER, message);
  }

  private Response ok(User user) {
    return Response.ok(json.of(user));
  }

  private ArrayNode array(List<User> list) {
    ArrayNode out = Json.array();
    list.forEach(u -> out.add(json.of(u)));
    return out;
  }

  private static Response success() {
    return Response.ok(Json.object().put("success", true));
  }
}
