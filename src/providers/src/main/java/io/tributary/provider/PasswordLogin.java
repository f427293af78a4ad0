package io.tributary.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * Signing in to a provider that has no OAuth for us. Calls block their virtual thread and fail with
 * {@link ProviderException}; a refusal is an outcome.
 */
public interface PasswordLogin {
  /**
   * @param user name or e-mail address
   * @param secret the password; empty for providers that know the user by e-mail alone
   * @param region of the account, where the provider has several
   */
  Outcome login(AppCredentials app, String user, String secret, Optional<String> region);

  /** A new session of what was kept, without the user. */
  Outcome again(AppCredentials app, Kept kept, ObjectNode state);

  /** How an attempt ended. */
  sealed interface Outcome {}

  /**
   * @param keep what a later {@link #again} needs; empty where a refresh token does
   */
  record Connected(OAuth.Granted granted, Optional<Kept> keep) implements Outcome {}

  /**
   * @param hint where the code went, as the provider shows it
   * @param pending what {@link MfaCompleter} needs; sealed at rest
   */
  record Pending(Method method, String hint, ObjectNode pending) implements Outcome {
    @Override
    public String toString() {
      return "Pending[" + method + ", ***]";
    }
  }

  record Refused(Problem why) implements Outcome {}

  /** How a second factor reaches the user. */
  enum Method {
    SMS,
    EMAIL
  }

  /** Why a sign-in was refused. */
  enum Problem {
    WRONG_CREDENTIALS,
    PASSWORD_EXPIRED,
    UNSUPPORTED_REGION,
    WRONG_CODE,
    /** Something is open that only the provider's own app settles, such as terms to accept. */
    ELSEWHERE
  }

  /**
   * Credentials that outlive the sign-in; sealed at rest.
   *
   * @param more what else the provider gave to remember a device by
   */
  record Kept(String user, String secret, ObjectNode more) {
    @Override
    public String toString() {
      return "Kept[***]";
    }
  }
}
