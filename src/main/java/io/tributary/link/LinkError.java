package io.tributary.link;

import java.util.Locale;

/** The error types of a link result: wearables.md §5.2. */
enum LinkError {
  INVALID_TOKEN("The link is not valid."),
  TOKEN_EXPIRED("The link has expired."),
  TOKEN_CONSUMED("The link was used already."),
  TOKEN_NOT_VALIDATED("The link session is not known any more."),
  PROVIDER_CREDENTIAL_ERROR("The provider did not grant access."),
  PROVIDER_API_ERROR("The provider cannot be reached or answered unexpectedly."),
  DUPLICATE_CONNECTION("This provider account is connected to another user already."),
  REQUIRED_SCOPES_NOT_GRANTED("Access to required data was not granted."),
  USER_CANCELLED("Linking was cancelled.");

  private final String text;

  LinkError(String text) {
    this.text = text;
  }

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** For people; programs read the type. */
  String text() {
    return text;
  }
}
