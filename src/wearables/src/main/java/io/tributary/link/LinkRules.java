package io.tributary.link;

import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeNeed;
import io.vertx.sqlclient.Row;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

/** What a team's settings and a user's other connections say about a new link. */
final class LinkRules {
  private static final String SCOPES =
      "select user_must_grant, user_may_grant from scope_requirement"
          + " where team_id = $1 and provider = $2";
  private static final String OTHER_KIND =
      "select 1 from connection where user_id = $1 and demo <> $2 limit 1";
  private static final String STRICT =
      """
      select 1 from team_environment
       where team_id = $1 and environment = $2 and reject_duplicate_connection
      """;
  // Two users linking one account at once are decided one after the other.
  private static final String ONE_BY_ONE =
      "select pg_advisory_xact_lock(hashtextextended($1, 4711))";
  private static final String TAKEN =
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

  /** Scopes that a team insists on and those that it would like. */
  record TeamScopes(List<String> must, List<String> may) {
    /**
     * What the authorise page asks for: the team's, and those of the link itself, such as being
     * renewed when the user is away. No resource needs these, or every one does.
     */
    List<String> asked(Descriptor provider) {
      TreeSet<String> all = new TreeSet<>(must);
      all.addAll(may);
      Collection<ScopeNeed> needs = provider.scopes().values();
      for (String scope : provider.scopesAsked()) {
        if (needs.stream().allMatch(n -> n.required().contains(scope))
            || needs.stream().noneMatch(n -> n.names(scope))) {
          all.add(scope);
        }
      }
      return List.copyOf(all);
    }
  }

  Optional<TeamScopes> scopes(UUID team, String provider) {
    return Rows.first(db.query(SCOPES, team, provider), LinkRules::teamScopes);
  }

  /** As {@link #scopes(UUID, String)}, within a transaction. */
  Optional<TeamScopes> scopes(Tx tx, UUID team, String provider) {
    return tx.first(SCOPES, team, provider).map(LinkRules::teamScopes);
  }

  private static TeamScopes teamScopes(Row r) {
    return new TeamScopes(Rows.texts(r, "user_must_grant"), Rows.texts(r, "user_may_grant"));
  }

  /** Whether the user has a connection of the other kind: demo and real ones are never mixed. */
  boolean hasOtherKind(UUID user, boolean demo) {
    return db.query(OTHER_KIND, user, demo).size() > 0;
  }

  boolean hasOtherKind(Tx tx, UUID user, boolean demo) {
    return tx.first(OTHER_KIND, user, demo).isPresent();
  }

  /** Whether another user of the team has this provider account and the team forbids that. */
  boolean duplicate(Tx tx, Tenant t, String provider, String externalUserId, UUID user) {
    String environment = t.environment().wire();
    if (externalUserId == null || tx.first(STRICT, t.team(), environment).isEmpty()) {
      return false;
    }
    tx.query(ONE_BY_ONE, t.team() + " " + environment + " " + provider + " " + externalUserId);
    return tx.first(TAKEN, t.team(), environment, provider, externalUserId, user).isPresent();
  }
}
