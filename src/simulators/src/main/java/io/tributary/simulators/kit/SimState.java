package io.tributary.simulators.kit;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * State of a simulator that survives a restart, in the format of the state file. It consists of
 * IDs, texts and epoch milliseconds, and contains the vendor's own state. Codes, faults, counters,
 * password accounts and the moved clock are deliberately not saved.
 */
final class SimState {
  private SimState() {}

  /** Returns a copy of the current state that is safe to write on another thread. */
  static JsonObject of(SimContext world) {
    Instant now = world.clock().now();
    OAuthGrantStore grants = world.grants();
    var apps = new JsonArray();
    grants.apps.values().forEach(a -> apps.add(JsonObject.mapFrom(a)));
    var users = new JsonArray();
    for (SimPerson p : world.people().all()) {
      users.add(
          new JsonObject()
              .put("id", p.id())
              .put("name", p.name())
              .put("zone", p.zone().getId())
              .put("firstDay", p.firstDay().toString())
              .put("traits", joinNames(p.traits())));
    }
    var held = new JsonArray();
    for (OAuthGrantStore.Grant g : grants.grants.values()) {
      held.add(
          new JsonObject()
              .put("id", g.id())
              .put("userId", g.userId())
              .put("clientId", g.clientId())
              .put("scopes", joinNames(g.scopes())));
    }
    var accesses = new JsonArray();
    grants.accessTokens.forEach(
        (token, access) -> {
          if (access.expiresAt().isAfter(now)) {
            accesses.add(
                new JsonObject()
                    .put("token", token)
                    .put("grantId", access.grantId())
                    .put("expiresAt", millis(access.expiresAt())));
          }
        });
    var refreshes = new JsonArray();
    grants.refreshTokens.forEach(
        (token, r) ->
            refreshes.add(
                new JsonObject()
                    .put("token", token)
                    .put("grantId", r.grantId())
                    .put("expiresAt", millis(r.expiresAt()))
                    .put("spentAt", r.spentAt().map(SimState::millis).orElse(null))
                    .put("successor", r.successor())));
    var revisions = new JsonArray();
    world
        .people()
        .revisions()
        .forEach(
            (user, days) ->
                days.forEach(
                    (day, revision) ->
                        revisions.add(
                            new JsonObject()
                                .put("userId", user)
                                .put("day", day.toString())
                                .put("revision", revision))));
    var state =
        new JsonObject()
            .put("apps", apps)
            .put("users", users)
            .put("grants", held)
            .put("accesses", accesses)
            .put("refreshes", refreshes)
            .put("revisions", revisions)
            .put("records", world.people().records().save())
            .put("hooks", world.hooks().save());
    world.vendor().save(state);
    return state;
  }

  /** Restores the saved state. */
  static void restore(JsonObject state, SimContext world) {
    OAuthGrantStore grants = world.grants();
    forEachObject(
        state.getJsonArray("apps"),
        j -> {
          OAuthApp app = j.mapTo(OAuthApp.class);
          grants.apps.put(app.clientId(), app);
        });
    forEachObject(
        state.getJsonArray("users"),
        j ->
            world
                .people()
                .restore(
                    new SimPerson(
                        j.getString("id"),
                        j.getString("name"),
                        ZoneId.of(j.getString("zone")),
                        LocalDate.parse(j.getString("firstDay")),
                        texts(j.getJsonArray("traits")).stream()
                            .map(PersonTrait::valueOf)
                            .collect(Collectors.toSet()))));
    forEachObject(
        state.getJsonArray("grants"),
        j -> {
          var grant =
              new OAuthGrantStore.Grant(
                  j.getString("id"),
                  j.getString("userId"),
                  j.getString("clientId"),
                  texts(j.getJsonArray("scopes")));
          grants.grants.put(grant.id(), grant);
        });
    forEachObject(
        state.getJsonArray("accesses"),
        j ->
            grants.accessTokens.put(
                j.getString("token"),
                new OAuthGrantStore.Access(
                    j.getString("grantId"), instant(j.getLong("expiresAt")))));
    forEachObject(
        state.getJsonArray("refreshes"),
        j ->
            grants.refreshTokens.put(
                j.getString("token"),
                new OAuthGrantStore.Refresh(
                    j.getString("grantId"),
                    instant(j.getLong("expiresAt")),
                    Optional.ofNullable(j.getLong("spentAt")).map(SimState::instant),
                    j.getString("successor", ""))));
    forEachObject(
        state.getJsonArray("revisions"),
        j ->
            world
                .people()
                .restoreRevision(
                    j.getString("userId"),
                    LocalDate.parse(j.getString("day")),
                    j.getInteger("revision")));
    world.people().records().restore(state.getJsonArray("records"));
    world.hooks().restore(state.getJsonArray("hooks"));
    world.vendor().restore(state, world);
  }

  /** Visits each object of a list that may be missing. */
  static void forEachObject(JsonArray list, Consumer<JsonObject> use) {
    if (list != null) {
      list.forEach(o -> use.accept(o instanceof Map<?, ?> m ? cast(m) : (JsonObject) o));
    }
  }

  @SuppressWarnings("unchecked")
  private static JsonObject cast(Map<?, ?> map) {
    return new JsonObject((Map<String, Object>) map);
  }

  static Long millis(Instant at) {
    return at.equals(Instant.MAX) ? null : at.toEpochMilli();
  }

  static Instant instant(Long millis) {
    return millis == null ? Instant.MAX : Instant.ofEpochMilli(millis);
  }

  private static JsonArray joinNames(Set<?> values) {
    var list = new JsonArray();
    values.forEach(v -> list.add(v.toString()));
    return list;
  }

  private static Set<String> texts(JsonArray list) {
    var texts = new HashSet<String>();
    if (list != null) {
      list.forEach(t -> texts.add((String) t));
    }
    return Set.copyOf(texts);
  }
}
