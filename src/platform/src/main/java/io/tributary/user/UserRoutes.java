package io.tributary.user;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.bus.Done;
import io.tributary.db.Db;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Fields;
import io.tributary.http.Query;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.InputFault;
import io.tributary.kernel.Json;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Secrets;
import io.tributary.provider.ProviderCatalog;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The calls of wearables.md §1 about users themselves, and the user search of §8. */
public final class UserRoutes implements Routes.Source {
  private static final int PAGE = 100;
  private static final int MAX_PAGE = 500;
  private static final List<String> CONTEXTS = List.of("launch", "communications");

  private final Bus bus;
  private final UserRepo users;
  private final InfoRepo infos;
  private final Metrics metrics;
  private final UserJson json;
  private final Clock clock;

  public UserRoutes(Bus bus, Db db, Secrets secrets, ProviderCatalog catalog, Clock clock) {
    this.bus = bus;
    this.users = new UserRepo(db);
    this.infos = new InfoRepo(db, secrets);
    this.metrics = new Metrics(db);
    this.json = new UserJson(catalog);
    this.clock = clock;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get("/v2/user", Access.TEAM, this::list)
        .post("/v2/user", Access.TEAM, this::create)
        .get("/v2/user/metrics", Access.TEAM, c -> metrics.of(c.tenant()).map(Reply::ok))
        .post("/v2/user/undo_delete", Access.TEAM, this::undo)
        .get("/v2/user/resolve/{client_user_id}", Access.TEAM, this::resolve)
        .get("/v2/user/{user_id}", Access.TEAM, this::get)
        .patch("/v2/user/{user_id}", Access.TEAM, this::patch)
        .delete("/v2/user/{user_id}", Access.TEAM, this::delete)
        .post("/v2/user/{user_id}/sign_in_token", Access.TEAM, this::signIn)
        .post("/v2/user/{user_id}/create_portal_url", Access.TEAM, this::portal)
        .patch("/v2/user/{user_id}/info", Access.TEAM, this::saveInfo)
        .get("/v2/user/{user_id}/info/latest", Access.TEAM, this::latestInfo)
        .get("/v2/team/users/search", Access.TEAM, this::search);
  }

  private Future<Reply> list(Call c) {
    int offset = c.query().integer("offset", 0, 0, Integer.MAX_VALUE);
    int limit = c.query().integer("limit", PAGE, 1, MAX_PAGE);
    c.check();
    Future<List<User>> page = users.page(c.tenant(), limit, offset);
    Future<Long> total = users.count(c.tenant());
    return Future.all(page, total)
        .map(
            both -> {
              ObjectNode out = Json.object();
              out.set("users", array(page.result()));
              return Reply.ok(
                  out.put("total", total.result()).put("offset", offset).put("limit", limit));
            });
  }

  private Future<Reply> create(Call c) {
    UserPatch fields = UserPatch.ofNew(c.body(), clock);
    c.check();
    return this.<User>ask(new UserMessages.CreateUser(c.tenant(), fields)).map(this::ok);
  }

  private Future<Reply> get(Call c) {
    return found(users.byId(c.tenant(), c.pathUuid("user_id")));
  }

  private Future<Reply> resolve(Call c) {
    String reference = c.path("client_user_id");
    return found(users.byReference(c.tenant(), reference));
  }

  private Future<Reply> found(Future<Optional<User>> user) {
    return user.map(u -> ok(u.orElseThrow(() -> Refusal.notFound("user"))));
  }

  private Future<Reply> patch(Call c) {
    UUID id = c.pathUuid("user_id");
    UserPatch fields = UserPatch.ofChange(c.body(), clock);
    c.check();
    return this.<User>ask(new UserMessages.PatchUser(c.tenant(), id, fields)).map(this::ok);
  }

  private Future<Reply> delete(Call c) {
    return this.<Done>ask(new UserMessages.DeleteUser(c.tenant(), c.pathUuid("user_id")))
        .map(done -> success());
  }

  private Future<Reply> undo(Call c) {
    Query q = c.query();
    Optional<UUID> id = q.uuid("user_id");
    Optional<String> reference = q.text("client_user_id");
    c.check();
    if (id.isPresent() == reference.isPresent()) {
      throw Refusal.badInput(
          InputFault.query(
              "user_id", "Send exactly one of user_id and client_user_id", "value_error"));
    }
    UserMessages.Which which =
        id.<UserMessages.Which>map(UserMessages.Which.ById::new)
            .orElseGet(() -> new UserMessages.Which.ByReference(reference.orElseThrow()));
    return this.<Done>ask(new UserMessages.UndoDelete(c.tenant(), which)).map(done -> success());
  }

  private Future<Reply> signIn(Call c) {
    return this.<UserMessages.SignInToken>ask(
            new UserMessages.MakeSignInToken(c.tenant(), c.pathUuid("user_id")))
        .map(
            t ->
                Reply.ok(
                    Json.object()
                        .put("user_id", t.user().toString())
                        .put("sign_in_token", t.token())));
  }

  /**
   * There is no page for patients yet, so nobody's switch can be on (wearables.md §1). What a
   * caller can get wrong is told first.
   */
  private Future<Reply> portal(Call c) {
    UUID id = c.pathUuid("user_id");
    Fields body = c.body();
    body.requiredChoice("context", v -> Optional.of(v).filter(CONTEXTS::contains), CONTEXTS);
    body.uuid("order_id");
    c.check();
    return users
        .byId(c.tenant(), id)
        .compose(
            user -> {
              user.orElseThrow(() -> Refusal.notFound("user"));
              return infos.latest(c.tenant(), id);
            })
        .map(
            info -> {
              info.orElseThrow(
                  () ->
                      Refusal.badInput(
                          InputFault.path(
                              "user_id", "The user has no demographics", "value_error")));
              throw Refusal.switchedOff("the patient portal is off for this team");
            });
  }

  private Future<Reply> saveInfo(Call c) {
    UUID id = c.pathUuid("user_id");
    Fields body = c.body();
    Demographics info = Demographics.of(body);
    c.check();
    return this.<Done>ask(new UserMessages.SaveInfo(c.tenant(), id, info))
        .map(done -> Reply.ok(info.document()));
  }

  private Future<Reply> latestInfo(Call c) {
    return infos
        .latest(c.tenant(), c.pathUuid("user_id"))
        .map(d -> Reply.ok(d.orElseThrow(() -> Refusal.notFound("user info"))));
  }

  private Future<Reply> search(Call c) {
    String text = c.query().textOrEmpty("query_id").orElse(null);
    if (text != null && text.length() < 2) {
      throw Refusal.badInput(
          InputFault.query(
              "query_id", "String should have at least 2 characters", "string_too_short"));
    }
    if (text == null) {
      return Future.succeededFuture(Reply.ok(Json.array()));
    }
    return users.search(c.tenant(), uuid(text), text).map(found -> Reply.ok(array(found)));
  }

  private static Optional<UUID> uuid(String text) {
    try {
      return text.length() == 36 ? Optional.of(UUID.fromString(text)) : Optional.empty();
    } catch (IllegalArgumentException notOne) {
      return Optional.empty();
    }
  }

  private <R extends BusMessage> Future<R> ask(UserMessages message) {
    return bus.ask(Address.USER, message);
  }

  private Reply ok(User user) {
    return Reply.ok(json.of(user));
  }

  private ArrayNode array(List<User> list) {
    ArrayNode out = Json.array();
    list.forEach(u -> out.add(json.of(u)));
    return out;
  }

  private static Reply success() {
    return Reply.ok(Json.object().put("success", true));
  }
}
