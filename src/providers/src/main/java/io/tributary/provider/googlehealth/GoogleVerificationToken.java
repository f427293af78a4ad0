package io.tributary.provider.googlehealth;

import io.tributary.provider.AppCredentials;
import io.tributary.provider.WebhookSignatures;
import java.nio.charset.StandardCharsets;

/**
 * Secret that Google sends with each notification. It is required before the subscription exists,
 * because Google verifies the endpoint while creating it. It is therefore derived from the client
 * secret and the secret part of the URL; knowing the URL alone is not enough.
 */
final class GoogleVerificationToken {
  private static final String PURPOSE = "google_health notices ";

  private GoogleVerificationToken() {}

  /** Returns the whole header value; without a client secret it is empty, which never matches. */
  static String of(AppCredentials app, String hookSecret) {
    if (app.clientSecret().isEmpty()) {
      return "";
    }
    byte[] text = (PURPOSE + hookSecret).getBytes(StandardCharsets.UTF_8);
    return "Bearer "
        + WebhookSignatures.hex(WebhookSignatures.hmacSha256(app.clientSecret(), text));
  }
}
