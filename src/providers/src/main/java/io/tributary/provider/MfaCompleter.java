package io.tributary.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Completes a sign-in with a second-factor code. Blocks and fails as {@link PasswordLogin} does.
 */
@FunctionalInterface
public interface MfaCompleter {
  /**
   * @param pending state of {@link PasswordLogin.Pending}
   */
  PasswordLogin.Outcome complete(AppCredentials app, ObjectNode pending, String code);
}
