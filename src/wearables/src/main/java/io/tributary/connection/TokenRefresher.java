package io.tributary.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.Adapter;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.PasswordLogin.StoredLogin;
import io.tributary.provider.ProviderException;
import io.tributary.provider.TokenRefreshClient;
import java.util.Optional;

/**
 * Requests new tokens from a provider: by refresh token, or by a new sign-in where that is refused
 * or impossible.
 *
 * <p>Blocks its virtual thread. Transient failures are thrown.
 */
final class TokenRefresher {
  /** Error type of a connection whose tokens cannot be renewed. */
  static final String REFRESH_FAILED = "token_refresh_failed";

  private static final String CREDENTIAL_ERROR = "provider_credential_error";

  private TokenRefresher() {}

  sealed interface Outcome {}

  /**
   * @param replacesRefreshToken true when the previous refresh token is no longer valid
   * @param stateChanges account state to merge into the stored one
   * @param credentials credentials that replace the stored ones
   */
  record Renewed(
      OAuth.Tokens tokens,
      boolean replacesRefreshToken,
      ObjectNode stateChanges,
      Optional<StoredLogin> credentials)
      implements Outcome {
    /** Returns the tokens, with the previous refresh token where it remains valid. */
    OAuth.Tokens withPreviousRefresh(String refreshBefore) {
      return tokens.refresh() != null || replacesRefreshToken
          ? tokens
          : new OAuth.Tokens(tokens.access(), refreshBefore, tokens.expiresAt());
    }
  }

  /**
   * @param errorType error type of the connection, if this ends it
   * @param terminal true when a retry is pointless or harmful, as with a rejected password
   */
  record Refused(String errorType, String message, boolean terminal) implements Outcome {}

  /** Returns true when there is a refresh token or a password to renew with. */
  static boolean canRenew(Adapter adapter, TokenRepo.StoredTokens stored) {
    return canUseRefreshToken(adapter, stored) || canSignIn(adapter, stored);
  }

  private static boolean canUseRefreshToken(Adapter adapter, TokenRepo.StoredTokens stored) {
    return stored.refresh() != null && adapter.renewer().isPresent();
  }

  private static boolean canSignIn(Adapter adapter, TokenRepo.StoredTokens stored) {
    return stored.credentials().isPresent() && adapter.login().isPresent();
  }

  static Outcome renew(
      AppCredentials app, Adapter adapter, Connection c, TokenRepo.StoredTokens stored) {
    Optional<Refused> refused = Optional.empty();
    if (canUseRefreshToken(adapter, stored)) {
      switch (refresh(app, adapter.renewer().orElseThrow(), c, stored)) {
        case Renewed renewed -> {
          return renewed;
        }
        case Refused r -> refused = Optional.of(r);
      }
    }
    if (canSignIn(adapter, stored) && refused.map(r -> !r.terminal()).orElse(true)) {
      return signIn(app, adapter.login().orElseThrow(), c, stored.credentials().orElseThrow());
    }
    return refused.orElseThrow(
        () -> new IllegalStateException("there is no credential for a token refresh"));
  }

  private static Outcome refresh(
      AppCredentials app, TokenRefreshClient renewer, Connection c, TokenRepo.StoredTokens stored) {
    try {
      OAuth.Tokens fresh =
          renewer.refresh(
              app,
              new OAuth.Session(
                  new OAuth.Tokens(stored.access(), stored.refresh(), stored.expiresAt()),
                  Optional.ofNullable(c.externalUserId()),
                  c.state()));
      return new Renewed(fresh, false, Json.object(), Optional.empty());
    } catch (ProviderException.TokenRejected | ProviderException.Unauthorized refused) {
      return new Refused(REFRESH_FAILED, "the provider rejected the token refresh", false);
    } catch (ProviderException.AccountRevoked gone) {
      return new Refused(gone.errorType(), gone.getMessage(), true);
    }
  }

  private static Outcome signIn(
      AppCredentials app, PasswordLogin login, Connection c, StoredLogin kept) {
    try {
      return switch (login.renewSession(app, kept, c.state())) {
        case PasswordLogin.Connected in ->
            new Renewed(in.granted().tokens(), true, in.granted().state(), in.storedLogin());
        // Only the user has the code, and requesting a new one with every attempt would spam the
        // user.
        case PasswordLogin.Pending code ->
            new Refused(CREDENTIAL_ERROR, "the provider requires a second factor again", true);
        case PasswordLogin.Refused refused -> refusal(refused.reason());
      };
    } catch (ProviderException.TokenRejected | ProviderException.Unauthorized refused) {
      return refusal(PasswordLogin.RefusalReason.WRONG_CREDENTIALS);
    } catch (ProviderException.AccountRevoked gone) {
      return new Refused(gone.errorType(), gone.getMessage(), true);
    }
  }

  /**
   * Maps a sign-in failure. Providers lock accounts after repeated wrong passwords, so none is sent
   * twice.
   */
  private static Refused refusal(PasswordLogin.RefusalReason why) {
    return switch (why) {
      case WRONG_CREDENTIALS, WRONG_CODE ->
          new Refused(CREDENTIAL_ERROR, "the provider rejected the stored password", true);
      case PASSWORD_EXPIRED ->
          new Refused("provider_password_expired", "the provider requires a password change", true);
      case UNSUPPORTED_REGION ->
          new Refused(CREDENTIAL_ERROR, "the account is in an unsupported region", true);
      case ACTION_IN_PROVIDER_APP ->
          new Refused("unknown", "the provider requires an action in its own app", true);
    };
  }
}
