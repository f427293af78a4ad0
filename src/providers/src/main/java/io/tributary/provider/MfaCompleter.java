package io.tributary.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Takes the code that a sign-in waits for. As {@link PasswordLogin} blocks and fails. */
@FunctionalInterface
public interface MfaCompleter {
  /**
   * @param pending what {@link PasswordLogin.Pending} has said
   */
  PasswordLogin.Outcome second(AppCredentials app, ObjectNode pending, String code);
}
