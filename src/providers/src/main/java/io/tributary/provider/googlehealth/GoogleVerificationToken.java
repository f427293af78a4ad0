package io.tributary.provider.googlehealth;

import io.tributary.provider.AppCredentials;
import io.tributary.provider.WebhookSignatures;
import java.nio.charset.StandardCharsets;

/**
 * The word that the vendor sends along with each notice. It is needed before the subscription is
 * there, because the address is verified while it is made: so it follows from the application's
 * secret and from the address, of which whoever sees the address alone has only one.
 */
final class GoogleVerificationToken {
  private static final String PURPOSE = "google_health notices ";

  private GoogleVerificationToken() {}

  /** The whole value of the header; empty, which proves nothing, without the secret. */
  static String of(AppCredentials app, String hookSecret) {
    if (app.clientSecret().isEmpty()) {
      return "";
    }
    byte[] text = (PURPOSE + hookSecret).getBytes(StandardCharsets.UTF_8);
    return "Bearer "
        + WebhookSignatures.hex(WebhookSignatures.hmacSha256(app.clientSecret(), text));
  }
}
