package io.tributary.link;

import io.tributary.provider.AuthKind;
import java.util.Optional;

/**
 * Error message as the hosted pages show it.
 *
 * @param type error type for support; empty when the user left out a field
 * @param field name of the affected form field; empty when there is none
 */
record LinkErrorView(Optional<LinkError> type, String title, String advice, String field) {

  static LinkErrorView of(LinkError error) {
    return of(error, error.text(), "The provider", Optional.empty());
  }

  /** Creates a message about a missing or invalid field. */
  static LinkErrorView field(String field, String title, String advice) {
    return new LinkErrorView(Optional.empty(), title, advice, field);
  }

  /**
   * @param text message of the error; shown when it differs from the default of its type
   * @param provider name of the provider
   * @param method authentication method of the provider
   */
  static LinkErrorView of(
      LinkError error, String text, String provider, Optional<AuthKind> method) {
    boolean email = method.filter(m -> m == AuthKind.EMAIL).isPresent();
    boolean password = method.filter(m -> m == AuthKind.PASSWORD).isPresent();
    LinkErrorView p =
        switch (error) {
          case INVALID_TOKEN ->
              message(
                  error,
                  "This link is invalid",
                  "The link may be incomplete. Return to the app and open it again.");
          case TOKEN_EXPIRED ->
              message(
                  error,
                  "This link has expired",
                  "Links are valid for a limited time. Return to the app and request a new one.");
          case TOKEN_CONSUMED ->
              message(
                  error,
                  "This link has already been used",
                  "Each link connects one account. To connect another one, return to the app and"
                      + " request a new link.");
          case TOKEN_NOT_VALIDATED ->
              password || email
                  ? message(
                      error,
                      "This sign-in has expired",
                      "The code can no longer be used. Sign in again to get a new one.")
                  : message(
                      error,
                      "Your session has expired",
                      "The session has ended, or your browser blocks cookies. Return to the app and"
                          + " open the link again.");
          case PROVIDER_CREDENTIAL_ERROR ->
              password
                  ? new LinkErrorView(
                      Optional.of(error),
                      provider + " rejected your sign-in",
                      "Check your username and password. Repeated failed attempts may lock your"
                          + " account.",
                      "password")
                  : email
                      ? new LinkErrorView(
                          Optional.of(error),
                          provider + " could not find this account",
                          "Check the email address and the region, and that the account shares its"
                              + " data.",
                          "email")
                      : message(
                          error,
                          provider + " was not connected",
                          "Access was not granted. Try again and allow access.");
          case PROVIDER_PASSWORD_EXPIRED ->
              new LinkErrorView(
                  Optional.of(error),
                  provider + " requires a new password",
                  "Change your password in the app or on the website of "
                      + provider
                      + ", then enter the new one here.",
                  "password");
          case PROVIDER_API_ERROR ->
              message(
                  error,
                  provider + " was not connected",
                  "The provider is unavailable or returned an unexpected response. Try again in a"
                      + " few minutes.");
          case UNSUPPORTED_REGION ->
              new LinkErrorView(
                  Optional.of(error),
                  provider + " is not available in this region",
                  "Select the region in which your account was created. If this is the right"
                      + " region, the account cannot be connected.",
                  email ? "region" : "");
          case DUPLICATE_CONNECTION ->
              message(
                  error,
                  "This account is already connected",
                  "Another user has connected this "
                      + provider
                      + " account. Use a different account.");
          case REQUIRED_SCOPES_NOT_GRANTED ->
              message(
                  error,
                  provider + " was not connected",
                  "Required permissions were not granted. Try again and allow all of them.");
          case INCORRECT_MFA_CODE ->
              new LinkErrorView(
                  Optional.of(error),
                  "The code is incorrect",
                  "Enter the code from the latest message from " + provider + ".",
                  "mfa_code");
          case USER_CANCELLED ->
              message(error, "No connection was created", "You can close this page.");
        };
    return text.equals(error.text()) ? p : new LinkErrorView(p.type(), p.title(), text, p.field());
  }

  private static LinkErrorView message(LinkError error, String title, String advice) {
    return new LinkErrorView(Optional.of(error), title, advice, "");
  }
}
