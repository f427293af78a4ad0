package io.tributary.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.provider.NotificationParser;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Webhook verification of team applications.
 *
 * <p>Some providers verify the webhook URL of an application before they send notifications. They
 * call it with tokens that their console shows and that the team has entered among the
 * application's details. Each subscriber has its own token. The application is not used for new
 * links until every token has been verified.
 */
public final class WebhookVerification {
  /** Field beside the stored details that holds the digests of the verified tokens. */
  public static final String FIELD = "checked";

  private static final Set<String> PROVIDERS = Set.of("fitbit");

  private WebhookVerification() {}

  /** Returns true when applications of this provider must be verified before use. */
  public static boolean isRequired(String provider) {
    return PROVIDERS.contains(provider);
  }

  /**
   * Returns true when all tokens have been verified. Without any token the provider cannot verify
   * the URL.
   *
   * @param stored the details as stored
   * @param details the details with decrypted values
   */
  static boolean isComplete(String provider, ObjectNode stored, ObjectNode details) {
    if (!isRequired(provider)) {
      return true;
    }
    Set<String> asked = new HashSet<>();
    stored.path(FIELD).forEach(digest -> asked.add(digest.asText()));
    List<String> wanted =
        NotificationParser.verifyTokens(details).stream().map(WebhookVerification::digest).toList();
    return !wanted.isEmpty() && asked.containsAll(wanted);
  }

  static String digest(String word) {
    return HexFormat.of().formatHex(Encryption.sha256(word));
  }
}
