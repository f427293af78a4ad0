package io.tributary.fuzz;

import io.tributary.core.Ids;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Requests of unauthorized callers and requests with IDs of other tenants. */
final class UnauthorizedRequests {
  private final FuzzEnvironment env;
  private final ValidRequests valid;

  UnauthorizedRequests(FuzzEnvironment w, ValidRequests good) {
    this.env = w;
    this.valid = good;
  }

  /**
   * Adds requests with IDs of other teams, the other environment, a deleted user, and unknown IDs.
   */
  void addForeignIds(ApiOperation op, List<FuzzRequest> out) {
    if (!op.acceptsTeamKey()) {
      return;
    }
    FuzzRequest.RequestDraft fine = valid.requestFor(op);
    List<String> named =
        op.parametersIn("path").stream()
            .map(ApiOperation.ApiParameter::name)
            .filter(
                n ->
                    env.own.ids.containsKey(n) && !n.equals("slug") || n.equals("query_id_or_slug"))
            .toList();
    Map.of(
            "other team", env.other.ids,
            "other environment", env.production.ids,
            "deleted", env.deleted.ids,
            "unknown", Map.<String, String>of())
        .forEach(
            (kind, ids) -> {
              inPath(fine, named, kind, ids, out);
              inBodyAndQuery(fine, kind, ids, out);
            });
  }

  private void inPath(
      FuzzRequest.RequestDraft fine,
      List<String> named,
      String kind,
      Map<String, String> ids,
      List<FuzzRequest> out) {
    for (String name : named) {
      String id = id(ids, name.equals("query_id_or_slug") ? "query_id" : name);
      if (name.equals("team_id") && id.equals(env.own.team)) {
        continue;
      }
      out.add(fine.pathParameter(name, id).build("foreign id", kind + " " + name, 404));
    }
    // All IDs of one other tenant, which are consistent with each other.
    if (named.size() > 1) {
      FuzzRequest.RequestDraft all = fine;
      for (String name : named) {
        all = all.pathParameter(name, id(ids, name.equals("query_id_or_slug") ? "slug" : name));
      }
      out.add(all.build("foreign id", kind + " all", 404));
    }
  }

  /** Adds requests with foreign IDs in the body and in the query. */
  private void inBodyAndQuery(
      FuzzRequest.RequestDraft fine, String kind, Map<String, String> ids, List<FuzzRequest> out) {
    ApiOperation op = fine.op;
    String text = fine.body == null ? "" : new String(fine.body, StandardCharsets.UTF_8);
    if (text.contains(env.own.userId())) {
      out.add(
          fine.body(InvalidValues.bytes(text.replace(env.own.userId(), id(ids, "user_id"))))
              .build("foreign id", kind + " in the body", 404));
    }
    if (op.hasParameter("patient")) {
      out.add(
          fine.query("patient", id(ids, "user_id")).build("foreign id", kind + " patient", 404));
    }
    if (op.method().equals("GET")
        && op.parametersIn("query").stream().anyMatch(p -> p.name().equals("user_id"))) {
      out.add(
          fine.query("user_id", id(ids, "user_id"))
              .build("foreign id", kind + " in the query", 200, 404));
    }
  }

  /** Returns the ID of that tenant, or a random one. */
  private static String id(Map<String, String> ids, String name) {
    return ids.getOrDefault(name, Ids.uuid().toString());
  }

  /** Adds requests with no key, a wrong key, keys of the wrong kind, and a user token. */
  void addCallers(ApiOperation op, List<FuzzRequest> out) {
    if (!op.acceptsTeamKey() && !op.acceptsManagementKey()) {
      return;
    }
    FuzzRequest.RequestDraft fine = valid.requestFor(op);
    FuzzRequest.RequestDraft none =
        fine.header("x-service-api-key", null).header("x-management-key", null);
    out.add(none.build("caller", "none", 401));
    out.add(none.header("x-service-api-key", "no").build("caller", "unknown key", 401));
    out.add(none.header("x-management-key", "no").build("caller", "unknown management key", 401));
    out.add(
        none.header("x-service-api-key", "k".repeat(9000)).build("caller", "long key", 401, 431));
    out.add(none.header("authorization", "Bearer ").build("caller", "empty bearer", 401));
    out.add(none.header("authorization", "Bearer x y").build("caller", "odd bearer", 401));
    out.add(none.header("authorization", "Basic eDp5").build("caller", "basic", 401));
    if (op.acceptsTeamKey()) {
      addUserTokens(fine, none, out);
      addOtherTeamKeys(fine, out);
    } else {
      addNonManagementKeys(none, out);
    }
  }

  private void addUserTokens(
      FuzzRequest.RequestDraft fine, FuzzRequest.RequestDraft none, List<FuzzRequest> out) {
    ApiOperation op = fine.op;
    out.add(
        none.header("x-management-key", env.node.first().managementKey())
            .build("caller", "management key", 401));
    boolean named = op.hasParameter("user_id") && !op.parametersIn("path").isEmpty();
    FuzzRequest.RequestDraft user = none.header("authorization", "Bearer " + env.userToken);
    if (!op.acceptsUserToken()) {
      out.add(user.build("caller", "user's token", 401));
    } else if (named) {
      String other = env.own.createUser();
      out.add(
          user.pathParameter("user_id", other).build("caller", "user's token, other user", 404));
      out.add(
          user.pathParameter("user_id", env.other.userId())
              .build("caller", "user's token, other team", 404));
    } else {
      String text = new String(fine.body, StandardCharsets.UTF_8);
      out.add(
          user.body(InvalidValues.bytes(text.replace(env.own.userId(), env.own.createUser())))
              .build("caller", "user's token, other user in the body", 404));
    }
  }

  /** Adds requests with another tenant's key and this key's IDs. */
  private void addOtherTeamKeys(FuzzRequest.RequestDraft fine, List<FuzzRequest> out) {
    ApiOperation op = fine.op;
    boolean ids =
        op.parametersIn("path").stream()
            .anyMatch(p -> env.own.ids.containsKey(p.name()) && !p.name().equals("slug"));
    if (ids) {
      out.add(
          fine.header("x-service-api-key", env.other.key).build("caller", "other team's key", 404));
      // The team and its physicians are shared by both environments.
      if (!Set.of("/v2/team/{team_id}", "/v2/team/{team_id}/physicians").contains(op.path())) {
        out.add(
            fine.header("x-service-api-key", env.production.key)
                .build("caller", "other environment's key", 404));
      }
    }
  }

  private void addNonManagementKeys(FuzzRequest.RequestDraft none, List<FuzzRequest> out) {
    out.add(none.header("x-service-api-key", env.own.key).build("caller", "API key", 401));
    out.add(
        none.header("authorization", "Bearer " + env.userToken)
            .build("caller", "user's token", 401));
    out.add(
        none.header("x-management-key", env.foreignManagementKey)
            .build("caller", "other organisation's key", 404));
    out.add(
        none.header("x-management-key", env.foreignManagementKey)
            .pathParameter("org_id", env.foreignOrg.toString())
            .build(
                "caller",
                "other organisation with this one's ids",
                foreignOrganizationStatuses(none.op)));
  }

  /** Organization-level calls without further IDs answer for the caller's own organization. */
  private static Integer[] foreignOrganizationStatuses(ApiOperation op) {
    boolean below =
        op.parametersIn("path").stream()
            .anyMatch(p -> p.name().endsWith("_id") && !p.name().equals("org_id"));
    return below ? new Integer[] {404} : new Integer[0];
  }
}
