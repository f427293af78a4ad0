package io.tributary.simulator.oura;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.simulator.oura.Subscriptions.Subscription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a restart keeps, in the shape of the state file: ids, texts and epoch milliseconds. Codes,
 * faults, counters and the shifted clock are left behind on purpose.
 */
record SavedState(
    List<App> apps,
    List<User> users,
    List<Granted> grants,
    List<Access> accesses,
    List<Refresh> refreshes,
    List<Hook> subscriptions,
    List<Put> documents,
    List<Gone> removed,
    List<Point> points) {

  record User(String id, String name, String zone, String firstDay) {}

  record Granted(String id, String userId, String clientId, Set<String> scopes) {}

  record Access(String token, String grantId, long expiresAt) {}

  record Refresh(String token, String grantId) {}

  record Hook(
      String id,
      String clientId,
      String callbackUrl,
      String verificationToken,
      String eventType,
      String dataType,
      long expiresAt) {}

  record Put(String userId, String collection, JsonNode document) {}

  record Gone(String userId, String collection, String id) {}

  record Point(String userId, long epochSecond, int bpm, String source) {}

  /** A copy of the living state, safe to write on another thread. */
  static SavedState of(
      Grants grants, Users users, Subscriptions subscriptions, Library library, Instant now) {
    var people = new ArrayList<User>();
    users
        .all()
        .forEach(
            u -> people.add(new User(u.id(), u.name(), u.zone().getId(), u.firstDay().toString())));
    var accesses = new ArrayList<Access>();
    grants.accesses.forEach(
        (token, access) -> {
          if (access.expiresAt().isAfter(now)) {
            accesses.add(new Access(token, access.grantId(), access.expiresAt().toEpochMilli()));
          }
        });
    var refreshes = new ArrayList<Refresh>();
    grants.refreshes.forEach((token, grant) -> refreshes.add(new Refresh(token, grant)));
    var documents = new ArrayList<Put>();
    var removed = new ArrayList<Gone>();
    var points = new ArrayList<Point>();
    library
        .overrides()
        .forEach(
            (user, over) -> {
              for (Collection collection : Collection.values()) {
                over.all(collection)
                    .forEach(d -> documents.add(new Put(user, collection.path, parse(d.json()))));
              }
              over.removed()
                  .forEach((c, ids) -> ids.forEach(id -> removed.add(new Gone(user, c.path, id))));
              over.points()
                  .values()
                  .forEach(p -> points.add(new Point(user, p.epochSecond(), p.bpm(), p.source())));
            });
    return new SavedState(
        List.copyOf(grants.apps.values()),
        people,
        grants.grants.values().stream()
            .map(g -> new Granted(g.id(), g.userId(), g.clientId(), g.scopes()))
            .toList(),
        accesses,
        refreshes,
        subscriptions.all().stream()
            .map(
                s ->
                    new Hook(
                        s.id(),
                        s.clientId(),
                        s.callbackUrl(),
                        s.verificationToken(),
                        s.eventType(),
                        s.dataType(),
                        s.expiresAt().toEpochMilli()))
            .toList(),
        documents,
        removed,
        points);
  }

  /** Puts everything back where it was. */
  void restore(Grants grants, Users into, Subscriptions hooks, Library library) {
    apps.forEach(a -> grants.apps.put(a.clientId(), a));
    users.forEach(
        u ->
            into.restore(
                new RingUser(
                    u.id(), u.name(), ZoneId.of(u.zone()), LocalDate.parse(u.firstDay()))));
    this.grants.forEach(
        g ->
            grants.grants.put(
                g.id(),
                new Grants.Grant(g.id(), g.userId(), g.clientId(), Set.copyOf(g.scopes()))));
    accesses.forEach(
        a ->
            grants.accesses.put(
                a.token(), new Grants.Access(a.grantId(), Instant.ofEpochMilli(a.expiresAt()))));
    refreshes.forEach(r -> grants.refreshes.put(r.token(), r.grantId()));
    subscriptions.forEach(
        h ->
            hooks.put(
                new Subscription(
                    h.id(),
                    h.clientId(),
                    h.callbackUrl(),
                    h.verificationToken(),
                    h.eventType(),
                    h.dataType(),
                    Instant.ofEpochMilli(h.expiresAt()))));
    documents.forEach(
        p ->
            library
                .overrides(p.userId())
                .put(collection(p.collection()), (ObjectNode) p.document()));
    removed.forEach(g -> library.overrides(g.userId()).remove(collection(g.collection()), g.id()));
    points.forEach(
        p ->
            library
                .overrides(p.userId())
                .putPoint(new HeartPoint(p.epochSecond(), p.bpm(), p.source())));
  }

  private static Collection collection(String path) {
    return Collection.ofPath(path)
        .orElseThrow(() -> new IllegalArgumentException("state file: collection " + path));
  }

  private static JsonNode parse(byte[] json) {
    try {
      return JsonText.MAPPER.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
