package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import java.util.Locale;
import java.util.Optional;

/**
 * What is kept of an account.
 *
 * @param region whose host has its data; empty = the one of all regions
 * @param patient the vendor's id of the person
 * @param follows whether the person follows themselves in the app; empty = nobody has found out
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

  /** What is noted when somebody has stopped to follow themselves. */
  static ObjectNode followsNoMore() {
    return Json.object().put(FOLLOWS, false);
  }

  /** A region as the vendor writes it. */
  static String region(String told) {
    return told.strip().toLowerCase(Locale.ROOT);
  }

  /** The host of a region; empty when the installation has no address for it. */
  static Optional<String> host(AppCredentials app, String region) {
    return region.isEmpty() ? Optional.of(app.urls().api()) : app.urls().other(region);
  }

  /**
   * The host of the account.
   *
   * @throws ProviderFault.Rejected when its address is not configured any more
   */
  String host(AppCredentials app) {
    return host(app, region)
        .orElseThrow(() -> new ProviderException.Rejected("no address for the region"));
  }
}
