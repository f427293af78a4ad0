package io.tributary.connection;

import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.provider.Adapters;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Applies changes that a user makes to a grant on the provider's side. */
public final class ScopeChange {
  private static final String UPDATE_GRANTED =
      """
      update connection set scopes_granted = $3, updated_at = now()
       where id = $1 and generation = $2 and status = 'connected'
      """;
  private static final String REQUIRED_SCOPES =
      "select user_must_grant from scope_requirement where team_id = $1 and provider = $2";

  private static final String DROP_TOKENS =
      """
      update connection set access_token_encrypted = null, refresh_token_encrypted = null,
             credentials_encrypted = null, token_expires_at = null
       where id = $1
      """;

  private final ConnectionLifecycle states;
  private final Adapters adapters;

  public ScopeChange(ConnectionLifecycle states, Adapters adapters) {
    this.states = states;
    this.adapters = adapters;
  }

  /**
   * Stores the scopes that the grant covers now. Fails the connection with
   * required_scopes_not_granted when no resource is available any more or a scope required by the
   * team is missing.
   *
   * @param connection locked by the caller
   */
  public void scopesChanged(Tx tx, Connection connection, List<String> scopes) {
    tx.update(
        UPDATE_GRANTED, connection.id(), connection.generation(), scopes.toArray(String[]::new));
    Set<String> lacking = new HashSet<>(requiredScopes(tx, connection));
    lacking.removeAll(scopes);
    if (!lacking.isEmpty() || !hasAvailableResource(connection, scopes)) {
      states.fail(
          tx, connection, "required_scopes_not_granted", "the user revoked required scopes");
    }
  }

  /**
   * Records that the user has withdrawn the grant: moves the connection to status error and deletes
   * the tokens, which are useless now.
   *
   * @param connection locked by the caller
   */
  public void grantWithdrawn(Tx tx, Connection connection) {
    if (states.fail(tx, connection, "deregistered_per_provider", "the user revoked the access")) {
      tx.update(DROP_TOKENS, connection.id());
    }
  }

  private boolean hasAvailableResource(Connection c, List<String> scopes) {
    return adapters
        .of(c.provider(), c.demo())
        .map(a -> ResourceAvailability.of(a.descriptor(), scopes))
        .map(open -> open.values().stream().anyMatch(ResourceAvailability::available))
        .orElse(true);
  }

  private static List<String> requiredScopes(Tx tx, Connection c) {
    return tx.first(REQUIRED_SCOPES, c.tenant().team(), c.provider())
        .map(r -> Optional.ofNullable(RowMapping.texts(r, "user_must_grant")).orElse(List.of()))
        .orElse(List.of());
  }
}
