package io.tributary.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.provider.NotificationParser;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Applications of teams that wait until their provider has checked the address of their pushes
 * (wearables.md §9). It asks with words that its console shows and that the team has entered among
 * the details; each subscriber has its own.
 */
public final class WebhookVerification {
  /** Where the digests of the words that were asked for are kept: beside the stored details. */
  public static final String FIELD = "checked";

  private static final Set<String> WAITING = Set.of("fitbit");

  private WebhookVerification() {}

  /** Whether an application of this provider is used only once its check has passed. */
  public static boolean needed(String provider) {
    return WAITING.contains(provider);
  }

  /**
   * Whether all of its words have been asked for. Without any the provider cannot check.
   *
   * @param stored the row's details
   * @param details the same with the secret words
   */
  static boolean passed(String provider, ObjectNode stored, ObjectNode details) {
    if (!needed(provider)) {
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
