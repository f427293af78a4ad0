package io.tributary.link;

import io.tributary.provider.PasswordLogin;
import io.tributary.provider.ProviderException;
import java.util.Locale;

/** Error types of a link result. */
enum LinkError {
  INVALID_TOKEN("The link is invalid."),
  TOKEN_EXPIRED("The link has expired."),
  TOKEN_CONSUMED("The link was already used."),
  TOKEN_NOT_VALIDATED("The link session no longer exists."),
  PROVIDER_CREDENTIAL_ERROR("The provider did not grant access."),
  PROVIDER_PASSWORD_EXPIRED("The provider requires a new password first."),
  PROVIDER_API_ERROR("The provider is unavailable or returned an unexpected response."),
  UNSUPPORTED_REGION("The provider cannot be connected in this region."),
  DUPLICATE_CONNECTION("This provider account is already connected to another user."),
  REQUIRED_SCOPES_NOT_GRANTED("Access to required data was not granted."),
  INCORRECT_MFA_CODE("The code is incorrect."),
  USER_CANCELLED("Linking was cancelled.");

  private final String text;

  LinkError(String text) {
    this.text = text;
  }

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Message for the user. Clients read the type. */
  String text() {
    return text;
  }

  static LinkError of(ProviderException fault) {
    return switch (fault) {
      case ProviderException.TokenRejected f -> PROVIDER_CREDENTIAL_ERROR;
      case ProviderException.Unauthorized f -> PROVIDER_CREDENTIAL_ERROR;
      case ProviderException.AccountRevoked f -> PROVIDER_CREDENTIAL_ERROR;
      case ProviderException.ScopeMissing f -> REQUIRED_SCOPES_NOT_GRANTED;
      case ProviderException.RateLimited f -> PROVIDER_API_ERROR;
      case ProviderException.Unavailable f -> PROVIDER_API_ERROR;
      case ProviderException.Transport f -> PROVIDER_API_ERROR;
      case ProviderException.Rejected f -> PROVIDER_API_ERROR;
      case ProviderException.AppCredentialsRejected f -> PROVIDER_API_ERROR;
    };
  }

  static LinkError of(PasswordLogin.RefusalReason problem) {
    return switch (problem) {
      case WRONG_CREDENTIALS -> PROVIDER_CREDENTIAL_ERROR;
      case PASSWORD_EXPIRED -> PROVIDER_PASSWORD_EXPIRED;
      case UNSUPPORTED_REGION -> UNSUPPORTED_REGION;
      case WRONG_CODE -> INCORRECT_MFA_CODE;
      case ACTION_IN_PROVIDER_APP -> PROVIDER_API_ERROR;
    };
  }
}
