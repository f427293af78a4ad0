package io.tributary.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * Sign-in to a provider that offers us no OAuth. Calls block their virtual thread and fail with
 * {@link ProviderException}; a refused sign-in is a regular outcome.
 */
public interface PasswordLogin {
  /**
   * @param user name or e-mail address
   * @param secret the password; empty for providers that identify the user by e-mail alone
   * @param region account region, if the provider has several
   */
  Outcome login(AppCredentials app, String user, String secret, Optional<String> region);

  /** Creates a new session from stored credentials, without the user. */
  Outcome renewSession(AppCredentials app, StoredLogin kept, ObjectNode state);

  /** Outcome of a sign-in attempt. */
  sealed interface Outcome {}

  /**
   * @param storedLogin credentials for a later new session; empty if a refresh token serves that
   *     purpose
   */
  record Connected(OAuth.Granted granted, Optional<StoredLogin> storedLogin) implements Outcome {}

  /**
   * @param hint destination of the code, as the provider displays it
   * @param pending state for {@link MfaCompleter}; encrypted at rest
   */
  record Pending(Method method, String hint, ObjectNode pending) implements Outcome {
    @Override
    public String toString() {
      return "Pending[" + method + ", ***]";
    }
  }

  record Refused(RefusalReason reason) implements Outcome {}

  /** Channel of the second-factor code. */
  enum Method {
    SMS,
    EMAIL
  }

  /** Reason for a refused sign-in. */
  enum RefusalReason {
    WRONG_CREDENTIALS,
    PASSWORD_EXPIRED,
    UNSUPPORTED_REGION,
    WRONG_CODE,
    /** The user must complete a step in the provider's own app, such as accepting terms. */
    ACTION_IN_PROVIDER_APP
  }

  /**
   * Credentials that outlive the sign-in; encrypted at rest.
   *
   * @param more further data from the provider, such as a remembered-device token
   */
  record StoredLogin(String user, String secret, ObjectNode more) {
    @Override
    public String toString() {
      return "Kept[***]";
    }
  }
}
