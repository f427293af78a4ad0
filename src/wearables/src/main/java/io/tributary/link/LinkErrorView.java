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
   * @param way authentication method of the provider
   */
  static LinkErrorView of(LinkError error, String text, String provider, Optional<AuthKind> way) {
    boolean email = way.filter(w -> w == AuthKind.EMAIL).isPresent();
    boolean password = way.filter(w -> w == AuthKind.PASSWORD).isPresent();
    LinkErrorView p =
        switch (error) {
          case INVALID_TOKEN ->
              message(
                  error,
                  "This link does not work",
                  "It may have been cut short. Go back to the app and open it again.");
          case TOKEN_EXPIRED ->
              message(
                  error,
                  "This link has expired",
                  "A link works for a limited time only. Go back to the app and ask for a new"
                      + " one.");
          case TOKEN_CONSUMED ->
              message(
                  error,
                  "This link was used already",
                  "It has connected something before. To connect more, go back to the app and ask"
                      + " for a new one.");
          case TOKEN_NOT_VALIDATED ->
              password || email
                  ? message(
                      error,
                      "This sign-in is over",
                      "No code is waited for any more. Sign in again to get a new one.")
                  : message(
                      error,
                      "This page has lost its session",
                      "The browser keeps no cookie of it, or the step that it belonged to is over."
                          + " Go back to the app and open the link again.");
          case PROVIDER_CREDENTIAL_ERROR ->
              password
                  ? new LinkErrorView(
                      Optional.of(error),
                      provider + " does not accept this sign-in",
                      "Check the user name and the password. Several wrong ones in a row may lock"
                          + " the account.",
                      "password")
                  : email
                      ? new LinkErrorView(
                          Optional.of(error),
                          provider + " does not find this account",
                          "Check the e-mail address and the region, and whether the account shares"
                              + " its data.",
                          "email")
                      : message(
                          error,
                          provider + " was not connected",
                          "Access was not granted. Try again and allow it.");
          case PROVIDER_PASSWORD_EXPIRED ->
              new LinkErrorView(
                  Optional.of(error),
                  provider + " wants a new password first",
                  "Change the password in the app or on the site of "
                      + provider
                      + ", then come back and type the new one.",
                  "password");
          case PROVIDER_API_ERROR ->
              message(
                  error,
                  provider + " was not connected",
                  "The provider cannot be reached or answers unexpectedly. Try again in a few"
                      + " minutes.");
          case UNSUPPORTED_REGION ->
              new LinkErrorView(
                  Optional.of(error),
                  provider + " cannot be connected in this region",
                  "Choose the region that the account was made in. If it is this one, it cannot be"
                      + " connected here.",
                  email ? "region" : "");
          case DUPLICATE_CONNECTION ->
              message(
                  error,
                  "This account is connected already",
                  "Another user has connected this account of "
                      + provider
                      + ". Use an account of your own.");
          case REQUIRED_SCOPES_NOT_GRANTED ->
              message(
                  error,
                  provider + " was not connected",
                  "Access to data that is needed was not granted. Try again and allow all of it.");
          case INCORRECT_MFA_CODE ->
              new LinkErrorView(
                  Optional.of(error),
                  "This is not the right code",
                  "Type the code of the newest message from " + provider + ".",
                  "mfa_code");
          case USER_CANCELLED ->
              message(error, "Nothing was connected", "You can close this page.");
        };
    return text.equals(error.text()) ? p : new LinkErrorView(p.type(), p.title(), text, p.field());
  }

  private static LinkErrorView message(LinkError error, String title, String advice) {
    return new LinkErrorView(Optional.of(error), title, advice, "");
  }
}
