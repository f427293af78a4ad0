package io.tributary.fuzz;

import io.tributary.core.Ids;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Callers who may not, and ids that are not the caller's. */
final class Strangers {
  private final World w;
  private final Good good;

  Strangers(World w, Good good) {
    this.w = w;
    this.good = good;
  }

  /** Ids of others: other teams', the other environment's, deleted and unknown ones. */
  void foreign(Op op, List<Hit> out) {
    if (!op.team()) {
      return;
    }
    Hit.Draft fine = good.of(op);
    List<String> named =
        op.in("path").stream()
            .map(Op.Parameter::name)
            .filter(
                n -> w.own.ids.containsKey(n) && !n.equals("slug") || n.equals("query_id_or_slug"))
            .toList();
    Map.of(
            "other team", w.other.ids,
            "other environment", w.production.ids,
            "deleted", w.deleted.ids,
            "unknown", Map.<String, String>of())
        .forEach(
            (kind, ids) -> {
              inPath(fine, named, kind, ids, out);
              elsewhere(fine, kind, ids, out);
            });
  }

  private void inPath(
      Hit.Draft fine, List<String> named, String kind, Map<String, String> ids, List<Hit> out) {
    for (String name : named) {
      String id = id(ids, name.equals("query_id_or_slug") ? "query_id" : name);
      if (name.equals("team_id") && id.equals(w.own.team)) {
        continue;
      }
      out.add(fine.with(name, id).hit("foreign id", kind + " " + name, 404));
    }
    // All ids of one other side, which would fit each other.
    if (named.size() > 1) {
      Hit.Draft all = fine;
      for (String name : named) {
        all = all.with(name, id(ids, name.equals("query_id_or_slug") ? "slug" : name));
      }
      out.add(all.hit("foreign id", kind + " all", 404));
    }
  }

  /** In the body and in the query. */
  private void elsewhere(Hit.Draft fine, String kind, Map<String, String> ids, List<Hit> out) {
    Op op = fine.op;
    String text = fine.body == null ? "" : new String(fine.body, StandardCharsets.UTF_8);
    if (text.contains(w.own.user_id())) {
      out.add(
          fine.body(Wrong.bytes(text.replace(w.own.user_id(), id(ids, "user_id"))))
              .hit("foreign id", kind + " in the body", 404));
    }
    if (op.has("patient")) {
      out.add(fine.asked("patient", id(ids, "user_id")).hit("foreign id", kind + " patient", 404));
    }
    if (op.method().equals("GET")
        && op.in("query").stream().anyMatch(p -> p.name().equals("user_id"))) {
      out.add(
          fine.asked("user_id", id(ids, "user_id"))
              .hit("foreign id", kind + " in the query", 200, 404));
    }
  }

  /** Of that side, else one that nobody has. */
  private static String id(Map<String, String> ids, String name) {
    return ids.getOrDefault(name, Ids.uuid().toString());
  }

  /** No key, a wrong key, keys of the wrong kind, and a user's token. */
  void callers(Op op, List<Hit> out) {
    if (!op.team() && !op.management()) {
      return;
    }
    Hit.Draft fine = good.of(op);
    Hit.Draft none = fine.header("x-service-api-key", null).header("x-management-key", null);
    out.add(none.hit("caller", "none", 401));
    out.add(none.header("x-service-api-key", "no").hit("caller", "unknown key", 401));
    out.add(none.header("x-management-key", "no").hit("caller", "unknown management key", 401));
    out.add(none.header("x-service-api-key", "k".repeat(9000)).hit("caller", "long key", 401, 431));
    out.add(none.header("authorization", "Bearer ").hit("caller", "empty bearer", 401));
    out.add(none.header("authorization", "Bearer x y").hit("caller", "odd bearer", 401));
    out.add(none.header("authorization", "Basic eDp5").hit("caller", "basic", 401));
    if (op.team()) {
      usersTokens(fine, none, out);
      otherKeys(fine, out);
    } else {
      noManagers(none, out);
    }
  }

  private void usersTokens(Hit.Draft fine, Hit.Draft none, List<Hit> out) {
    Op op = fine.op;
    out.add(
        none.header("x-management-key", w.node.first().managementKey())
            .hit("caller", "management key", 401));
    boolean named = op.has("user_id") && !op.in("path").isEmpty();
    Hit.Draft user = none.header("authorization", "Bearer " + w.userToken);
    if (!op.client()) {
      out.add(user.hit("caller", "user's token", 401));
    } else if (named) {
      String other = w.own.user();
      out.add(user.with("user_id", other).hit("caller", "user's token, other user", 404));
      out.add(
          user.with("user_id", w.other.user_id()).hit("caller", "user's token, other team", 404));
    } else {
      String text = new String(fine.body, StandardCharsets.UTF_8);
      out.add(
          user.body(Wrong.bytes(text.replace(w.own.user_id(), w.own.user())))
              .hit("caller", "user's token, other user in the body", 404));
    }
  }

  /** Another key with this key's ids. */
  private void otherKeys(Hit.Draft fine, List<Hit> out) {
    Op op = fine.op;
    boolean ids =
        op.in("path").stream()
            .anyMatch(p -> w.own.ids.containsKey(p.name()) && !p.name().equals("slug"));
    if (ids) {
      out.add(fine.header("x-service-api-key", w.other.key).hit("caller", "other team's key", 404));
      // Both environments have one team, and one list of physicians.
      if (!Set.of("/v2/team/{team_id}", "/v2/team/{team_id}/physicians").contains(op.path())) {
        out.add(
            fine.header("x-service-api-key", w.production.key)
                .hit("caller", "other environment's key", 404));
      }
    }
  }

  private void noManagers(Hit.Draft none, List<Hit> out) {
    out.add(none.header("x-service-api-key", w.own.key).hit("caller", "API key", 401));
    out.add(
        none.header("authorization", "Bearer " + w.userToken).hit("caller", "user's token", 401));
    out.add(
        none.header("x-management-key", w.foreignManagementKey)
            .hit("caller", "other organisation's key", 404));
    out.add(
        none.header("x-management-key", w.foreignManagementKey)
            .with("org_id", w.foreignOrg.toString())
            .hit("caller", "other organisation with this one's ids", otherOrganisation(none.op)));
  }

  /** Calls of an organisation without ids below it answer for the caller's own. */
  private static Integer[] otherOrganisation(Op op) {
    boolean below =
        op.in("path").stream()
            .anyMatch(p -> p.name().endsWith("_id") && !p.name().equals("org_id"));
    return below ? new Integer[] {404} : new Integer[0];
  }
}
