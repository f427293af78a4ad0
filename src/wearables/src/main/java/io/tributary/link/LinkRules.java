package io.tributary.link;

import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeRequirement;
import io.vertx.sqlclient.Row;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

/** Rules for a new link from the team's settings and the user's other connections. */
final class LinkRules {
  private static final String SCOPES =
      "select user_must_grant, user_may_grant from scope_requirement"
          + " where team_id = $1 and provider = $2";
  private static final String OTHER_KIND =
      "select 1 from connection where user_id = $1 and demo <> $2 limit 1";
  private static final String REJECTS_DUPLICATES =
      """
      select 1 from team_environment
       where team_id = $1 and environment = $2 and reject_duplicate_connection
      """;
  // Serializes two users who link the same account at the same time.
  private static final String LOCK_ACCOUNT =
      "select pg_advisory_xact_lock(hashtextextended($1, 4711))";
  private static final String ACCOUNT_IN_USE =
      """
      select 1 from connection
       where team_id = $1 and environment = $2 and provider = $3 and external_user_id = $4
         and user_id <> $5 and not demo
       limit 1
      """;

  private final Db db;

  LinkRules(Db db) {
    this.db = db;
  }

  /** Scopes that a team requires, and optional ones. */
  record TeamScopes(List<String> required, List<String> optional) {
    /**
     * Returns the scopes to request: those of the team, and those that belong to the grant itself,
     * such as offline access. The latter are required by no resource or by every resource.
     */
    List<String> toRequest(Descriptor provider) {
      TreeSet<String> all = new TreeSet<>(required);
      all.addAll(optional);
      Collection<ScopeRequirement> needs = provider.scopes().values();
      for (String scope : provider.defaultScopes()) {
        if (needs.stream().allMatch(n -> n.required().contains(scope))
            || needs.stream().noneMatch(n -> n.uses(scope))) {
          all.add(scope);
        }
      }
      return List.copyOf(all);
    }
  }

  Optional<TeamScopes> scopes(UUID team, String provider) {
    return RowMapping.first(db.query(SCOPES, team, provider), LinkRules::teamScopes);
  }

  /** Reads the scopes within a transaction. */
  Optional<TeamScopes> scopes(Tx tx, UUID team, String provider) {
    return tx.first(SCOPES, team, provider).map(LinkRules::teamScopes);
  }

  private static TeamScopes teamScopes(Row r) {
    return new TeamScopes(
        RowMapping.texts(r, "user_must_grant"), RowMapping.texts(r, "user_may_grant"));
  }

  /**
   * Returns true when the user has connections of the other kind. Demo and real connections are
   * never mixed.
   */
  boolean hasConnectionsOfOtherKind(UUID user, boolean demo) {
    return db.query(OTHER_KIND, user, demo).size() > 0;
  }

  boolean hasConnectionsOfOtherKind(Tx tx, UUID user, boolean demo) {
    return tx.first(OTHER_KIND, user, demo).isPresent();
  }

  /**
   * Returns true when another user of the team has this provider account and the team rejects
   * duplicates.
   */
  boolean isDuplicate(Tx tx, Tenant t, String provider, String externalUserId, UUID user) {
    String environment = t.environment().wire();
    if (externalUserId == null || tx.first(REJECTS_DUPLICATES, t.team(), environment).isEmpty()) {
      return false;
    }
    tx.query(LOCK_ACCOUNT, t.team() + " " + environment + " " + provider + " " + externalUserId);
    return tx.first(ACCOUNT_IN_USE, t.team(), environment, provider, externalUserId, user)
        .isPresent();
  }
}
