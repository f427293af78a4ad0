package io.tributary.provider;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * OAuth part of an adapter. Calls block their virtual thread and fail with {@link
 * ProviderException}.
 */
public interface OAuth extends TokenRefreshClient {
  /** Returns the authorization URL to which the user is redirected. */
  String authorizeUrl(AppCredentials app, Start start);

  /** Exchanges the code of a callback for tokens. */
  Granted exchange(AppCredentials app, Callback back);

  /**
   * Returns whether an exchange usually makes further calls after the token call. The caller then
   * ensures that permits are available before it spends the single-use code.
   */
  default boolean exchangeNeedsFurtherCalls() {
    return false;
  }

  /**
   * Revokes the grant at the provider. {@link ProviderException.Unauthorized} means that the access
   * token has expired while the grant is still valid; the caller may refresh it and retry.
   */
  void revoke(AppCredentials app, Session session);

  /**
   * Start of an authorization.
   *
   * @param state opaque to the provider
   * @param verifier PKCE verifier kept by the caller; ignored by providers without PKCE
   * @param region account region, if the link names one
   */
  record Start(String state, List<String> scopes, String verifier, Optional<String> region) {
    public Start {
      scopes = List.copyOf(scopes);
    }

    public Start(String state, List<String> scopes, String verifier) {
      this(state, scopes, verifier, Optional.empty());
    }

    @Override
    public String toString() {
      return "Start[***]";
    }
  }

  /**
   * Parameters of a callback.
   *
   * @param verifier as in {@link Start}
   * @param requestedScopes requested scopes; a token response without a scope grants these (RFC
   *     6749, section 5.1)
   * @param scope the callback's scope parameter, which passed through the user's browser
   * @param user our user ID, which some providers require; null only if no user is being linked
   * @param region as in {@link Start}
   * @param permits permits for calls that determine the owner of the grant
   */
  record Callback(
      String code,
      String verifier,
      List<String> requestedScopes,
      Optional<String> scope,
      UUID user,
      Optional<String> region,
      PermitClient permits) {
    public Callback {
      requestedScopes = List.copyOf(requestedScopes);
    }

    public Callback(String code, String verifier, List<String> asked, Optional<String> scope) {
      this(code, verifier, asked, scope, null, Optional.empty());
    }

    /** Creates a callback whose calls are not counted against quotas. */
    public Callback(
        String code,
        String verifier,
        List<String> asked,
        Optional<String> scope,
        UUID user,
        Optional<String> region) {
      this(code, verifier, asked, scope, user, region, PermitClient.UNLIMITED);
    }

    @Override
    public String toString() {
      return "Callback[***]";
    }
  }

  /**
   * Active grant.
   *
   * @param externalUserId the provider's user ID, if known
   * @param state account state kept by the adapter
   */
  record Session(Tokens tokens, Optional<String> externalUserId, ObjectNode state) {
    public Session(Tokens tokens, Optional<String> externalUserId) {
      this(tokens, externalUserId, JsonNodeFactory.instance.objectNode());
    }

    @Override
    public String toString() {
      return "Session[***]";
    }
  }

  /** Token pair; {@code refresh} may be null. */
  record Tokens(String access, String refresh, Instant expiresAt) {
    @Override
    public String toString() {
      return "Tokens[***]";
    }
  }

  /**
   * Result of a completed authorization.
   *
   * @param scopes empty if the provider has no scopes
   * @param externalUserId empty if the grant does not reveal it
   * @param state account state that the adapter keeps; contains no secrets
   */
  record Granted(
      Tokens tokens,
      Optional<List<String>> scopes,
      Optional<String> externalUserId,
      ObjectNode state) {
    public Granted {
      scopes = scopes.map(List::copyOf);
    }

    public Granted(Tokens tokens, Optional<List<String>> scopes, Optional<String> externalUserId) {
      this(tokens, scopes, externalUserId, JsonNodeFactory.instance.objectNode());
    }

    @Override
    public String toString() {
      return "Granted[***]";
    }
  }
}
