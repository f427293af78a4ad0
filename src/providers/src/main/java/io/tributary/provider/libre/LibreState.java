package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import java.util.Locale;
import java.util.Optional;

/**
 * State of an account.
 *
 * @param region region whose host has the data; empty for the global one
 * @param patient ID of the person at LibreView
 * @param follows whether the person follows themselves in the app; empty if unknown
 */
record LibreState(String region, String patient, Optional<Boolean> follows) {
  private static final String REGION = "region";
  private static final String PATIENT = "patient";
  private static final String FOLLOWS = "follows";

  static LibreState of(ObjectNode kept) {
    return new LibreState(
        kept.path(REGION).asText(""),
        kept.path(PATIENT).asText(""),
        kept.path(FOLLOWS).isBoolean()
            ? Optional.of(kept.get(FOLLOWS).booleanValue())
            : Optional.empty());
  }

  ObjectNode json() {
    ObjectNode out = Json.object().put(REGION, region).put(PATIENT, patient);
    follows.ifPresent(f -> out.put(FOLLOWS, f));
    return out;
  }

  /** Returns the state change for an account that no longer follows itself. */
  static ObjectNode notFollowing() {
    return Json.object().put(FOLLOWS, false);
  }

  /** Normalizes a region of the API. */
  static String region(String told) {
    return told.strip().toLowerCase(Locale.ROOT);
  }

  /** Returns the host of a region; empty if no URL is configured for it. */
  static Optional<String> host(AppCredentials app, String region) {
    return region.isEmpty() ? Optional.of(app.urls().api()) : app.urls().additionalUrl(region);
  }

  /**
   * Returns the host of the account.
   *
   * @throws ProviderException.Rejected if its URL is no longer configured
   */
  String host(AppCredentials app) {
    return host(app, region)
        .orElseThrow(() -> new ProviderException.Rejected("no URL is configured for the region"));
  }
}
